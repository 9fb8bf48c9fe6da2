# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The memory of bodies that allocate known amounts, on one back end: exact, in each repetition."""
import json
import os
import subprocess
import unittest

PROGRAM, BACKEND = os.environ["PROGRAM"], os.environ["BACKEND"]
MIB = 2**20


def run(name):
    """The rows, and whether host and device share their memory."""
    found = subprocess.run(
        [PROGRAM, f"--tickbench_device={BACKEND}:0", f"--benchmark_filter=^{BACKEND}/{name}(/|$)",
         "--benchmark_format=json", "--benchmark_min_time=6x"],
        capture_output=True, text=True, timeout=200, check=False)
    if found.returncode != 0:
        raise AssertionError(found.stderr)
    read = json.loads(found.stdout)
    rows = [row for row in read["benchmarks"] if row["run_type"] == "iteration"]
    return rows, read["context"]["tickbench"]["devices"][0]["unified_memory"]


class DeviceMemory(unittest.TestCase):
    def expect(self, row, peak, held):
        memory = row["tickbench"]["device_memory"]
        self.assertEqual((memory["peak"], memory["held"], memory["shared"]), (peak, held, 0), row)
        self.assertEqual(row["tickbench"]["metrics"]["device_memory"], {"value": peak})
        self.assertEqual(row["device_memory"], peak)
        # NVIDIA's driver has NVML beside it, which counts pages of 2 MiB.
        self.assertIn(memory["driver"], ({"why_not": "only NVML tells it"}, {"bytes": held, "counted": "this process"}))

    def test_is_what_a_body_holds_and_a_launch_takes(self):
        rows, _ = run("holds")
        self.assertEqual(len(rows), 2)
        for row in rows:
            self.expect(row, 96 * MIB, 64 * MIB)

    def test_counts_what_threads_hold_at_a_time(self):
        (row,), _ = run("threads")
        self.expect(row, 2 * MIB + 12, 2 * MIB)

    def test_leaves_out_what_is_the_hosts(self):
        (row,), is_unified = run("kinds")
        peak = (5 if is_unified else 2) * MIB
        self.expect(row, peak, peak)

    def test_what_is_allocated_beside_the_device_is_no_number(self):
        (row,), _ = run("uncounted")
        self.assertEqual(row["tickbench"]["device_memory"]["why_not"],
                         "the benchmark allocates nothing through its device")
        self.assertNotIn("device_memory", row["tickbench"]["metrics"])
        self.assertNotIn("device_memory", row)


if __name__ == "__main__":
    unittest.main()
