#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks ci/examples: by check-jsonschema's schemas of GitHub and GitLab where it is installed, their scripts by shellcheck.

Exit status 77: no python3-yaml here. Without shellcheck bash alone reads the scripts.
"""
import pathlib
import shutil
import subprocess
import sys
import unittest

try:
    import yaml
except ImportError as error:
    print(f"python3 has no module {error.name} (Debian: python3-yaml)")
    sys.exit(77)

CI = pathlib.Path(__file__).resolve().parent.parent


def load(name):
    return yaml.safe_load((CI / "examples" / name).read_text())


def as_json(workflow):
    """YAML 1.1 reads the key `on` as true."""
    return {"on" if key is True else key: value for key, value in workflow.items()}


class Example(unittest.TestCase):
    def check_commands(self, commands):
        """They run ci/compare_commits as people would, and are shell into which nothing is pasted."""
        self.assertTrue(any("./ci/compare_commits" in command for command in commands))
        for command in commands:
            self.assertNotIn("${{", command, "values come through the environment")
            linter = ["shellcheck", "--shell=bash", "-"] if shutil.which("shellcheck") else ["bash", "-n"]
            result = subprocess.run(linter, input=command + "\n", capture_output=True, text=True, check=False)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def check_schema(self, name, schema):
        checker = shutil.which("check-jsonschema")
        if not checker:
            self.skipTest("no check-jsonschema (PyPI has it)")
        result = subprocess.run([checker, "--builtin-schema", schema, CI / "examples" / name], capture_output=True, text=True,
                                check=False)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)


class GitHub(Example):
    def setUp(self):
        self.workflow = as_json(load("github.yml"))
        self.steps = self.workflow["jobs"]["ab"]["steps"]

    def test_is_a_workflow(self):
        self.check_schema("github.yml", "vendor.github-workflows")

    def test_takes_the_merge_base(self):
        self.assertIn("pull_request", self.workflow["on"])
        step = next(step["run"] for step in self.steps if "compare_commits" in step.get("run", ""))
        self.assertIn("git merge-base", step, "the base branch's tip has what the pull request has not")

    def test_other_actions_are_pinned(self):
        for step in self.steps:
            if "uses" in step:
                self.assertRegex(step["uses"], r"^[\w-]+/[\w-]+@[0-9a-f]{40}$")
        self.assertIs(self.steps[0]["with"]["persist-credentials"], False)

    def test_its_scripts_are_shell(self):
        self.check_commands([step["run"] for step in self.steps if "run" in step])


class Nights(Example):
    def setUp(self):
        self.workflow = as_json(load("history.yml"))
        self.job = self.workflow["jobs"]["night"]

    def test_is_a_workflow(self):
        self.check_schema("history.yml", "vendor.github-workflows")

    def test_a_pull_request_does_not_write_the_history(self):
        self.assertEqual(set(self.workflow["on"]), {"schedule", "workflow_dispatch"})
        self.assertEqual(self.workflow["permissions"], {})
        self.assertEqual(self.job["permissions"], {"contents": "write"})

    def test_runs_the_script_and_nothing_is_pasted(self):
        commands = [step["run"] for step in self.job["steps"] if "run" in step]
        self.assertIn('./ci/history "$FLAGS"', commands)
        for command in commands:
            self.assertNotIn("${{", command)
        for step in self.job["steps"]:
            if "uses" in step:
                self.assertRegex(step["uses"], r"^[\w-]+/[\w-]+@[0-9a-f]{40}$")


class GitLab(Example):
    def setUp(self):
        self.job = load("gitlab.yml")["compare"]

    def test_is_a_job(self):
        self.check_schema("gitlab.yml", "vendor.gitlab-ci")

    def test_its_scripts_are_shell(self):
        self.check_commands(self.job["before_script"] + self.job["script"] + self.job["after_script"])

    def test_compares_as_the_workflow_does(self):
        def flags(command):
            return command[command.index("--budget"):].split()
        steps = load("github.yml")["jobs"]["ab"]["steps"]
        workflow = next(step["run"] for step in steps if "compare_commits" in step.get("run", ""))
        self.assertEqual(flags(self.job["script"][0]), flags(workflow))
        for name in ("TICKBENCH_BUILD", "TICKBENCH_PROGRAM"):
            self.assertEqual(self.job["variables"][name], load("github.yml")["env"][name])


class Script(unittest.TestCase):
    @unittest.skipUnless(shutil.which("shellcheck"), "no shellcheck")
    def test_scripts_are_sound(self):
        for name in ("compare_commits", "history"):
            result = subprocess.run(["shellcheck", CI / name], capture_output=True, text=True, check=False)
            self.assertEqual(result.returncode, 0, result.stdout)


if __name__ == "__main__":
    unittest.main()
