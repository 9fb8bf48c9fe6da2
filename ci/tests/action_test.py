#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""action_test.py TOOL CXX: runs the script of action.yml from end to end, as GitHub does, in a repository of its own.

The command comes from a wheel made here, the program is one of Google Benchmark's, and a stand-in for gh records its calls.
Exit status 77: no python3-yaml, or no Google Benchmark to compile with.
"""
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

import with_google_benchmark

try:
    import yaml
except ImportError as error:
    print(f"python3 has no module {error.name} (Debian: python3-yaml)")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
STEP = ACTION["runs"]["steps"][0]
# A folder and a branch whose names are commands to a shell that reads them.
FOLDER, BRANCH = "out $(touch pwned) `touch pwned`; touch pwned", "topic/$(touch${IFS}pwned);touch${IFS}pwned&&'\"`x`"
PROGRAM = r"""
#include <benchmark/benchmark.h>
static void Steps(benchmark::State& state) {
  for (auto _ : state) {}
  state.counters["steps"] = STEPS;
}
static const auto* registered = benchmark::RegisterBenchmark("Ste|ps<b>@everyone", Steps)->Iterations(1);
BENCHMARK_MAIN();
"""
GH = r"""#!{python}
import json, pathlib, sys
state = pathlib.Path({state!r})
call = {{"arguments": sys.argv[1:], "body": json.load(sys.stdin)}}
with (state / "calls").open("a") as file:
    file.write(json.dumps(call) + "\n")
if (state / "forbidden").exists():
    sys.exit("HTTP 403: Resource not accessible by integration\n::error::not GitHub's")
if "comments(" in call["body"].get("query", ""):
    pages = json.loads((state / "pages").read_text())
    page = int(call["body"]["variables"]["cursor"] or 0)
    print(json.dumps({{"data": {{"repository": {{"pullRequest": {{"id": "PR", "comments": {{
        "nodes": pages[page], "pageInfo": {{"hasNextPage": page + 1 < len(pages), "endCursor": str(page + 1)}}}}}}}}}}}}))
else:
    print('{{"data": {{}}}}')
"""


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True, **options).stdout.strip()


def commit(repository, steps):
    (repository / "program.cpp").write_text(PROGRAM.replace("STEPS", str(steps)))
    run("git", "-C", repository, "add", ".")
    run("git", "-C", repository, "-c", "user.name=n", "-c", "user.email=e@example.org", "commit", "--quiet", "-m", "steps")
    return run("git", "-C", repository, "rev-parse", "HEAD")


def write_wheel(path):
    """A wheel with nothing but the command."""
    information = "tickbench-0.1.0.dist-info/"
    with zipfile.ZipFile(path, "w") as wheel:
        command = zipfile.ZipInfo("tickbench-0.1.0.data/scripts/tickbench")
        command.external_attr = 0o100755 << 16
        wheel.writestr(command, pathlib.Path(TOOL).read_bytes())
        wheel.writestr(information + "METADATA", "Metadata-Version: 2.1\nName: tickbench\nVersion: 0.1.0\n")
        wheel.writestr(information + "WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(information + "RECORD", "")


class Action(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.root = pathlib.Path(cls.folder.name)
        cls.repository = cls.root / "repository"
        cls.state = cls.root / "state"
        cls.state.mkdir()
        run("git", "init", "--quiet", "--initial-branch=main", cls.repository)
        (cls.repository / "floors.json").write_text(json.dumps({"schema": "tickbench-floors/1", "floors": [
            {"device": ".*", "benchmark": "Ste.*", "metric": "counter:steps", "at_most": 1, "tolerance": 0}]}))
        (cls.repository / "time.json").write_text(json.dumps({"schema": "tickbench-floors/1", "floors": [
            {"device": ".*", "benchmark": "Ste.*", "metric": "cpu_time", "at_most": 1}]}))
        began = commit(cls.repository, 1)
        run("git", "-C", cls.repository, "checkout", "--quiet", "-b", BRANCH)
        cls.slow = commit(cls.repository, 2)
        run("git", "-C", cls.repository, "checkout", "--quiet", "-b", "equal", began)
        (cls.repository / "README").write_text("equal")
        cls.equal = commit(cls.repository, 1)
        run("git", "-C", cls.repository, "checkout", "--quiet", "main")
        cls.main = commit(cls.repository, 4)  # the base branch has moved: no part of the change
        write_wheel(cls.root / "tickbench-0.1.0-py3-none-any.whl")
        (cls.root / "bin").mkdir()
        gh = cls.root / "bin/gh"
        gh.write_text(GH.format(python=sys.executable, state=str(cls.state)))
        gh.chmod(0o755)

    def setUp(self):
        shutil.rmtree(self.state)
        self.state.mkdir()
        self.pages([])

    def pages(self, *pages):
        (self.state / "pages").write_text(json.dumps(pages))

    def calls(self):
        path = self.state / "calls"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def act(self, sha, event="pull_request", **inputs):
        """Runs the step as GitHub does. Returns its exit status, its output and the texts that it published."""
        work = pathlib.Path(tempfile.mkdtemp(dir=self.root))
        payload = {"pull_request": {"number": 7, "base": {"sha": self.main}, "head": {"sha": sha}}} if event == "pull_request" else {}
        (work / "event.json").write_text(json.dumps(payload))
        values = {name: text.get("default", "") for name, text in ACTION["inputs"].items()}
        values |= {"build": 'mkdir -p "$FOLDER" && "$COMPILER" program.cpp -o "$FOLDER/program" -lbenchmark -lpthread',
                   "program": FOLDER + "/program", "tickbench": TOOL,
                   "flags": "--metric=steps\n--lower-is-better=steps\n--pairs=12"}
        values |= {name.replace("_", "-"): text for name, text in inputs.items()}
        given = {"${{ toJSON(inputs) }}": json.dumps(values), "${{ inputs.token }}": "secret", "${{ github.action_path }}": str(ROOT)}
        environment = os.environ | {name: given[text] for name, text in STEP["env"].items()} | {
            "GITHUB_WORKSPACE": str(self.repository), "GITHUB_REPOSITORY": "owner/name", "GITHUB_EVENT_PATH": str(work / "event.json"),
            "GITHUB_SHA": sha, "RUNNER_TEMP": str(work), "GITHUB_STEP_SUMMARY": str(work / "summary"),
            "GITHUB_OUTPUT": str(work / "output"), "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}", "FOLDER": FOLDER, "COMPILER": CXX,
            "PIP_NO_INDEX": "1"}
        (work / "step.sh").write_text(STEP["run"])
        result = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", str(work / "step.sh")], cwd=self.repository,
                                env=environment, capture_output=True, text=True, check=False)
        self.assertEqual([path for path in self.root.rglob("pwned*") if path.name == "pwned"], [], "a text was read as a command")
        texts = {name: (work / name).read_text() if (work / name).exists() else "" for name in ("summary", "output")}
        self.files = sorted(path.relative_to(work / "tickbench").as_posix() for path in (work / "tickbench").glob(f"{values['artifact']}/*"))
        return result.returncode, result.stdout + result.stderr, texts

    def conclusion(self):
        return next(call["body"] for call in self.calls() if call["arguments"][1].endswith("check-runs"))

    def test_slower_fails_and_comments(self):
        # Debian's python3 makes no environments without python3-venv.
        wheel = str(self.root / "tickbench-0.1.0-py3-none-any.whl") if importlib.util.find_spec("ensurepip") else TOOL
        status, output, texts = self.act(self.slow, tickbench=wheel)
        self.assertEqual(status, 1, output)
        self.assertEqual(texts["output"], "outcome=failed\n")
        self.assertIn("**slower**", texts["summary"])
        self.assertIn("2.0000", texts["summary"], "base is where the branch began, not the tip of main")
        self.assertNotIn("<b>", texts["summary"])
        added = self.calls()[1]["body"]
        self.assertIn("addComment", added["query"])
        self.assertEqual(added["variables"]["id"], "PR")
        self.assertEqual(added["variables"]["body"], "<!-- tickbench: tickbench -->\n" + texts["summary"].removesuffix("\n"))
        self.assertEqual((self.conclusion()["conclusion"], self.conclusion()["head_sha"]), ("failure", self.slow))
        self.assertEqual(self.files, [f"tickbench/{name}" for name in ("ab.json", "ab.xml", "log.txt", "runs", "table.md")])

    def test_own_comment_is_replaced(self):
        mark = "<!-- tickbench: tickbench -->\n"
        self.pages([{"id": "foreign", "viewerDidAuthor": False, "body": mark}, {"id": "talk", "viewerDidAuthor": True, "body": "x"}],
                   [{"id": "own", "viewerDidAuthor": True, "body": mark + "old"}])
        status, output, texts = self.act(self.equal)
        self.assertEqual((status, texts["output"]), (0, "outcome=passed\n"), output)
        changes = [call["body"] for call in self.calls() if "mutation" in call["body"].get("query", "")]
        self.assertEqual([change["variables"]["id"] for change in changes], ["own"])
        self.assertIn("updateIssueComment", changes[0]["query"])
        self.assertEqual(self.conclusion()["conclusion"], "success")

    def test_unclear_is_neutral(self):
        status, output, texts = self.act(self.equal, flags="--budget=0")
        self.assertEqual((status, texts["output"]), (0, "outcome=unclear\n"), output)
        self.assertEqual(self.conclusion()["conclusion"], "neutral")

    def test_a_token_that_may_not_write_is_a_warning(self):
        (self.state / "forbidden").touch()
        status, output, texts = self.act(self.equal)
        self.assertEqual((status, texts["output"]), (0, "outcome=passed\n"), output)
        self.assertEqual(len(re.findall(r"^::warning title=tickbench::gh api .*403.*%0A::error::", output, re.MULTILINE)), 2, output)

    def test_failed_build_is_an_error(self):
        status, output, texts = self.act(self.equal, build="echo '::error::a<b'; exit 3", comment="false")
        self.assertEqual((status, texts["output"]), (2, "outcome=error\n"), output)
        self.assertIn("expected commit", texts["summary"])
        self.assertIn("::error::a&lt;b", texts["summary"])
        stop = re.search(r"^::stop-commands::(\w{32})$", output, re.MULTILINE)
        self.assertLessEqual(stop.end(), output.index("\n::error::a<b"))
        self.assertEqual([call["arguments"][1] for call in self.calls()], ["repos/owner/name/check-runs"])
        self.assertEqual(self.conclusion()["conclusion"], "failure")

    def test_branches_are_text(self):
        status, output, texts = self.act(self.main, event="push", base="main", head=BRANCH, check_run="")
        self.assertEqual((status, texts["output"]), (1, "outcome=failed\n"), output)
        self.assertEqual(self.calls(), [], "a push has no comment")
        status, output, texts = self.act(self.main, event="push", base="--upload-pack=touch pwned", check_run="")
        self.assertEqual(status, 2)

    def test_check_judges_by_floors(self):
        run("git", "-C", self.repository, "checkout", "--quiet", self.slow)
        self.addCleanup(run, "git", "-C", self.repository, "checkout", "--quiet", "main")
        status, output, texts = self.act(self.slow, command="check", flags="--floors=floors.json\n--budget=2")
        self.assertEqual((status, texts["output"]), (1, "outcome=failed\n"), output)
        self.assertIn("### Floors: 1 missed", texts["summary"])
        self.assertIn("Ste|ps&lt;b&gt;@everyone", texts["summary"])
        status, output, texts = self.act(self.slow, command="check", flags="--floors=time.json\n--budget=0")
        self.assertEqual((status, texts["output"]), (0, "outcome=unclear\n"), output)
        self.assertEqual([call["body"]["conclusion"] for call in self.calls() if call["arguments"][1].endswith("check-runs")],
                         ["failure", "neutral"])

    def test_bad_inputs_are_named(self):
        status, output, texts = self.act(self.equal, command="bench")
        self.assertEqual(status, 2)
        self.assertIn("expected ab or check", texts["summary"])
        status, output, texts = self.act(self.equal, tickbench="--index-url=x")
        self.assertEqual(status, 2)
        self.assertIn("tickbench was not installed", texts["summary"])
        status, output, texts = self.act(self.equal, artifact="../x")
        self.assertEqual(status, 1)
        self.assertIn("artifact: expected a name", output)


class Text(unittest.TestCase):
    def test_nothing_is_pasted_into_a_script(self):
        for step in ACTION["runs"]["steps"]:
            self.assertNotIn("${{", step.get("run", ""))
            if "uses" in step:
                self.assertRegex(step["uses"], r"^[\w-]+/[\w-]+@[0-9a-f]{40}$")

    def test_inputs_are_those_of_the_script(self):
        script = (ROOT / "ci/action/run.py").read_text()
        used = set(re.findall(r"""(?:inputs\[|lines\()["']([\w-]+)["']""", script))
        self.assertEqual(used | {"token"}, set(ACTION["inputs"]))

    def test_is_an_action(self):
        checker = shutil.which("check-jsonschema")
        if not checker:
            self.skipTest("no check-jsonschema (PyPI has it)")
        result = subprocess.run([checker, "--builtin-schema", "vendor.github-actions", ROOT / "action.yml"], capture_output=True,
                                text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_its_script_is_shell(self):
        linter = ["shellcheck", "--shell=bash", "-"] if shutil.which("shellcheck") else ["bash", "-n"]
        result = subprocess.run(linter, input=STEP["run"] + "\n", capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)


if __name__ == "__main__":
    TOOL, CXX = sys.argv[1:3]
    with_google_benchmark.run_tests(CXX)
