#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Floors from a quiet machine hold beside busy loops: equal code misses none, and code that is twice as slow all of them.

The second needs a quiet machine: where too many of the first runs found others, it is skipped. FLOORS is the number of
floors to judge beside the loops, METRICS what they are on, DEVICE where."""
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BUSY, TOOL = pathlib.Path(os.environ["BUSY"]), os.environ["TOOL"]
FLOORS, METRICS = int(os.environ.get("FLOORS", 200)), os.environ.get("METRICS", "time,isolated_time")
DEVICE = os.environ.get("DEVICE", "opencl")
QUIET_RUNS, MOST_RUNS = 6, 18  # those without a remark on others; and with them


@contextlib.contextmanager
def busy_loops(count=max(2, len(os.sched_getaffinity(0)))):
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


class BesideBusyLoops(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        runs, cls.others = [], set()
        for i in range(MOST_RUNS):
            run = cls.folder / f"quiet-{i}.json"
            cls.run_busy(100, run)
            found = {remark for row in json.loads(run.read_text())["benchmarks"]
                     for remark in row["tickbench"].get("conditions", {}).get("remarks", ())
                     if remark.startswith(("host pressure", "steal"))}
            cls.others |= found
            if not found:
                runs.append(run)
            if len(runs) == QUIET_RUNS:
                cls.others = set()
                break
        else:
            runs = [cls.folder / f"quiet-{i}.json" for i in range(MOST_RUNS - QUIET_RUNS, MOST_RUNS)]
        cls.floors = cls.folder / "floors.json"
        cls.floors.write_text(subprocess.run([TOOL, "floors", "suggest", *runs, "--metrics", METRICS], check=True,
                                             capture_output=True, text=True).stdout)

    @classmethod
    def run_busy(cls, percent, out, *flags):
        done = subprocess.run([BUSY / f"busy_{percent}", f"--tickbench_device={DEVICE}", "--tickbench_budget=0.5",
                               "--tickbench_fresh=false", f"--benchmark_out={out}", *flags], capture_output=True, text=True)
        if done.returncode == 77:
            raise unittest.SkipTest(done.stderr)
        if not out.exists():
            raise AssertionError(done.stderr)
        return done.stderr

    def judge(self, percent):
        """The verdicts of one run, each with its benchmark and metric; those of a shared device have a word of their own."""
        out = self.folder / "judged.json"
        said = self.run_busy(percent, out, f"--tickbench_floors={self.floors}")
        self.said = "".join(line + "\n" for line in said.splitlines() if line.startswith("floor "))
        for row in json.loads(out.read_text())["benchmarks"]:
            for judged in row["tickbench"]["floors"]["judged"]:
                yield "shared" if "unshared" in judged else judged["verdict"]

    def count(self, percent, least=1):
        found, said = {}, ""
        while sum(found.values()) < least:
            for verdict in self.judge(percent):
                found[verdict] = found.get(verdict, 0) + 1
            said += self.said
        print(f"{percent} % of the work: {found}", file=sys.stderr)
        return found, said

    def require_quiet(self):
        if self.others:
            self.skipTest(f"needs floors from a quiet machine, found {', '.join(sorted(self.others))}")

    def test_equal_code_misses_nothing_beside_busy_loops(self):
        for loops in ((), (1,)):
            with self.subTest(loops=loops), busy_loops(*loops):
                found, said = self.count(100, FLOORS)
                self.assertNotIn("fail", found, said)
                self.assertNotIn("not_measured", found, said)

    def test_code_that_is_twice_as_slow_misses_all(self):
        self.require_quiet()
        for busy in (False, True):
            with self.subTest(busy=busy), busy_loops() if busy else contextlib.nullcontext():
                found, said = self.count(200)
                self.assertEqual(set(found), {"fail"}, said)

    def test_code_that_is_slower_by_a_third_misses_or_is_inconclusive(self):
        self.require_quiet()
        found, said = self.count(130)
        self.assertEqual(set(found), {"fail"}, said)
        with busy_loops():
            found, said = self.count(130)
        self.assertLessEqual(set(found), {"fail", "shared", "inconclusive"}, said)


if __name__ == "__main__":
    unittest.main()
