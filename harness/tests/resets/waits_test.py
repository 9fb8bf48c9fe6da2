# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Algorithms that wait within take what the host's clock says of them, and are named so."""
import json
import os
import statistics
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["PROGRAM"]
# The median over so many runs is near, on a busy machine.
RUNS, MARGIN = 7, 0.03


def row(name):
    """The row, and the median of its samples by the program's own clock."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "own")
        found = subprocess.run([PROGRAM, "--benchmark_format=json", "--tickbench_budget=0.5",
                                "--tickbench_device=opencl:0",
                                f"--benchmark_filter=^opencl/{name}$"], env={**os.environ, "OWN_TIMES": str(path)},
                               capture_output=True, text=True, timeout=240, check=False)
        own = [float(line) for line in path.read_text().split()] if path.exists() else []
    row = json.loads(found.stdout)["benchmarks"][0]
    samples = int(row.get("samples", 0))
    return row, statistics.median(own[-samples:]) if samples else None


class Waits(unittest.TestCase):
    def test_their_time_is_the_hosts(self):
        for name in ("synchronise", "allocate", "use_two_queues"):
            with self.subTest(name):
                ratios = []
                while len(ratios) < RUNS and (not ratios or abs(statistics.median(ratios) - 1) > MARGIN):
                    found, own_time = row(name)
                    self.assertEqual(found["tickbench"]["outcome"], "nothing_to_check", found)
                    self.assertRegex(found["tickbench"]["methods"]["isolated"], " with waits$")
                    self.assertNotIn("batched", found["tickbench"]["methods"])
                    self.assertIn("with the host's waits, no device_busy", found["label"])
                    ratios.append(found["tickbench"]["metrics"]["time"]["value"] / own_time)
                self.assertAlmostEqual(statistics.median(ratios), 1, delta=MARGIN, msg=ratios)

    def test_without_the_word_a_wait_is_refused(self):
        found, _ = row("untold")
        self.assertEqual(found["tickbench"]["outcome"], "invalid_benchmark", found)
        self.assertIn("state.measure(tickbench::waits, ...)", found["error_message"])

    def test_what_enqueues_nothing_is_refused(self):
        found, _ = row("nothing")
        self.assertEqual(found["tickbench"]["outcome"], "invalid_benchmark", found)
        self.assertIn("no longer than nothing does", found["error_message"])


if __name__ == "__main__":
    unittest.main()
