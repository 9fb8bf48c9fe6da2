#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The time of each kernel by NVIDIA's profiler, beside tickbench's: a witness that shares nothing with it.

The profiler adds to a launch, so it never watches a run that is measured: it has a process of its own. All tables are
printed, in the form of the page on measured values. Skipped where there is no GPU of NVIDIA's, or no CUPTI.
"""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import suite_run
from suite_run import print_table, value

SUITE_UNDER_CUPTI = os.environ["SUITE_UNDER_CUPTI"]
CUBLAS, CUBLAS_UNDER_CUPTI = os.environ["CUBLAS"], os.environ["CUBLAS_UNDER_CUPTI"]
NO_CUPTI = 77
DEVICE = "cuda:0"
KERNELS = ("empty", "copy", "saxpy", "matmul", "matmul_tiled")
US = 1e6
MOST_DROPPED = 0.01
# A launch in a stream takes the kernel's own time, and beyond it the hand-over from one kernel to the next: 0.7 us on
# an H200. The memory of a large kernel is also slower in a row of launches than in one alone.
MOST_RATIO, HAND_OVER = 1.08, 1.2e-6
# The profiler's own times differ by so much from run to run.
LEAST_RATIO = 0.97
# What this driver and this GPU are known for: seconds, and ratios to the profiler.
H200_MOST = {"empty": 1.5e-6, "copy/1048576": 3.0e-6}
H200_MOST_RATIO = {"copy/16777216": 1.08, "copy/268435456": 1.01}
# A call of a library on a stream of one's own, which is held.
CUBLAS_RATIO, CUBLAS_SLACK = 0.02, 3e-6


def run(program, *flags, device=DEVICE):
    return suite_run.run(*flags, program=program, drivers="", device=device)


def records(program, benchmark):
    """What the profiler saw of one benchmark, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "records.json")
        flags = [f"--tickbench_benchmark={benchmark}", f"--tickbench_device={DEVICE}", "--tickbench_large",
                 "--tickbench_mode=batched", "--tickbench_cuda_hold=off", "--tickbench_budget=0.1"]
        done = subprocess.run([program, path, *flags], capture_output=True, text=True, timeout=suite_run.TIMEOUT_S,
                              check=False)
        if done.returncode == NO_CUPTI:
            raise unittest.SkipTest(done.stderr.strip())
        if done.returncode != 0:
            raise AssertionError(f"{benchmark} under CUPTI: status {done.returncode}\n{done.stderr}")
        found = json.loads(path.read_text())
    kept = sum(of["count"] for of in found["kernels"].values())
    if found["dropped"] > MOST_DROPPED * kept:
        raise AssertionError(f"{benchmark}: the profiler lost {found['dropped']} records, and kept {kept}")
    # The harness's own: the hold, the clock, the measured peaks.
    found["kernels"] = {name: of for name, of in found["kernels"].items() if not name.startswith("tickbench_")}
    return found


def microseconds(seconds):
    return "" if seconds is None else f"{seconds * US:.3f}"


def skip_without_gpu(program):
    found = run(program, "--tickbench_list_devices")
    gpus = [device for device in found.json["devices"] if device["id"] == DEVICE and device["vendor"] == "NVIDIA"]
    if not gpus:
        raise unittest.SkipTest(f"no GPU of NVIDIA's through CUDA: {found.error.strip()}")
    return gpus[0]["name"]


class Witness(unittest.TestCase):
    def measured(self, ids, *flags, device=DEVICE):
        chosen = [f"--tickbench_benchmark={name}" for name in ids]
        found = run(suite_run.SUITE, *chosen, "--tickbench_large", *flags, device=device)
        return found, {row["id"].partition("/")[2]: row for row in found.rows}

    def by_opencl(self, names):
        """The same kernels through NVIDIA's OpenCL, where that is installed."""
        found, rows = self.measured([f"opencl/{name}" for name in names], "--tickbench_mode=batched",
                                    device="opencl:NVIDIA")
        return rows if found.status == 0 else {}

    def test_every_kernel(self):
        gpu = skip_without_gpu(suite_run.SUITE)
        listed = subprocess.run([suite_run.SUITE, "--tickbench_list", f"--tickbench_device={DEVICE}", "--tickbench_large"],
                                stdout=subprocess.PIPE, text=True, check=True).stdout.split()
        ids = [name for name in listed if name.split("/")[1] in KERNELS]
        self.assertGreater(len(ids), 15)
        watched = {name.partition("/")[2]: records(SUITE_UNDER_CUPTI, name) for name in ids}
        found, stream = self.measured(ids)
        self.assertEqual(found.status, 0, found.error)
        _, graph = self.measured(ids, "--tickbench_mode=graph")
        opencl = self.by_opencl(watched)

        rows, faults = [], []
        for name, seen in watched.items():
            kernel = seen["kernels"].get(name.split("/")[0])
            self.assertIsNotNone(kernel, f"{name}: the profiler saw {list(seen['kernels'])}")
            profiler, row = kernel["median"], stream[name]
            batched = value(row, "time")
            rows.append([f"`{name}`", microseconds(profiler), microseconds(value(graph.get(name), "time")),
                         microseconds(batched), row["methods"]["batched"], microseconds(value(opencl.get(name), "time")),
                         microseconds(value(row, "isolated_held_time")), microseconds(value(row, "isolated_time")),
                         f"{batched / profiler:.3f}", f"{(batched - profiler) * US:.2f}", kernel["count"]])
            faults += self.faults(name, profiler, batched, value(graph.get(name), "time"), "H200" in gpu)
        print_table(["benchmark", "profiler", "graph", "stream", "brackets", "OpenCL", "event pair, held", "event pair",
                     "stream / profiler", "stream - profiler", "records"], rows)
        self.assertEqual(faults, [])

    @staticmethod
    def faults(name, profiler, batched, by_graph, is_h200):
        most = MOST_RATIO * profiler + HAND_OVER
        if is_h200 and name in H200_MOST:
            most = min(most, H200_MOST[name])
        if is_h200 and name in H200_MOST_RATIO:
            most = H200_MOST_RATIO[name] * profiler
        bounds = [("stream", batched, LEAST_RATIO * profiler, most)]
        if by_graph is not None:
            bounds.append(("graph", by_graph, 0, 1.05 * batched))
        return [f"{name}: {way}: expected {microseconds(low)} to {microseconds(high)} us, found {microseconds(time)}"
                for way, time, low, high in bounds if not low <= time <= high]


class CuBlas(unittest.TestCase):
    def test_a_matrix_product(self):
        skip_without_gpu(CUBLAS)
        # As long as the profiler watches: a GPU under load for longer may lower its clocks.
        found = run(CUBLAS, "--tickbench_mode=batched", "--tickbench_budget=0.1")
        skipped = [row["message"] for row in found.rows if row["outcome"] == "unsupported"]
        if skipped:
            self.skipTest(skipped[0])
        self.assertEqual(found.status, 0, found.error)
        rows, faults = [], []
        for row in found.rows:
            kernels = records(CUBLAS_UNDER_CUPTI, row["id"])["kernels"].values()
            self.assertTrue(kernels, row["id"])
            calls = max(kernels, key=lambda of: of["median"] * of["count"])["count"]
            profiler = sum(of["median"] * of["count"] for of in kernels) / calls
            a_call = sum(of["count"] for of in kernels) / calls
            batched = value(row, "time")
            rows.append([f"`{row['id']}`", microseconds(profiler), microseconds(batched), f"{a_call:.2f}"])
            if abs(batched - profiler) > max(CUBLAS_RATIO * profiler, CUBLAS_SLACK):
                faults.append(f"{row['id']}: expected about {microseconds(profiler)} us, found {microseconds(batched)}")
        print_table(["call", "profiler", "timed_queue", "kernels a call"], rows)
        self.assertEqual(faults, [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
