#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The commands of the page on studies: each suite's filter matches its group, and each report draws the group's figures."""
import json
import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

SUITE = os.environ["SUITE_PROGRAM"]
TOOL = os.environ["SUITE_TOOL"]
PAGE = pathlib.Path(__file__).parents[2] / "harness/docs/studies.md"
# Of each study few benchmarks are measured, for a short time: the figures are of the same kinds.
SMALL = {
    "kernels-and-transfers": r"/matmul/(32|64)$|/transfer/(device_to_device|heap_to_device)/(8192|32768|8388608|33554432)$",
    "launch": r"/launch/(first|depth/(1|4|16))$",
    "performance-metrics": r"/saxpy/(1024|65536)$|/transfer/(heap_to_device|device_to_heap)/(8192|32768)$",
    "work-groups": r"/work_groups/type:float/groups:(1|10)$",
    "scoped-timer": r"/pipeline/(4096|65536)$",
}
FIGURES = {
    "kernels-and-transfers": [
        "matmul: speed-up over serial and tbb",
        "Throughput between memories, 8 KiB to 32 KiB",
        "Throughput between memories, 8 MiB to 32 MiB",
    ],
    "launch": ["Where the time of one launch goes", "The first launch", "launch: time of one of many launches"],
    "performance-metrics": [
        "saxpy: throughput against size",
        "Throughput between memories, 8 KiB to 32 KiB",
        "Roofline of ",
        "saxpy: one launch by both clocks",
    ],
    "work-groups": ["work_groups: throughput against size", "work_groups: one launch by both clocks"],
    "scoped-timer": ["pipeline: its regions, and the whole"],
}


# What a device cannot run has no point in a figure.
BEYOND_THE_DEVICE = ("over_limit", "unsupported")


def commands():
    """Of each group: the suite's arguments, and the tool's."""
    lines = [shlex.split(line) for line in PAGE.read_text().splitlines() if line.startswith("    tickbench")]
    return {tool[tool.index("--group") + 1]: (suite[1:], tool[1:]) for suite, tool in zip(lines[::2], lines[1::2])}


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=250, check=False)
    if done.returncode == 77:
        raise unittest.SkipTest("no device here")
    assert done.returncode == 0, done.stderr
    return done.stdout


class Studies(unittest.TestCase):
    def test_each_group_has_its_commands(self):
        self.assertEqual(set(commands()), set(FIGURES))

    def test_the_filters_match_what_the_studies_are_about(self):
        for group, (suite, _) in commands().items():
            with self.subTest(group=group), tempfile.TemporaryDirectory() as folder:
                wanted = next(flag.partition("=")[2] for flag in suite if flag.startswith("--benchmark_filter="))
                listed = run([SUITE, "--tickbench_list", "--tickbench_large"], folder).split()
                matched = [name for name in listed if re.search(wanted, name)]
                self.assertTrue(matched)
                for name in listed:
                    if re.search(SMALL[group], name):
                        self.assertIn(name, matched)

    def test_each_report_draws_exactly_its_figures(self):
        for group, (suite, tool) in commands().items():
            with self.subTest(group=group), tempfile.TemporaryDirectory() as folder:
                others = [flag for flag in suite if "filter" not in flag and flag != "--tickbench_large"]
                # One device, so that no heading names it.
                flags = [f"--benchmark_filter={SMALL[group]}", "--tickbench_budget=0.005", "--tickbench_device=opencl"]
                run([SUITE, *others, *flags], folder)
                rows = json.loads(pathlib.Path(folder, tool[1]).read_text())["benchmarks"]
                beyond = {row["tickbench"]["message"] for row in rows if row["tickbench"]["outcome"] in BEYOND_THE_DEVICE}
                if beyond:
                    self.skipTest("; ".join(beyond))
                run([TOOL, *tool], folder)
                page = pathlib.Path(folder, tool[-1], "index.html").read_text()
                found = re.findall(r"<figure .*?<h3>(.*?)</h3>", page, re.DOTALL)
                # The roofline is one a device.
                devices = len({row["tickbench"]["device"] for row in rows})
                drawn = {re.sub(r"(?<=^Roofline of ).*", "", heading.replace("<wbr>", "")) for heading in found}
                self.assertEqual(drawn, set(FIGURES[group]))
                rooflines = sum(heading.startswith("Roofline") for heading in found)
                self.assertLessEqual(len(found) - rooflines, len(FIGURES[group]))
                self.assertLessEqual(rooflines, devices)


if __name__ == "__main__":
    unittest.main()
