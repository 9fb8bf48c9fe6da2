#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Programs of one benchmark: what is equal is not measured, on one back end."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL, FOLDER, BACKEND = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
del sys.argv[1:4]
FLAGS = [f"--tickbench_device={BACKEND}:0"]


def code_of(name, *flags):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.json"
        done = subprocess.run([FOLDER / f"equal_code_{name}", *FLAGS, *flags, f"--benchmark_out={out}"], capture_output=True, text=True,
                              check=False)
        if done.returncode == 77:
            raise unittest.SkipTest(f"no device of {BACKEND}: {done.stderr}")
        assert done.returncode == 0, done.stdout + done.stderr
        (row,) = json.loads(out.read_text())["benchmarks"]
        return row["tickbench"]["code"]


def digest(name, *flags):
    code = code_of(name, "--tickbench_verify_only", *flags)
    assert "digest" in code, code
    return code["digest"]


class EqualCode(unittest.TestCase):
    def setUp(self):
        self.base = digest("base")

    def test_comments_names_and_host_code_leave_it_equal(self):
        for name in ("base", "renamed", "host"):
            self.assertEqual(digest(name), self.base, name)

    def test_a_run_that_measures_has_it_too(self):
        short = "--tickbench_budget=0.01"  # a setting, which counts
        self.assertEqual(code_of("base", short)["digest"], digest("base", short))

    def test_all_else_changes_it(self):
        seen = {self.base}
        for name in ("constant", "elements", "group", "argument", "input", *([] if BACKEND == "vulkan" else ["flag"])):
            found = digest(name)
            self.assertNotIn(found, seen, name)
            seen.add(found)
        self.assertNotIn(digest("base", "--tickbench_cache=cold"), seen)

    def ab(self, old, new, *flags):
        return subprocess.run([TOOL, "ab", FOLDER / f"equal_code_{old}", FOLDER / f"equal_code_{new}", "--budget=2", *flags, "--", *FLAGS,
                               "--tickbench_budget=0.01"], capture_output=True, text=True, check=False)

    def test_ab_measures_only_what_changed(self):
        done = self.ab("base", "renamed")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("same (equal device code and launches)", done.stdout)
        self.assertIn("Nothing was measured", done.stdout)
        self.assertNotIn("(equal device code", self.ab("base", "constant").stdout)
        self.assertNotIn("(equal device code", self.ab("base", "renamed", "--all").stdout)


if __name__ == "__main__":
    unittest.main()
