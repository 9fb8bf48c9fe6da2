#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""agents_test.py TOOL CXX: runs the page AGENTS.md: its program, its floors, its commands, and each row of its tables.

Exit status 77: no Google Benchmark to compile with.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import with_google_benchmark

PAGE = (pathlib.Path(__file__).resolve().parent.parent.parent / "AGENTS.md").read_text()
WRONG, SKIP = "if (sum != 1.5 * state.range(0))", 'state.SkipWithError("no device");'


class Agents(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.path = pathlib.Path(folder.name)
        (cls.path / "bin").mkdir()
        for name, program in (("tickbench", TOOL), ("c++", CXX)):
            (cls.path / "bin" / name).symlink_to(program)
        cls.blocks = dict.fromkeys(("cpp", "json", "sh"))
        for language in cls.blocks:
            cls.blocks[language] = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
        (cls.path / "sum_benchmark.cpp").write_text(cls.blocks["cpp"][0])
        (cls.path / "floors.json").write_text(cls.blocks["json"][0])

    def shell(self, command):
        environment = os.environ | {"PATH": f"{self.path / 'bin'}:{os.environ['PATH']}"}
        return subprocess.run(["sh", "-e", "-c", command], cwd=self.path, env=environment, capture_output=True, text=True, check=False)

    def read(self, name):
        return json.loads((self.path / name).read_text())

    def row(self, table, status, *words):
        """The page's table of exit statuses has this row."""
        section = PAGE.split(f"\n## {table}. ")[1].split("\n## ")[0]
        rows = [line for line in section.splitlines() if line.startswith(f"| {status} |")]
        self.assertTrue(any(all(f"`{word}`" in line for word in words) for line in rows), (status, words))

    def build(self, name, *changes):
        text = self.blocks["cpp"][0]
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new)
        (self.path / f"{name}.cpp").write_text(text)
        result = self.shell(f"c++ -O2 {name}.cpp -o {name} -lbenchmark_main -lbenchmark -lpthread")
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_page(self):
        self.assertLessEqual(len(PAGE.splitlines()), 80)
        write, gate, compare = self.blocks["sh"]
        result = self.shell(write)
        self.assertEqual((result.returncode, result.stdout), (0, "Sum/4096\n"), result.stderr)
        self.assertEqual(self.read("measured.json")[0]["floors"]["verdict"], "no_floor")
        self.row(2, 0, "no_floor")

        result = self.shell(gate)
        judged = self.read("judged.json")[0]
        self.assertEqual((result.returncode, judged["id"], judged["outcome"]), (0, "Sum/4096", "passed"), result.stderr)
        self.assertIn(judged["floors"]["verdict"], ("pass", "inconclusive"))
        self.row(2, 0, judged["floors"]["verdict"])

        result = self.shell(compare.replace("--budget=60", "--budget=10"))
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        compared = self.read("ab.json")["benchmarks"][0]
        self.row(3, 0, compared["verdict"])
        self.assertLess(compared["ratio"]["low"], compared["ratio"]["estimate"])
        self.assertGreater(compared["ratio"]["high"], compared["ratio"]["estimate"])

    def check(self, name, *flags, budget=1):
        result = self.shell(f"tickbench check ./{name} --budget={budget} --json {' '.join(flags)}")
        return result.returncode, json.loads(result.stdout)[0] if result.stdout else None, result.stderr

    def test_rows_of_floors(self):
        self.build("sum")
        (self.path / "high.json").write_text(self.blocks["json"][0].replace("1e7", "1e15"))
        (self.path / "bad.json").write_text("{}")
        status, row, message = self.check("sum", "--floors=high.json", budget=3)
        self.assertEqual((status, row["floors"]["verdict"]), (1, "fail"), message)
        self.row(2, 1, "fail")
        status, row, message = self.check("sum", "--floors=high.json", budget=0)
        self.assertEqual((status, row["floors"]["verdict"]), (0, "inconclusive"), message)
        self.row(2, 0, "inconclusive")
        self.assertEqual(self.check("sum", "--floors=high.json", "--strict", budget=0)[0], 1)
        for flags in (["--floors=bad.json"], ["--benchmark=None"], ["--unknown"]):
            status, row, message = self.check("sum", *flags)
            self.assertEqual((status, row), (2, None))
            self.assertNotEqual(message, "")
        self.build("wrong", (WRONG, "if (true)"))
        status, row, _ = self.check("wrong")
        self.assertEqual((status, row["outcome"], row["message"]), (1, "error", "wrong sum"))
        self.row(2, 1, "outcome")
        self.build("skipped", (WRONG, SKIP + " if (false)"))
        self.assertEqual(self.check("skipped", "--skip-pattern='no device'")[0], 77)
        self.row(2, 77)

    def compare(self, *words):
        result = self.shell(f"tickbench ab {' '.join(words)} --json-out=out.json -- --benchmark_min_time=0.01")
        return result.returncode, result.stdout + result.stderr

    def test_rows_of_comparisons(self):
        self.build("sum")
        self.build("slow", ("    sum = std", "    for (int i = 0; i < 3; benchmark::ClobberMemory(), ++i) sum = std"))
        self.build("wrong", (WRONG, "if (true)"))
        two = ("->Arg(4096)", "->Arg(4096)->Arg(8)")
        self.build("two", two)
        self.build("half", two, (WRONG, "if (state.range(0) == 8)"))
        for old, new, budget, status, verdict in (("sum", "slow", 20, 1, "slower"), ("two", "half", 2, 1, "failed"),
                                                  ("sum", "sum", 0, 0, "unclear")):
            with self.subTest(new):
                found, output = self.compare(f"./{old}", f"./{new}", f"--budget={budget}")
                self.assertEqual(found, status, output)
                self.assertEqual(self.read("out.json")["benchmarks"][-1]["verdict"], verdict)
                self.row(3, status, verdict)
        for new, reason in (("wrong", "wrong sum"), ("none", "none")):
            status, output = self.compare("./sum", f"./{new}", "--budget=2")
            self.assertEqual(status, 2)
            self.assertIn(reason, output)


if __name__ == "__main__":
    TOOL, CXX = sys.argv[1:3]
    with_google_benchmark.run_tests(CXX)
