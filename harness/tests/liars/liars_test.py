#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Benchmarks that lie must fail by name, and the honest ones beside them must pass."""
import json
import os
import re
import subprocess
import tempfile
import unittest

import cheats

BACKEND = os.environ.get("BACKEND")


def is_gpu():
    listed = subprocess.run([os.environ["LIARS"], "--tickbench_list_devices", "--benchmark_format=json"],
                            capture_output=True, text=True)
    devices = json.loads(listed.stdout)["devices"] if listed.returncode == 0 else []
    return any(device["backend"] == BACKEND and device["type"] == "gpu" for device in devices)


# Of each: its outcome, and a part of its message or of its row's label.
EXPECTED = {
    "honest": ("passed", ""),
    "flag_in_a_buffer": ("wrong_result", "where its input changes between launches"),
    "flag_on_the_host": ("wrong_result", "where its input changes between launches"),
    "another_kernel": ("wrong_result", "does not give the results that were checked"),
    "a_sixteenth": ("wrong_result", "15360 of 16384 elements are wrong"),
    "too_many_bytes": ("impossible_rate", "peak of its memory"),
    "too_many_operations": ("impossible_rate", "by what state.flops declares"),
    "too_few_writes": ("invalid_benchmark", "state.writes: expected at least"),
    "two_constants": ("mistrusted", "constants would pass"),
    "whole_sum": ("passed", ""),
    "nine_tenths_of_a_sum": ("wrong_result", "1 of 1 elements are wrong"),
    "any_tolerance": ("passed", "loose tolerance"),
    "writes_behind": ("wrong_result", " bytes after its end, the first at offset 4000"),
    "writes_before": ("wrong_result", "argument 2 'y' of the kernel 'scale_from_before' (65536 bytes): "
                      "4 bytes before its beginning, the nearest at offset -1"),
    "writes_elsewhere_when_measured": ("wrong_result", "4 bytes before its beginning, the nearest at offset -1"),
    "reads_behind": ("wrong_result", "element 16383 of the output depends on memory after the end of "
                     "argument 0 'x' of the kernel 'add_neighbour' (65536 bytes): nan with the one poison there, "),
    "never_written": ("wrong_result", "element 0 of the output depends on memory that was never written: in "
                      "argument 3 'more' of the kernel 'scale_and_add' (65536 bytes): nan with the one poison there, "),
    "never_written_local": ("wrong_result", "element 0 of the output depends on local memory that was never written: "),
    "hard_coded": ("wrong_result", "for which it gives the same result: it is hard-coded, or does not follow the input"),
    "constants_on_both_sides": ("mistrusted", "a kernel that writes constants would pass this check"),
    "no_input": ("passed", ""),
}
HONEST = {"honest", "whole_sum", "honest_callable"}
CALLABLES = {
    "honest_callable": ("nothing_to_check", ""),
    "nothing_enqueued": ("invalid_benchmark", "no longer than nothing does"),
    "a_wait": ("invalid_benchmark", "waits for the device"),
    "a_wait_that_is_denied": ("invalid_benchmark", "waits for the device"),
}
if BACKEND == "cuda":
    # The stand-in for the driver gives zeros to every launch.
    EXPECTED["never_written_local"] = ("passed", "")
# Without a measurement there is no rate, and nothing that was timed.
NOT_WHEN_VERIFYING = {"flag_in_a_buffer", "flag_on_the_host", "too_many_bytes", "too_many_operations",
                      *cheats.NOT_WHEN_VERIFYING}

# A GPU need not keep in local memory what the launch before left. It does the work that is saved within the time of a launch, and
# its driver takes as long to enqueue one as from bracket to bracket.
NOT_ON_A_GPU = {"never_written_local", "converges_in_place", "only_the_first_of_a_bracket", *cheats.SEEN_BY_TIME}


def without_reasons(hidden):
    return {name: (outcome, "") for name, (outcome, _) in hidden.items()}


EXPECTED |= cheats.CHEATS | without_reasons(cheats.HIDDEN)
CALLABLES |= cheats.CALLABLES | without_reasons(cheats.HIDDEN_CALLABLES)
if BACKEND in ("opencl", "level_zero"):
    EXPECTED |= cheats.REMEMBERING
if BACKEND == "cuda":  # the stand-in driver's kernels let the compiler order reads and writes as it likes
    EXPECTED["inout_named_out"] = ("wrong_result", "16384 of 16384 elements are wrong")
if BACKEND == "level_zero":
    # The compiler of SPIR-V does the work on both sides of the branch: what is measured is honest.
    EXPECTED |= dict.fromkeys(("remembers_its_input", "remembers_many_inputs"), ("passed", ""))


def without_names(text):
    """CUDA knows the names of arguments where a build has the same kernel in another form."""
    return re.sub(r"(argument \d+) '\w+'", r"\1", text) if BACKEND == "cuda" else text


def run(*flags):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.json")
        found = subprocess.run([os.environ["LIARS"], f"--tickbench_device={BACKEND}", "--tickbench_budget=0.05",
                                f"--benchmark_out={out}", *flags], capture_output=True, text=True)
        if found.returncode == 77:
            raise unittest.SkipTest(found.stderr)
        with open(out) as file:
            return found, {row["tickbench"]["id"].split("/")[1]: row for row in json.load(file)["benchmarks"]}


class Liars(unittest.TestCase):
    def check(self, rows, expected):
        for name, (outcome, words) in expected.items():
            if is_gpu() and name in NOT_ON_A_GPU:
                continue
            with self.subTest(name):
                row = rows[name]
                for _ in range(10 if name in cheats.SEEN_BY_TIME else 0):
                    if words in str(row):
                        break  # else pauses of the host hid a difference of time, and the row says that it was shared
                    row = run(f"--benchmark_filter={name}/")[1][name]
                if name == "only_the_first_of_a_bracket" and row["tickbench"].get("batch") == 1:
                    continue  # on a busy host a bracket is one launch: what is measured is honest
                if name == "converges_in_place" and BACKEND == "level_zero" and row["tickbench"]["outcome"] == "passed":
                    continue  # clang 14 does the work on both sides of the branch, as above; clang 18 does not
                self.assertEqual(row["tickbench"]["outcome"], outcome, row["tickbench"]["message"])
                said = row["tickbench"]["message"] + row.get("label", "") + str(row["tickbench"].get("notes", ""))
                self.assertIn(without_names(words), without_names(said))

    def test_fail_by_name(self):
        expected = EXPECTED | (CALLABLES if BACKEND == "opencl" else {})
        found, rows = run()
        self.assertEqual(found.returncode, 1, found.stderr)
        self.assertEqual(set(rows), set(expected))
        self.check(rows, expected)

    def test_another_launch_fails_where_nothing_is_measured_too(self):
        _, rows = run("--tickbench_verify_only")
        self.check(rows, {name: of for name, of in EXPECTED.items() if name not in NOT_WHEN_VERIFYING})


if __name__ == "__main__":
    unittest.main()
