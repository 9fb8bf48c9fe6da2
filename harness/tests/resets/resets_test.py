# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Work whose time depends on what the launch before it left: refused without a reset, honest behind one."""
import json
import os
import subprocess
import unittest

PROGRAM = os.environ["PROGRAM"]
BARE, AFTER, AFTER_NOTHING, BEHIND_COPY, COPY_ALONE = range(5)
# Of so many runs one is near: other tests use the processors too.
TRIES = 4


def rows(name, *ways):
    found = subprocess.run(
        [PROGRAM, "--benchmark_format=json", "--tickbench_budget=0.2", "--tickbench_mode=batched",
         "--tickbench_device=opencl:0",
         f"--benchmark_filter=^opencl/{name}/({'|'.join(map(str, ways))})$"],
        capture_output=True, text=True, timeout=240, check=False)
    return {int(row["name"].split("/")[2]): row for row in json.loads(found.stdout)["benchmarks"]}


def time(row):
    return row["tickbench"]["metrics"]["time"]["value"]


class Resets(unittest.TestCase):
    def expect_mistrusted(self, name, way, sentence):
        row = rows(name, way)[way]
        self.assertEqual(row["tickbench"]["outcome"], "mistrusted", row)
        self.assertIn(sentence, row["error_message"])

    def test_without_a_reset_it_is_mistrusted(self):
        for name in ("bubble_sort", "solve", "insert"):
            with self.subTest(name):
                self.expect_mistrusted(name, BARE, "state.measure(...).after(reset) times each launch")

    def test_a_reset_that_restores_nothing_is_found(self):
        for name in ("bubble_sort", "solve", "insert"):
            with self.subTest(name):
                self.expect_mistrusted(name, AFTER_NOTHING, "does not restore the input")

    def test_behind_a_reset_it_is_the_honest_time(self):
        for name in ("bubble_sort", "solve"):
            with self.subTest(name):
                seen = []
                for _ in range(TRIES):
                    found = rows(name, AFTER, BEHIND_COPY, COPY_ALONE)
                    self.assertEqual(found[AFTER]["tickbench"]["outcome"], "passed", found[AFTER])
                    self.assertRegex(found[AFTER]["tickbench"]["methods"]["batched"], " after a reset$")
                    seen.append(time(found[AFTER]) / (time(found[BEHIND_COPY]) - time(found[COPY_ALONE])))
                    if abs(seen[-1] - 1) < 0.05:
                        break
                self.assertAlmostEqual(seen[-1], 1, delta=0.05, msg=seen)

    def test_an_insertion_behind_a_reset_passes(self):
        found = rows("insert", AFTER)[AFTER]
        self.assertEqual(found["tickbench"]["outcome"], "passed", found)

    def test_what_does_not_depend_on_it_passes(self):
        for way, row in rows("add", BARE, AFTER, AFTER_NOTHING).items():
            self.assertEqual(row["tickbench"]["outcome"], "passed", (way, row))


if __name__ == "__main__":
    unittest.main()
