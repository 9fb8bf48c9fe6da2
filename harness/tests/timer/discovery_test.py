# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""A program with the timer and its own main: its tests, and floors on device time."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "discovery"))

from plain_test import PlainProject  # noqa: E402

PROGRAM = os.environ["PROGRAM"]
BUDGET = "EXTRA_ARGS --tickbench_budget=0 --benchmark_min_time=0.02"


class TimerProgram(PlainProject):
    def test_floors_are_on_device_time(self):
        self.floors(("Spin/.*", {"metric": "real_time", "at_most": 1e-2}),
                    ("Spin/0", {"metric": "counter:isolated_time", "at_least": 2e-4}))
        self.configure_plain(f"PLAIN FLOORS floors.json {BUDGET}", program=PROGRAM)
        self.assertEqual(self.names(), ["Spin/0", "Spin/200", "Nothing", "Forgotten", "ForgottenWithin",
                                        "Skipping"])
        status, out = self.ctest("-R", "Spin", "-V")
        self.assertEqual(status, 0, out)
        self.assertIn("floor met: Spin/0", out)
        self.assertIn("floor met: Spin/200", out)

    def test_a_floor_that_is_missed_fails(self):
        self.floors(("Spin/0", {"metric": "real_time", "at_most": 1e-4}))
        self.configure_plain(f"PLAIN FLOORS floors.json {BUDGET}", program=PROGRAM)
        status, out = self.ctest("-R", "Spin/0", "-V")
        self.assertEqual(status, 8, out)
        self.assertIn("floor MISSED: Spin/0", out)

    def test_a_row_without_a_sound_time_fails(self):
        self.configure_plain(f"PLAIN {BUDGET}", program=PROGRAM)
        status, out = self.ctest("-R", "Nothing", "-V")
        self.assertEqual(status, 8, out)
        self.assertIn("no longer than nothing does", out)


    def test_a_row_whose_time_is_not_the_timers_fails(self):
        self.configure_plain(f"PLAIN {BUDGET}", program=PROGRAM)
        status, out = self.ctest("-R", "Forgotten", "-V")
        self.assertEqual(status, 8, out)
        self.assertEqual(out.count("the benchmark needs ->UseManualTime()"), 2, out)
        status, out = self.ctest("-R", "Skipping", "-V")
        self.assertEqual(status, 8, out)
        self.assertIn("the time is not that of all iterations", out)
        self.assertIn("found 2 of 3 iterations timed", out)

    def test_the_file_has_what_google_benchmark_has_no_field_for(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "out.json")
            subprocess.run([PROGRAM, f"--benchmark_out={path}", "--benchmark_min_time=0.02",
                            "--benchmark_repetitions=3"], check=True, capture_output=True, timeout=120)
            rows = json.loads(path.read_text())["benchmarks"]
        seen = set()
        for row in rows:
            times = row.get("device_time")
            is_timed = row["run_type"] == "iteration" and row["name"].startswith("Spin")
            self.assertEqual(times is not None, is_timed, row)
            if not is_timed:
                continue
            self.assertEqual((times["backend"], times["device"]), ("thread", "a thread"))
            seen.add(tuple(times["samples"]))
            self.assertLessEqual(times["interval"]["low"], row["real_time"] * 1e-9 * (1 + 1e-9))
            self.assertGreaterEqual(times["interval"]["high"], row["real_time"] * 1e-9 * (1 - 1e-9))
        self.assertEqual(len(seen), 6)  # of each repetition of both


if __name__ == "__main__":
    unittest.main()
