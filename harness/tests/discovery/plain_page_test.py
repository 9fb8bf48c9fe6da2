# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds and runs all of docs/plain.md, in the order of the page: a block behind a file's name is that file, a sh block is
commands, a console block is commands with what they print (... stands for anything). The workflow's action
runs in a repository with the page's change."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HARNESS = Path(os.environ["MODULE"]).parent.parent
PAGE = (HARNESS / "docs/plain.md").read_text()
TOOLS = Path(os.environ["TOOL"]).parent


def run(command, folder, **environment):
    path = os.pathsep.join(map(str, (TOOLS, Path(os.environ["CTEST"]).parent, Path(os.environ["CMAKE"]).parent)))
    result = subprocess.run(["sh", "-e", "-c", command], cwd=folder, text=True, timeout=250, check=False,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            env={**os.environ, "PATH": f"{path}:{os.environ['PATH']}", "tickbench_DIR": os.environ["PACKAGE"],
                                 **environment})
    # CTest 4 leaves "0 tests failed" out.
    return result.returncode, result.stdout.replace("100% tests passed out of", "100% tests passed, 0 tests failed out of")


def as_pattern(expected):
    return re.compile(".*".join(re.escape(part.strip("\n")) for part in expected.split("...")), re.DOTALL)


class Page(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.project = self.folder / "project"
        self.project.mkdir()

    def console(self, block):
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            if "instructions" in command and shutil.which("valgrind") is None:
                continue
            status, out = run(command, self.project)
            fails = "tests failed out of" in expected and "0 tests failed" not in expected
            self.assertEqual(status != 0, fails, out)
            self.assertRegex(out, as_pattern(expected))

    def test_its_project_its_floors_its_failure_and_its_workflow(self):
        blocks = re.findall(r"(?:`([\w./]+)`:\n\n)?^```(\w+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
        kinds = [language for _, language, _ in blocks]
        self.assertEqual(kinds, ["cpp", "cmake", "json", "console", "sh", "console", "console", "console", "console", "yaml"])
        for name, language, block in blocks:
            with self.subTest(block):
                if language == "sh":
                    self.commit()  # what the change is a change of
                    status, out = run(block, self.project)
                    self.assertEqual(status, 0, out)
                elif language == "console":
                    self.console(block)
                elif language == "yaml":
                    self.workflow(block)
                else:
                    (self.project / name).write_text(block)

    def commit(self):
        (self.project / ".gitignore").write_text("build\n")
        status, out = run("git init -q -b main . && git add . && git -c user.name=a -c user.email=a@b commit -q -m base "
                          "&& git clone -q . ../remote", self.project)
        self.assertEqual(status, 0, out)

    def workflow(self, block):
        """The action's script, with the inputs of the page: the committed change against the commit before it."""
        status, out = run("git -c user.name=a -c user.email=a@b commit -q -a -m change && git rev-parse HEAD HEAD~1", self.project)
        self.assertEqual(status, 0, out)
        head, base = out.split()
        action = HARNESS.parent / "action.yml"
        inputs = dict.fromkeys(re.findall(r"^  ([\w-]+):\n    description:", action.read_text(), re.MULTILINE), "")
        given = dict(re.findall(r"^ {10}([\w-]+): (.*)$", block, re.MULTILINE))
        self.assertLessEqual(set(given), set(inputs))
        inputs |= {"command": "ab", "artifact": "tickbench", "tickbench": os.environ["TOOL"], **given, "flags": "--budget=30"}
        event, summary = self.folder / "event.json", self.folder / "summary.md"
        event.write_text(json.dumps({"pull_request": {"number": 1, "base": {"sha": base}, "head": {"sha": head}}}))
        status, out = run(f"python3 '{action.parent}/ci/action/run.py'", self.project, TICKBENCH_INPUTS=json.dumps(inputs),
                          GITHUB_WORKSPACE=str(self.project), GITHUB_REPOSITORY="owner/name", GITHUB_EVENT_PATH=str(event),
                          GITHUB_SHA=head, RUNNER_TEMP=str(self.folder), GITHUB_STEP_SUMMARY=str(summary),
                          GITHUB_OUTPUT=str(self.folder / "output"))
        self.assertEqual(status, 1, out)
        self.assertRegex(summary.read_text(), r"BM&#95;Squares \|.*\*\*slower\*\*")


if __name__ == "__main__":
    if shutil.which("git") is None:
        print("git is not here, which the page's commands take")
        sys.exit(77)
    unittest.main()
