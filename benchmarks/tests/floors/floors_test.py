# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The suite as CTest tests: without any device, judged by floors of this machine's own, and with a kernel that has become
slow."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, os.environ["DISCOVERY_TESTS"])
from discovery_test import Project, run  # noqa: E402

# What the loaders look for drivers by.
NO_DRIVERS = {"OCL_ICD_VENDORS": "/nonexistent/", "OPENCL_VENDOR_PATH": "/nonexistent/", "OCL_ICD_FILENAMES": "",
              "ZE_ENABLE_ALT_DRIVERS": "/nonexistent", "VK_DRIVER_FILES": "/nonexistent", "VK_ICD_FILENAMES": "/nonexistent",
              "CUDA_VISIBLE_DEVICES": ""}


class WithoutDevices(Project):
    def test_all_is_skipped_with_the_reason(self):
        self.configure("tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST TEST_FILTER /saxpy/1024)")
        status, out = self.ctest("-V", **NO_DRIVERS)
        self.assertEqual(status, 0, out)
        count = len(self.discovered())
        self.assertGreater(count, 0)
        self.assertEqual(out.count("***Skipped"), count)
        self.assertIn("no OpenCL platform is installed", out)

    def test_so_it_is_with_the_resource_file_that_was_written_here(self):
        self.configure("tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST TEST_FILTER /saxpy/1024 RESOURCES)")
        status, spec = run(os.environ["TOOL"], "devices", "--resource-spec", **NO_DRIVERS)
        self.assertEqual(status, 0, spec)
        (self.source / "spec.json").write_text(spec)
        status, out = self.ctest("-V", "--resource-spec-file", self.source / "spec.json", **NO_DRIVERS)
        self.assertEqual(status, 0, out)
        self.assertEqual(out.count("***Skipped"), len(self.discovered()))
        self.assertIn("when CTest's resource file was written", out)


# Each row's samples are taken in turn with those of the other, and so is its floor: this metric of both.
RATIOS = {"matmul/128": ("flops_per_second", "matmul_tiled/128"), "copy/65536": ("bytes_per_second", "saxpy/65536")}
FILTER = "/(" + "|".join(name for other in RATIOS.items() for name in (other[0], other[1][1])) + ")$"
SHORTLY = "--tickbench_budget=0.05"
NO_DEVICE = 77


class Proposed(Project):
    """Floors that the suite has reached here a minute before: no two processors have the same ones. They are on what is
    measured side by side, which a busy machine changes least."""
    JUDGED = FILTER

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.results = Path(folder.name, "results.json")
        status, out = run(os.environ["UNCHANGED_SUITE"], f"--benchmark_filter={FILTER}", SHORTLY,
                          f"--benchmark_out={cls.results}")
        if status == NO_DEVICE:
            raise unittest.SkipTest("no device is here")
        assert status == 0, out

    def propose(self, share):
        """Floors at this share of what was measured: of speed-ups by the tool, and of ratios to another benchmark."""
        found = json.loads(self.results.read_text())
        floors = []
        for device in {device["name"] for device in found["context"]["tickbench"]["devices"]}:
            done = subprocess.run([os.environ["TOOL"], "floors", "suggest", self.results, "--device", device, "--margin=0",
                                   "--metrics=speedup_serial"], stdout=subprocess.PIPE, text=True, check=True)
            floors += json.loads(done.stdout)["floors"]
        devices = {floor["benchmark"]: floor["device"] for floor in floors}
        values = {row["tickbench"]["id"]: row["tickbench"]["metrics"] for row in found["benchmarks"]}
        for id, device in list(devices.items()):
            backend, _, name = id.partition("/")
            if name not in RATIOS:
                continue
            metric, other = RATIOS[name][0], f"{backend}/{RATIOS[name][1]}"
            if metric in values[other]:  # which some devices cannot run
                floors.append({"device": device, "benchmark": id, "metric": "ratio", "of": metric, "to": other,
                               "at_least": values[id][metric]["value"] / values[other][metric]["value"]})
        floors = [floor for floor in floors if re.search(self.JUDGED, floor["benchmark"])]
        for floor in floors:
            floor.update(at_least=floor["at_least"] * share, tolerance=0)
        (self.source / "floors.json").write_text(json.dumps({"schema": "tickbench-floors/1", "floors": floors}))
        return floors

    def judge(self):
        """The benchmarks whose test failed, those of which a floor was met, those of which one was missed, and the output."""
        self.configure(f"""
            tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST TEST_FILTER [==[{self.JUDGED}]==] FLOORS floors.json
                                     EXTRA_ARGS {SHORTLY})
            """)
        status, out = self.ctest("-V", "-j4")
        failed = set(re.findall(r"Test +#\d+: (\S+) .*\*\*\*Failed", out))
        self.assertEqual(status, 8 if failed else 0, out)
        met, missed = (set(re.findall(rf"^\d+: floor {verdict}: (\S+) on ", out, re.M)) for verdict in ("met", "MISSED"))
        return failed, met, missed, out


def back_ends(ids):
    return {name.split("/")[0] for name in ids}


class FloorsOfThisMachine(Proposed):
    JUDGED = "/(" + "|".join(RATIOS) + ")$"

    def test_that_are_far_below_are_met(self):
        floors = self.propose(share=0.01)
        failed, met, missed, out = self.judge()
        self.assertEqual((failed, missed), (set(), set()), out)
        # On a busy host the samples of a long kernel may be too few to be sure by.
        self.assertEqual(back_ends(met), back_ends(floor["benchmark"] for floor in floors), out)

    def test_that_are_far_above_are_missed(self):
        floors = self.propose(share=100)
        failed, met, missed, out = self.judge()
        self.assertEqual((failed, met), (missed, set()), out)
        # A kernel that is too short for the device's clock may be faster: that is no failure.
        self.assertEqual(back_ends(failed), back_ends(floor["benchmark"] for floor in floors), out)


class Slow(Proposed):
    """The suite's matmul takes three times as long: its floors are missed, and no other's."""

    def test_the_floors_of_the_slow_kernel_are_missed_and_no_other(self):
        self.propose(share=0.5)
        failed, met, missed, out = self.judge()
        judged = met | missed  # the slow kernels are OpenCL C alone: other back ends skip theirs
        self.assertEqual((failed, missed), (missed, {name for name in judged if name.endswith("/matmul/128")}), out)
        self.assertGreater(len(failed), 0, out)


class FloorsOfTheRepository(unittest.TestCase):
    """What one processor reaches is no measure of another."""

    def test_judge_the_devices_that_they_name(self):
        files = list(Path(os.environ["FLOORS"]).glob("*.json"))
        self.assertGreater(len(files), 0)
        for file in files:
            for floor in json.loads(file.read_text())["floors"]:
                self.assertRegex(floor["device"], "^[A-Za-z0-9 ]+$", f"{file}: expected a name, and no pattern")


if __name__ == "__main__":
    unittest.main()
