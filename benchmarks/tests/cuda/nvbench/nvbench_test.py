#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The same kernels by nvbench, NVIDIA's own harness, and by tickbench: processes in turn, on one GPU.

Both say what a launch costs in a stream (nvbench: "batch") and what one launch takes with a cold cache (nvbench:
"cold"). All tables are printed, in the form of the page on measured values. Skipped where there is no GPU of NVIDIA's.
"""
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time
import unittest

from suite_run import print_table, value

NVBENCH, NINE_READINGS = os.environ["NVBENCH"], os.environ["NINE_READINGS"]
PROCESSES = int(os.environ.get("NVBENCH_PROCESSES", "5"))
DEVICE = "cuda:NVIDIA"
NO_DEVICE = 77
US = 1e6
TIMEOUT_S = 300
# Not slower than nvbench by more than this, and in less time. All nine readings take less than so many seconds.
MOST_RATIO = 1.02
# A context is of one of two kinds, as far apart as this: medians of a few processes differ by it in either harness.
KINDS_S = 0.1e-6
MOST_WALL_S = 4.0


def run(*command):
    """What a program printed and the seconds it took, its start included."""
    begin = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    if done.returncode == NO_DEVICE:
        raise unittest.SkipTest(f"no GPU of NVIDIA's through CUDA: {done.stderr.strip()}")
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout, time.monotonic() - begin


def by_nvbench():
    """Seconds by benchmark, batched and cold, and the wall time."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "nvbench.json")
        _, wall = run(NVBENCH, "--devices", "0", "--quiet", "--json", str(path))
        found = json.loads(path.read_text())
    batched, cold = {}, {}
    for benchmark in found["benchmarks"]:
        for state in benchmark["states"]:
            size = [int(axis["value"]) for axis in state.get("axis_values") or [] if axis["name"] == "n"]
            name = "/".join([benchmark["name"], *map(str, size)])
            for summary in state["summaries"]:
                values = {item["name"]: item["value"] for item in summary["data"]}
                if summary["tag"] == "nv/batch/time/gpu/mean":
                    batched[name] = float(values["value"])
                elif summary["tag"] == "nv/cold/time/gpu/mean":
                    cold[name] = float(values["value"])
    return batched, cold, wall


def by_tickbench(*flags):
    """Rows by benchmark, and the wall time."""
    out, wall = run(NINE_READINGS, f"--tickbench_device={DEVICE}", "--benchmark_format=json", *flags)
    rows = [row["tickbench"] for row in json.loads(out)["benchmarks"]]
    return {row["id"].partition("/")[2]: row for row in rows}, wall


def one_cold_launch(row):
    """Behind a hold, as nvbench's is. A long launch has no such value: its time is the same without."""
    return value(row, "isolated_held_time") or value(row, "isolated_time")


class Nvbench(unittest.TestCase):
    def test_the_same_kernels_in_turn(self):
        batched, cold, walls = [], [], []
        for _ in range(PROCESSES):
            stream, wall = by_tickbench("--tickbench_mode=batched")
            alone, _ = by_tickbench("--tickbench_mode=isolated", "--tickbench_cache=cold")
            their_batched, their_cold, their_wall = by_nvbench()
            self.assertEqual(set(their_batched), set(stream))
            self.assertEqual(set(their_cold), set(stream))
            batched.append({name: (value(row, "time"), their_batched[name]) for name, row in stream.items()})
            cold.append({name: (one_cold_launch(row), their_cold[name]) for name, row in alone.items()})
            walls.append((wall, their_wall))
        faults = self.judge("batch", batched) + self.judge("cold", cold)
        ours, theirs = (statistics.median(column) for column in zip(*walls))
        print_table(["nine readings", "tickbench", "nvbench"], [["wall, s", f"{ours:.2f}", f"{theirs:.2f}"]])
        self.assertLess(ours, MOST_WALL_S)
        self.assertLess(ours, theirs)
        self.assertEqual(faults, [])

    @staticmethod
    def judge(kind, processes):
        rows, faults = [], []
        for name in processes[0]:
            columns = list(zip(*(process[name] for process in processes)))
            ours, theirs = (statistics.median(column) for column in columns)
            spreads = [f"{100 * (max(column) - min(column)) / statistics.median(column):.1f} %" for column in columns]
            rows.append([f"`{name}`", f"{ours * US:.3f}", spreads[0], f"{theirs * US:.3f}", spreads[1],
                         f"{ours / theirs:.3f}"])
            if ours > max(MOST_RATIO * theirs, theirs + KINDS_S):
                faults.append(f"{name}, {kind}: {ours * US:.3f} us, nvbench {theirs * US:.3f} us")
        print_table([kind, "tickbench, us", "spread", "nvbench, us", "spread", "tickbench / nvbench"], rows)
        return faults


if __name__ == "__main__":
    unittest.main(verbosity=2)
