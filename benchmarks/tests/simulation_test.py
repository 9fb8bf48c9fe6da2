#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The suite over Intel's real driver without hardware: it builds, allocates and submits as on a GPU, every wait
succeeds, and nothing is executed. No benchmark may end with a time there, or as passed."""
import ctypes
import unittest

import suite_run

DRIVER = "libze_intel_gpu.so.1"
NOTHING_EXECUTED = "the device executed nothing"


def is_installed():
    try:
        ctypes.CDLL(DRIVER)
        return True
    except OSError:
        return False


def run(*flags, drivers=DRIVER, **choices):
    """CTest sets the variables that simulate a device."""
    return suite_run.run(*flags, drivers=drivers, **choices)


def each():
    return [f"--tickbench_benchmark={benchmark}" for benchmark in suite_run.smallest_of_each()]


@unittest.skipUnless(is_installed(), f"no simulated device: {DRIVER} is not installed (./ci/packages --tests)")
class Simulation(unittest.TestCase):
    def check_nothing_executed(self, rows):
        self.assertGreater(len(rows), 0)
        for row in rows:
            self.assertIn(NOTHING_EXECUTED, row["message"], row["id"])
            self.assertNotIn("time", row.get("metrics", {}), row["id"])

    def test_no_benchmark_has_a_time(self):
        found = run("--tickbench_budget=0.01", *each())
        self.assertEqual(found.status, 1, found.error)
        self.check_nothing_executed(found.rows)
        for row in found.json["benchmarks"]:
            self.assertTrue(row["error_occurred"], row["name"])
        clock = found.devices[0]["clock_check"]
        # Version 22.43 refuses to read the clock; 23.43 reads one that stands still.
        self.assertIn(
            (clock["verdict"], "stands still" in clock["message"]), [("no_time_line", False), ("broken", True)]
        )

    def test_properties_are_read_right(self):
        found = run("--tickbench_list_devices")
        self.assertEqual(found.status, 0, found.error)
        device = next(device for device in found.json["devices"] if device["backend"] == "level_zero")
        self.assertEqual(device["timer_hertz"], 12000048)
        self.assertEqual(device["timer_valid_bits"], 32)
        self.assertEqual((device["type"], device["vendor"]), ("gpu", "Intel"))

    def test_beside_the_cpu_driver(self):
        found = run(
            "--tickbench_verify_only", *each(), device="level_zero:all", drivers=f"{DRIVER},{suite_run.CPU_DRIVER}"
        )
        self.assertEqual(found.status, 1, found.error)
        self.assertEqual(len(found.devices), 2)
        # Without a measurement, what has no result to check does nothing.
        rows = [row for row in found.rows if row["outcome"] not in ("nothing_to_check", "unsupported")]
        self.check_nothing_executed([row for row in rows if row["device_id"] == "level_zero:0"])
        on_cpu = [row for row in rows if row["device_id"] == "level_zero:1"]
        self.assertGreater(len(on_cpu), 10)
        for row in on_cpu:
            self.assertEqual(row["outcome"], "passed", row["message"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
