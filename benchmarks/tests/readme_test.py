#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""readme_test.py [--write]: the README's table is what the suite prints in a terminal, but for its numbers.

SUITE_PROGRAM names the suite. With --write the README gets a table of this machine. Exit status 77: no OpenCL device.
"""
import fcntl
import os
import pathlib
import pty
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"
# The width, the command and what it prints.
SAMPLE = re.compile(r"(?s)in a terminal of (\d+) columns, `tickbench-suite (.*?)` with\n`(.*?)` prints:\n\n```text\n(.*?)```\n")
# What a run may say or leave out.
OF_THE_MACHINE = re.compile(r"\d+ of them (has|have|ran) |the canary of ")


def printed(columns, flags, folder):
    """Standard output, which is a terminal, and what standard error says from the summary on."""
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
    with open(folder / "err", "w+", encoding="utf-8") as err:
        with subprocess.Popen([os.environ["SUITE_PROGRAM"], *flags], stdout=child, stderr=err, env=environment, cwd=folder) as suite:
            os.close(child)
            text = b""
            while True:
                try:
                    text += os.read(parent, 65536) or sys.exit("expected a terminal, found its end")
                except OSError:  # Linux ends a terminal so
                    break
        if suite.wait() == 77:
            print("no OpenCL device")
            sys.exit(77)
        err.seek(0)
        said = err.read().replace(os.environ["SUITE_PROGRAM"], "tickbench-suite")  # as with it in the PATH
    assert suite.returncode == 0, said
    return text.decode().replace("\r\n", "\n") + said[said.index("\n5 benchmarks"):]


def parts(text):
    """Heading, rows, legend and summary."""
    table, legend, summary = re.fullmatch(r"(?s)(.*?)\n(time  .*?)\n(\d+ benchmarks.*)", text).groups()
    heading, *rows = table.splitlines()
    return heading, [row for row in rows if not row.startswith(" ")], legend.splitlines(), summary.splitlines()


def filled(heading, row):
    """The row's id, and which columns of the heading have a figure. Empty lines stay."""
    columns = [match.span() for match in re.finditer(r"\S+( \S+)*", heading)][1:]
    return row.split(" ")[0], [bool(row[begin:end].strip()) for begin, end in columns]


class Readme(unittest.TestCase):
    def test_its_table_is_what_the_suite_prints(self):
        columns, out, flag, text = SAMPLE.search(README.read_text()).groups()
        with tempfile.TemporaryDirectory() as folder:
            now = printed(int(columns), [*shlex.split(f"{out} {flag}"), "--tickbench_budget=0.02"], pathlib.Path(folder))
        (heading, rows, legend, summary), (heading_now, rows_now, legend_now, summary_now) = parts(text), parts(now)
        self.assertEqual(heading, heading_now)
        self.assertEqual([filled(heading, row) for row in rows], [filled(heading, row) for row in rows_now], now)
        meanings_now = [re.split("  +", line) for line in legend_now]
        for line in legend:
            self.assertIn(re.split("  +", line), meanings_now)
        self.assertEqual(*([line for line in lines if not OF_THE_MACHINE.match(line)] for lines in (summary, summary_now)))


def write():
    with tempfile.TemporaryDirectory() as folder:
        readme = README.read_text()
        sample = SAMPLE.search(readme)
        now = printed(int(sample[1]), shlex.split(f"{sample[2]} {sample[3]}"), pathlib.Path(folder))
    README.write_text(readme[:sample.start(4)] + now + readme[sample.end(4):])


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write()
    else:
        unittest.main()
