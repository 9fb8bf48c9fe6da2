# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs every snippet of docs/ctest.md, in the order of the page: a cmake block is what a project calls, a json block is a
file named in the line before it, a console block is commands with what they print (... stands for anything)."""

import os
import re
import unittest
from pathlib import Path

from discovery_test import Project, run

PAGE = Path(os.environ["MODULE"]).parent.parent / "docs/ctest.md"
FLOORS = """{"schema": "tickbench-floors/1", "floors": [
  {"device": ".*", "benchmark": ".*/saxpy/256", "metric": "time", "at_most": 1}]}"""


class Page(Project):
    def call(self, block):
        calls = block if "DISCOVERY_MODE" in block else re.sub(r"(\(suite)", r"\1 DISCOVERY_MODE PRE_TEST", block)
        self.configure(calls)
        tests = [test["name"] for test in self.discovered()]
        self.assertGreater(len(tests), 2)
        self.assertEqual(len(tests), len(set(tests)))

    def console(self, block):
        command, _, expected = block.removeprefix("$ ").partition("\n")
        pattern = ".*".join(re.escape(part.strip("\n")) for part in expected.split("..."))
        tools = Path(os.environ["TOOL"]).parent
        status, out = run("sh", "-c", command, cwd=self.build, PATH=f"{tools}:{Path(os.environ['CTEST']).parent}:/usr/bin:/bin")
        self.assertEqual(status, 0, out)
        self.assertRegex(out, re.compile(pattern, re.DOTALL))

    def test_snippets(self):
        (self.source / "floors.json").write_text(FLOORS)
        blocks = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)
        self.assertEqual([language for language, _ in blocks],
                         ["cmake", "console", "cmake", "cmake", "cmake", "console", "json", "console"])
        for language, block in blocks:
            with self.subTest(block):
                if language == "cmake":
                    self.call(block)
                elif language == "json":
                    (self.build / "spec.json").write_text(block)
                else:
                    self.console(block)


if __name__ == "__main__":
    unittest.main()
