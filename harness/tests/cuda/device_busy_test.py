# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""How long the device works in an algorithm that waits, with a library in the place of NVIDIA's profiler."""
import json
import os
import re
import subprocess
import tempfile
import unittest
import unittest.mock
from pathlib import Path

PROGRAM = os.environ["PROGRAM"]
WAITS, RESETS = "cuda/vectors/sync", "cuda/vectors/timer"
WORD = "with the host's waits"


def rows(*flags, **settings):
    """Of both benchmarks, with the calls that the library saw."""
    with tempfile.TemporaryDirectory() as folder:
        calls = Path(folder, "calls")
        done = subprocess.run([PROGRAM, "--benchmark_format=json", "--tickbench_budget=0.02", "--tickbench_device=cuda:0",
                               f"--benchmark_filter=^({WAITS}|{RESETS})$", *flags],
                              env={**os.environ, "FAKE_CUPTI_CALLS": str(calls), **settings}, capture_output=True, text=True,
                              timeout=240, check=False)
        found = json.loads(done.stdout)["benchmarks"]
        return done, found, calls.read_text().split("\n") if calls.exists() else []


def of(name, found):
    return [row for row in found if row["name"].startswith(name) and row.get("run_type") == "iteration"]


class DeviceBusy(unittest.TestCase):
    def test_is_a_counter_of_work_that_waits(self):
        done, found, calls = rows(FAKE_CUPTI_NOW="900",
                                  FAKE_CUPTI_RECORDS="10 0 1 800;10 0 1000 4000;1 0 3000 6000;10 0 9000 9500;10 1 1 999")
        self.assertEqual(done.returncode, 0, done.stderr)
        waits, resets = of(WAITS, found)[0], of(RESETS, found)[0]
        self.assertEqual(waits["tickbench"]["outcome"], "passed")
        self.assertAlmostEqual(waits["tickbench"]["metrics"]["device_busy"]["value"], 5.5e-6, delta=1e-12)
        self.assertAlmostEqual(waits["device_busy"], 5.5e-6, delta=1e-12)
        self.assertRegex(waits["label"], f"{WORD}(?!, no device_busy)")
        self.assertNotRegex(" ".join(waits["tickbench"].get("notes", [])), "device_busy")
        self.assertNotIn("device_busy", resets)
        self.assertNotIn("device_busy", resets["label"])
        self.assertEqual([calls.count(call) for call in ("cuptiGetTimestamp", "cuptiActivityFlushAll", "cuptiFinalize")],
                         [1, 1, 1])

    def test_is_that_of_each_repetition(self):
        _, found, calls = rows("--benchmark_repetitions=3", FAKE_CUPTI_RECORDS="10 0 1000 4000")
        busy = [row["device_busy"] for row in of(WAITS, found)]
        self.assertEqual(len(busy), 3)
        for each in busy:
            self.assertAlmostEqual(each, 3e-6, delta=1e-12)
        self.assertEqual(calls.count("cuptiFinalize"), 3)

    def test_is_taken_with_cold_caches_too(self):
        done, found, _ = rows("--tickbench_cache=cold", FAKE_CUPTI_RECORDS="10 0 1000 4000")
        self.assertAlmostEqual(of(WAITS, found)[0]["device_busy"], 3e-6, delta=1e-12, msg=done.stderr)

    def expect_none(self, why, *flags, **settings):
        done, found, _ = rows(*flags, **settings)
        self.assertEqual(done.returncode, 0, done.stderr)
        row = of(WAITS, found)[0]
        self.assertEqual(row["tickbench"]["outcome"], "passed", row)
        self.assertNotIn("device_busy", row)
        self.assertIn(f"{WORD}, no device_busy", row["label"])
        self.assertRegex("\n".join(row["tickbench"]["notes"]), f"no device_busy: .*{re.escape(why)}")
        self.assertGreater(row["tickbench"]["metrics"]["time"]["value"], 0)

    def test_says_why_there_is_none(self):
        self.expect_none("lost 7", FAKE_CUPTI_RECORDS="10 0 1000 4000", FAKE_CUPTI_DROPPED="7")
        self.expect_none("CUPTI has 0 records of this device", FAKE_CUPTI_RECORDS="10 1 1000 4000")
        self.expect_none("CUPTI has 0 records of this device", FAKE_CUPTI_RECORDS="")
        for call in ("cuptiActivityRegisterCallbacks", "cuptiActivityEnable", "cuptiGetTimestamp",
                     "cuptiActivityFlushAll"):
            self.expect_none(f"{call}: FAKE_ERROR (21)", FAKE_CUPTI_RECORDS="10 0 1000 4000", FAKE_CUPTI_FAIL=call)
        self.expect_none("no CUPTI is found (/nowhere/libcupti.so", TICKBENCH_CUPTI="/nowhere/libcupti.so")
        with unittest.mock.patch.dict(os.environ):
            del os.environ["TICKBENCH_CUPTI"]
            self.expect_none("CUPTI works with NVIDIA's own driver")

    def test_is_not_looked_for_without_a_measurement(self):
        _, _, calls = rows("--tickbench_verify_only", FAKE_CUPTI_RECORDS="10 0 1000 4000")
        self.assertEqual(calls, [])

    def test_refuses_a_path_that_depends_on_the_folder(self):
        done, found, _ = rows(TICKBENCH_CUPTI="libcupti.so.13")
        self.assertEqual(done.returncode, 1)
        self.assertIn("TICKBENCH_CUPTI: expected an absolute path, found 'libcupti.so.13'",
                      of(WAITS, found)[0]["error_message"])


if __name__ == "__main__":
    unittest.main()
