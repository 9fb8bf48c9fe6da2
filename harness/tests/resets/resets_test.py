# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Work whose time depends on what the launch before it left: refused without a reset, honest behind one."""
import json
import math
import os
import pathlib
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["PROGRAM"]
BARE, AFTER, AFTER_NOTHING, BEHIND_COPY, COPY_ALONE = range(5)
# Other tests use the processors too, which only adds: the shortest samples of up to so many runs are compared. PoCL has
# one thread: two would have to find both processors idle.
TRIES = 12
ENVIRONMENT = {**os.environ, "POCL_MAX_PTHREAD_COUNT": "1", "POCL_CPU_MAX_CU_COUNT": "1"}


def rows(name, *ways):
    """By way, each with its shortest sample."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "samples.json")
        found = subprocess.run(
            [PROGRAM, "--benchmark_format=json", "--tickbench_budget=0.2", "--tickbench_mode=batched",
             "--tickbench_device=opencl:0", f"--tickbench_samples_out={path}",
             f"--benchmark_filter=^opencl/{name}/({'|'.join(map(str, ways))})$"],
            capture_output=True, text=True, env=ENVIRONMENT, timeout=240, check=False)
        samples = json.loads(path.read_text())["benchmarks"]
    rows = {way_of(row["name"]): row for row in json.loads(found.stdout)["benchmarks"]}
    for row in samples:
        rows[way_of(row["id"])]["shortest"] = min(row["device_seconds"])
    return rows


def way_of(name):
    return int(name.split("/")[2])


class Resets(unittest.TestCase):
    def expect_mistrusted(self, name, way, sentence):
        for _ in range(TRIES):
            row = rows(name, way)[way]
            if "unclear whether a launch changes the next one's time" not in row.get("label", ""):
                break  # else noise hides it, and the row says so
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
                shortest = dict.fromkeys((AFTER, BEHIND_COPY, COPY_ALONE), math.inf)
                for _ in range(TRIES):
                    found = rows(name, *shortest)
                    self.assertEqual(found[AFTER]["tickbench"]["outcome"], "passed", found[AFTER])
                    self.assertRegex(found[AFTER]["tickbench"]["methods"]["batched"], " after a reset$")
                    shortest = {way: min(time, found[way]["shortest"]) for way, time in shortest.items()}
                    ratio = shortest[AFTER] / (shortest[BEHIND_COPY] - shortest[COPY_ALONE])
                    if abs(ratio - 1) < 0.05:
                        break
                self.assertAlmostEqual(ratio, 1, delta=0.05, msg=shortest)

    def test_an_insertion_behind_a_reset_passes(self):
        found = rows("insert", AFTER)[AFTER]
        self.assertEqual(found["tickbench"]["outcome"], "passed", found)

    def test_inputs_change_behind_a_reset(self):
        row = rows("random_keys", AFTER)[AFTER]
        self.assertEqual(row["tickbench"]["outcome"], "passed", row)
        self.assertGreater(row["tickbench"]["fresh"]["compared"], 2)
        for word in ("the inputs are the same", "changes a buffer", "keeps results"):
            self.assertNotIn(word, str(row))

    def test_an_older_input_that_a_reset_puts_back_is_wrong(self):
        row = rows("stale_keys", AFTER)[AFTER]
        self.assertEqual(row["tickbench"]["outcome"], "wrong_result", row)
        self.assertIn("where its input changes between launches", row["error_message"])

    def test_what_does_not_depend_on_it_passes(self):
        for way, row in rows("add", BARE, AFTER, AFTER_NOTHING).items():
            self.assertEqual(row["tickbench"]["outcome"], "passed", (way, row))


if __name__ == "__main__":
    unittest.main()
