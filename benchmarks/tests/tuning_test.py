#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The search for shapes, over a program in the suite's place whose times are known."""
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TUNING = pathlib.Path(__file__).resolve().parents[1] / "tuning"
# Shapes with more items take less time; 256x8 cannot be had, and 512x4 is wrong.
PROGRAM = """#!{python}
import json, os, re, sys
if "--tickbench_list_devices" in sys.argv:
    print(json.dumps({{"devices": [{{"id": "opencl:0", "name": "a device", "type": "cpu"}}]}}))
    sys.exit()
shape = os.environ["SUITE_SHAPES"].partition("=")[2]
outcome = {{"256x8": "over_limit", "512x4": "wrong_result"}}.get(shape, "passed")
time = 8.0 / int(shape.split("x")[1])
rows = []
best = {{"opencl/matmul_tuned/128": "32x32x32x4x4x4x8x4", "opencl/matmul_tuned/512": "64x64x16x8x32x16x1x1",
        "opencl/matmul_tuned/1024": "64x64x16x8x32x16x1x1"}}
for name in ("opencl/stream_add/1048576", "opencl/stream_triad/16777216", "opencl/copy/1048576", *best):
    pattern = next(flag for flag in sys.argv if flag.startswith("--benchmark_filter=")).partition("=")[2]
    if re.search(pattern, name):
        rows.append({{"tickbench": {{"id": name, "outcome": outcome, "message": "why\\nmore",
                                   "metrics": {{"time": {{"value": 1e-3 if shape == best.get(name) else time}}}}}}}})
print(json.dumps({{"benchmarks": rows}}))
"""


def search_module():
    spec = importlib.util.spec_from_file_location("search", TUNING / "search.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Search(unittest.TestCase):
    def run_search(self, *flags):
        with tempfile.TemporaryDirectory() as folder:
            here = pathlib.Path(folder)
            for name in ("search.py", "shapes.json"):
                (here / name).write_text((TUNING / name).read_text())
            program = here / "program"
            program.write_text(PROGRAM.format(python=sys.executable))
            program.chmod(0o755)
            done = subprocess.run([sys.executable, "-B", here / "search.py", program, *flags], capture_output=True,
                                  text=True, check=False)
            return done, json.loads((here / "shapes.json").read_text())

    def test_prints_the_best_and_leaves_out_what_fails(self):
        done, shapes = self.run_search("--device", "opencl:0", "--only", "stream")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("a device (cpu)\n", done.stdout)
        self.assertIn("stream 256x8: left out: over_limit: why\n", done.stdout)
        self.assertIn("stream 512x4: left out: wrong_result: why\n", done.stdout)
        best = done.stdout.index("stream 64x16: 1.000 (stream_add/1048576 5e+05 us, stream_triad/16777216 5e+05 us)\n")
        self.assertLess(best, done.stdout.index("stream 64x4: 4.000 ("))
        self.assertRegex(done.stdout, r"stream: best 64x16, chosen so far \S+\n$")
        self.assertEqual(shapes, json.loads((TUNING / "shapes.json").read_text()))

    def test_writes_the_choice_of_the_devices_class_and_nothing_else(self):
        done, shapes = self.run_search("--device", "opencl:0", "--only", "stream", "--write")
        self.assertEqual(done.returncode, 0, done.stderr)
        expected = json.loads((TUNING / "shapes.json").read_text())
        expected["stream"]["cpu"] = ["64x16"]
        self.assertEqual(shapes, expected)

    def test_writes_the_best_of_each_size_where_kernels_choose_by_it(self):
        done, shapes = self.run_search("--device", "opencl:0", "--only", "matmul_tuned", "--write")
        self.assertEqual(done.returncode, 0, done.stderr)
        expected = json.loads((TUNING / "shapes.json").read_text())
        # PROGRAM has these alone as the best ones of a size.
        expected["matmul_tuned"]["cpu"] = ["64x64x16x8x32x16x1x1", "32x32x32x4x4x4x8x4"]
        self.assertEqual(shapes, expected)

    def test_kernels_without_any_result_are_an_error(self):
        done, _ = self.run_search("--device", "opencl:0", "--only", "n_body")
        self.assertEqual(done.returncode, 1)
        self.assertIn("n_body: no shape gives a result", done.stdout)

    def test_an_unknown_device_is_named(self):
        done, _ = self.run_search("--device", "opencl:7")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("expected one of opencl:0, found opencl:7", done.stderr)


class Shapes(unittest.TestCase):
    """The file itself."""

    def setUp(self):
        self.shapes = json.loads((TUNING / "shapes.json").read_text())

    def test_are_all_searched_for(self):
        self.assertEqual(set(search_module().BENCHMARKS), set(self.shapes))

    def test_are_chosen_among_those_that_are_tried(self):
        for name, entry in self.shapes.items():
            self.assertEqual(len(entry["tried"]), len(set(entry["tried"])), name)
            for device_class in ("gpu", "cpu"):
                self.assertTrue(entry[device_class], name)
                self.assertLessEqual(set(entry[device_class]), set(entry["tried"]), name)
            for shape in entry["tried"]:
                self.assertTrue(re.fullmatch(r"[1-9][0-9]*(x[1-9][0-9]*)+", shape), f"{name}: {shape}")
                self.assertEqual(shape.count("x") + 1, len(entry["defines"]), f"{name}: {shape}")

    def test_begin_with_the_largest(self):
        search = search_module()
        for name, entry in self.shapes.items():
            for device_class in ("gpu", "cpu"):
                chosen = entry[device_class]
                self.assertEqual(chosen, sorted(chosen, key=search.covered, reverse=True), name)


if __name__ == "__main__":
    unittest.main(verbosity=2)
