#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Real builds and measurements: a program of Google Benchmark's with a planted step of 5 %, searched for in 128 commits; and the time
that a large store takes."""
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

TOOL, COMPILER = sys.argv[1:3]
del sys.argv[1:3]
SEARCHES = int(os.environ.get("TICKBENCH_SEARCHES", "1"))

PROGRAM = """#include <benchmark/benchmark.h>
#include "work.h"
static void BM_work(benchmark::State& state) {
  for (auto _ : state) {
    unsigned value = 1;
    for (int i = 0; i < WORK; ++i) benchmark::DoNotOptimize(value = value * 1664525u + 1013904223u);
  }
}
BENCHMARK(BM_work);
BENCHMARK_MAIN();
"""


def git(repository, *words):
    return subprocess.run(["git", "-C", repository, "-c", "user.name=A", "-c", "user.email=a@b", *words], check=True,
                          capture_output=True, text=True).stdout.strip()


class Measured(unittest.TestCase):
    def test_bisect_finds_the_planted_step(self):
        draw = random.Random()
        for search in range(SEARCHES):
            with tempfile.TemporaryDirectory() as folder:
                repository = pathlib.Path(folder) / "repository"
                repository.mkdir()
                git(repository, "init", "--quiet")
                (repository / "bench.cpp").write_text(PROGRAM)
                step, hashes = draw.randint(1, 128), []
                for i in range(129):
                    (repository / "work.h").write_text(f"// {i}\n#define WORK {21000 if i >= step else 20000}\n")
                    git(repository, "add", ".")
                    git(repository, "commit", "--quiet", "-m", f"Change {i}")
                    hashes.append(git(repository, "rev-parse", "HEAD"))
                begin = time.monotonic()
                done = subprocess.run(
                    [TOOL, "bisect", hashes[0], hashes[-1], f"--repository={repository}", "--program=bench", "--budget=2m",
                     "--program-flag=--benchmark_min_time=0.02", "--", COMPILER, "-O2", "bench.cpp", "-o", "bench", "-lbenchmark",
                     "-lpthread"], capture_output=True, text=True, check=False)
                print(f"search {search + 1}: commit {step} of 128, {done.stderr.count('builds ')} builds, "
                      f"{time.monotonic() - begin:.0f} s\n{done.stdout}", flush=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(f"The commit is:\n\n- `{hashes[step]}`", done.stdout)
                self.assertLessEqual(done.stderr.count("builds "), 12)

    def test_a_hundred_thousand_points_are_checked_in_five_seconds(self):
        draw = random.Random(1)
        with tempfile.TemporaryDirectory() as folder:
            repository, store = pathlib.Path(folder) / "repository", pathlib.Path(folder) / "store"
            repository.mkdir()
            git(repository, "init", "--quiet")
            stream = "".join(f"commit refs/heads/main\ncommitter A <a@b> {1700000000 + i} +0000\ndata 1\nx\n" for i in range(1000))
            subprocess.run(["git", "-C", repository, "fast-import", "--quiet"], input=stream, text=True, check=True)
            for i, commit in enumerate(git(repository, "rev-list", "--reverse", "main").split()):
                path = store / "results" / commit / f"{i:016x}.json"
                path.parent.mkdir(parents=True)
                rows = [{"name": f"BM_{j}", "run_name": f"BM_{j}", "run_type": "iteration", "iterations": 1, "real_time": value,
                         "cpu_time": value, "time_unit": "ns"} for j in range(100) for value in [100 * draw.gauss(1, .01)]]
                path.write_text(json.dumps({"context": {"date": str(i), "host_name": "ci"}, "benchmarks": rows}))
            for state in ("without an index", "with it"):
                begin = time.monotonic()
                subprocess.run([TOOL, "history", "check", "--branch=main", f"--store={store}", f"--repository={repository}"], check=True,
                               capture_output=True)
                seconds = time.monotonic() - begin
                print(f"check of 100,000 points {state}: {seconds:.2f} s", flush=True)
            self.assertLess(seconds, 5)
            page = pathlib.Path(folder) / "page.html"
            subprocess.run([TOOL, "history", "page", f"--out={page}", "--branch=main", f"--store={store}",
                            f"--repository={repository}"], check=True)
            if shutil.which("chromium"):
                browser = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile", "--dump-dom"]
                times = []
                for address in ("about:blank", "about:blank", page.as_uri()):
                    begin = time.monotonic()
                    done = subprocess.run([*browser, address], check=True, capture_output=True, text=True)
                    times.append(time.monotonic() - begin)
                print(f"the page, {page.stat().st_size / 1e6:.1f} MB, opens in {times[2] - times[1]:.2f} s", flush=True)
                self.assertEqual(done.stdout.count('<circle class="point"'), 1000)
                self.assertLess(times[2] - times[1], 2)


if __name__ == "__main__":
    unittest.main()
