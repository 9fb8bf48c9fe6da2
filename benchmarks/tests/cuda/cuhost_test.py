#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The suite over cuhost: every benchmark, every pair of memories, graphs, and what a broken device leaves."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import suite_run

DEVICE = "cuda:0"
SHORTLY = "--tickbench_budget=0.01"
# The outcomes of those that do not pass there.
OTHERWISE = {**dict.fromkeys(("empty", "launch", "peak_launches"), "nothing_to_check"), "matmul_cublas": "unsupported"}
# Memories that CUDA has. A copy between heap and host is none of the device's.
PAIRS = {
    f"{a}_to_{b}"
    for a in ("heap", "host", "device", "shared")
    for b in ("heap", "host", "device", "shared")
    if not {a, b} <= {"heap", "host"}
}


def run(*flags, **settings):
    return suite_run.run(*flags, drivers="", device=DEVICE, **settings)


def ids():
    return suite_run.smallest_of_each(device=DEVICE)


def each():
    return [f"--tickbench_benchmark={name}" for name in ids()]


class Suite(unittest.TestCase):
    def test_has_every_pair_of_memories(self):
        pairs = {name.split("/")[2] for name in ids() if name.startswith("cuda/transfer/")}
        self.assertEqual(pairs, PAIRS)

    def test_is_right_and_measured_in_every_benchmark(self):
        found = run(*each(), SHORTLY)
        self.assertEqual(found.status, 0, found.error)
        self.assertEqual(len(found.rows), len(ids()))
        for row in found.rows:
            self.assertEqual(row["outcome"], OTHERWISE.get(row["id"].split("/")[1], "passed"), row["message"])
            if row["outcome"] == "unsupported":
                self.assertIn("cuBLAS works with NVIDIA's own driver, and cuhost", row["message"])
                continue
            self.assertGreater(row["metrics"]["time"]["value"], 0, row["id"])
            self.assertIn(row["methods"]["batched"].removeprefix("held "), ("bracket", "events", "host"), row["id"])
        device = found.devices[0]
        self.assertEqual(device["pci_address"], "ffff:00:0a.0")
        self.assertIn("no GPU", device["note"])
        for peak in ("bytes_per_second", "flops_per_second"):
            self.assertGreater(device["peaks"][peak], 0)


class Graphs(unittest.TestCase):
    BENCHMARKS = ["cuda/saxpy/1024", "cuda/transfer/host_to_device/8192", "cuda/transfer/heap_to_device/8192"]

    def measured(self, mode, *more):
        flags = [f"--tickbench_benchmark={name}" for name in self.BENCHMARKS]
        found = run(*flags, SHORTLY, f"--tickbench_mode={mode}", *more)
        self.assertEqual(found.status, 0, found.error)
        return found

    def expect_graphs(self, found):
        """Of all but the copy from the heap, which is never captured, and says so. Rows stand as they were registered."""
        rows = {row["id"]: row for row in found.rows}
        for name in self.BENCHMARKS:
            self.assertEqual(rows[name]["settings"]["mode"], "graph")
            self.assertEqual(rows[name]["methods"]["isolated"], "event")
            is_graph = name != self.BENCHMARKS[2]
            self.assertEqual(rows[name]["methods"]["batched"].removeprefix("held ") == "graph", is_graph, rows[name])
            note = "batched: expected a graph, found work that the queue makes none of"
            self.assertEqual(note in rows[name]["notes"], not is_graph, rows[name])
        return rows

    def test_are_a_method_of_their_own(self):
        self.expect_graphs(self.measured("graph"))

    def test_of_rotating_buffers(self):
        for row in self.expect_graphs(self.measured("graph", "--tickbench_cache=rotating:100KiB")).values():
            self.assertEqual(row["settings"]["cache"], "rotating")
            self.assertRegex(" ".join(row["notes"]), r"\b\d+ copies of its buffers in turn")

    def test_with_a_cold_cache_are_none(self):
        for row in self.measured("graph", "--tickbench_cache=cold").rows:
            self.assertNotIn("graph", row["methods"]["batched"])

    def test_are_not_compared_with_streams(self):
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for mode in ("both", "graph"):
                files.append(str(pathlib.Path(folder, mode)))
                self.measured(mode, f"--benchmark_out={files[-1]}")
            done = subprocess.run([os.environ["TOOL"], "compare", *files], capture_output=True, text=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stdout + done.stderr, r"(?s)not comparable.*method")


class Laboratory(unittest.TestCase):
    def test_executing_nothing(self):
        found = run(*each(), CUHOST_LAB_EXECUTE_NOTHING="1")
        self.assertEqual(found.status, 1)
        self.assertEqual(len(found.rows), len(ids()))
        for row in found.rows:
            self.assertEqual(row["outcome"], "device_error", row["id"])
            self.assertIn("the device executed nothing", row["message"])

    def test_a_crashed_kernel_ends_the_device_and_not_the_process(self):
        found = run(*each(), "--tickbench_verify_only", CUHOST_LAB_CRASH_AFTER="3")
        self.assertEqual(found.status, 1)
        outcomes = [row["outcome"] for row in found.rows]
        self.assertEqual(outcomes.count("device_error"), 1)
        lost = outcomes.index("device_error")
        # One that does not apply to the device says so, whatever became of it.
        self.assertEqual(set(outcomes[lost + 1:]) - {"unsupported"}, {"no_device"})
        self.assertIn("CUDA_ERROR_ILLEGAL_ADDRESS", found.rows[lost]["message"])

    def test_a_driver_that_fails_while_it_is_listed(self):
        for call in ("cuInit", "cuDeviceGetCount", "cuDeviceGetName", "cuDeviceGetPCIBusId"):
            found = run(each()[0], "--tickbench_verify_only", CUHOST_LAB_FAIL=f"{call}:1:999")
            self.assertEqual([row["outcome"] for row in found.rows], ["device_error"], call)
            self.assertEqual(found.status, 1, call)
            self.assertRegex(found.error, rf"{call}.*CUDA_ERROR_UNKNOWN")


class Witness(unittest.TestCase):
    """The programs that NVIDIA's profiler watches, with a library in its place: what it says is read right."""

    def records(self, **settings):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "records.json")
            flags = ["--tickbench_benchmark=cuda/saxpy/1024", f"--tickbench_device={DEVICE}", "--tickbench_verify_only"]
            done = subprocess.run([os.environ["SUITE_UNDER_CUPTI"], path, *flags], capture_output=True, text=True,
                                  env={**os.environ, **settings}, check=False)
            return done, json.loads(path.read_text()) if path.exists() else None

    def test_reads_the_records(self):
        done, found = self.records(TICKBENCH_CUPTI=os.environ["FAKE_CUPTI"],
                                   FAKE_CUPTI_RECORDS="10 0 1000 4000;10 0 1 1001;1 0 100 5100;10 0 1 2001;10 0 0 9")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(set(found["kernels"]), {"saxpy"})
        self.assertEqual(found["kernels"]["saxpy"]["count"], 3)
        self.assertAlmostEqual(found["kernels"]["saxpy"]["median"], 2e-6)
        self.assertEqual(found["copies"]["count"], 1)
        self.assertAlmostEqual(found["copies"]["median"], 5e-6)
        self.assertEqual(found["dropped"], 1)

    def test_says_where_the_library_does_not_load(self):
        done, _ = self.records(TICKBENCH_CUPTI="/nowhere/libcupti.so")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no CUPTI is found (/nowhere/libcupti.so: ", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
