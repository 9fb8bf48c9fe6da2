#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The suite over Intel's real driver without hardware: it builds, allocates and submits as on a GPU, every wait
succeeds, and nothing is executed. No benchmark may end with a time there, or as passed."""
import ctypes
import os
import unittest

import suite_run

DRIVER = "libze_intel_gpu.so.1"
SIMULATION = {"NEOReadDebugKeys": "1", "SetCommandStreamReceiver": "1"}
GENERATION = os.environ.get("SUITE_GENERATION", "skl")
# Where the driver's own choice of slices, sub-slices and units is none.
CONFIGURATIONS = {"pvc": {"HardwareInfoOverride": "1x4x8"}}
NOTHING_EXECUTED = "the device executed nothing"
NOT_HERE = "mapped memory: Level Zero has no mapping of buffers"


def is_installed():
    try:
        ctypes.CDLL(DRIVER)
        return True
    except OSError:
        return False


def run(*flags, **choices):
    settings = {**SIMULATION, "ProductFamilyOverride": GENERATION, **CONFIGURATIONS.get(GENERATION, {})}
    return suite_run.run(*flags, **{"drivers": DRIVER, **choices}, **settings)


def each():
    return [f"--tickbench_benchmark={benchmark}" for benchmark in suite_run.smallest_of_each()]


@unittest.skipUnless(is_installed(), f"{DRIVER} is not installed (package intel-opencl-icd)")
class Simulation(unittest.TestCase):
    def check_nothing_executed(self, rows):
        self.assertGreater(len(rows), 0)
        for row in rows:
            self.assertIn(NOTHING_EXECUTED, row["message"], row["id"])
            self.assertNotIn("time", row.get("metrics", {}), row["id"])

    def test_no_benchmark_has_a_time(self):
        found = run("--tickbench_budget=0.01")
        self.assertEqual(found.status, 1, found.error)
        self.check_nothing_executed([row for row in found.rows if NOT_HERE not in row["message"]])
        for row in found.json["benchmarks"]:
            self.assertTrue(row["error_occurred"], row["name"])
        clock = found.devices[0]["clock_check"]
        self.assertEqual(clock["verdict"], "no_time_line")
        self.assertIn("no two stamps of the device share a time line", clock["message"])

    def test_properties_are_read_right(self):
        found = run("--tickbench_list_devices")
        self.assertEqual(found.status, 0, found.error)
        device = next(device for device in found.json["devices"] if device["backend"] == "level_zero")
        self.assertEqual(device["timer_hertz"], 12000048)
        self.assertEqual(device["timer_valid_bits"], 32)
        self.assertEqual((device["type"], device["vendor"]), ("gpu", "Intel"))

    def test_every_benchmark_builds_and_none_is_right(self):
        found = run("--tickbench_verify_only", *each())
        self.assertEqual(found.status, 1, found.error)
        # Without a measurement, what has no result to check does nothing.
        rows = [row for row in found.rows if row["outcome"] != "nothing_to_check"]
        self.assertEqual(len(found.rows) - len(rows), 1)
        self.check_nothing_executed([row for row in rows if NOT_HERE not in row["message"]])

    def test_beside_the_cpu_driver(self):
        found = run(
            "--tickbench_verify_only", *each(), device="level_zero:all", drivers=f"{DRIVER},{suite_run.CPU_DRIVER}"
        )
        self.assertEqual(found.status, 1, found.error)
        self.assertEqual(len(found.devices), 2)
        rows = [row for row in found.rows if row["outcome"] not in ("nothing_to_check", "unsupported")]
        self.check_nothing_executed([row for row in rows if row["device_id"] == "level_zero:0"])
        on_cpu = [row for row in rows if row["device_id"] == "level_zero:1"]
        self.assertGreater(len(on_cpu), 10)
        for row in on_cpu:
            self.assertEqual(row["outcome"], "passed", row["message"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
