#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks ci/examples by the schemas of GitHub and GitLab, and their scripts by shellcheck.

Exit status 77: no python3-yaml or python3-jsonschema here. Without shellcheck bash alone reads the scripts.
"""
import copy
import json
import pathlib
import shutil
import subprocess
import sys
import unittest

try:
    import jsonschema
    import yaml
except ImportError as error:
    print(f"python3 has no module {error.name} (Debian: python3-yaml, python3-jsonschema)")
    sys.exit(77)

CI = pathlib.Path(__file__).resolve().parent.parent
SCHEMAS = pathlib.Path(__file__).resolve().parent / "schemas"


def load(name):
    return yaml.safe_load((CI / "examples" / name).read_text())


def as_json(workflow):
    """YAML 1.1 reads the key `on` as true."""
    return {"on" if key is True else key: value for key, value in workflow.items()}


class Schema:
    def __init__(self, name):
        schema = json.loads((SCHEMAS / name).read_text())
        jsonschema.Draft7Validator.check_schema(schema)
        self.validator = jsonschema.Draft7Validator(schema)

    def errors(self, document):
        return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"
                for error in self.validator.iter_errors(document)]


class Example(unittest.TestCase):
    def check_commands(self, commands):
        """They run ci/compare_commits as people would, and are shell into which nothing is pasted."""
        self.assertTrue(any("./ci/compare_commits" in command for command in commands))
        for command in commands:
            self.assertNotIn("${{", command, "values come through the environment")
            linter = ["shellcheck", "--shell=bash", "-"] if shutil.which("shellcheck") else ["bash", "-n"]
            result = subprocess.run(linter, input=command + "\n", capture_output=True, text=True, check=False)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def check_mistakes(self, schema, document, mistakes):
        for what, plant in mistakes.items():
            wrong = copy.deepcopy(document)
            plant(wrong)
            self.assertNotEqual(schema.errors(wrong), [], f"{what} went unnoticed")


class GitHub(Example):
    def setUp(self):
        self.workflow = as_json(load("github.yml"))
        self.steps = self.workflow["jobs"]["ab"]["steps"]

    def test_is_a_workflow(self):
        schema = Schema("github-workflow.json")
        self.assertEqual(schema.errors(self.workflow), [])

        def job(workflow):
            return workflow["jobs"]["ab"]
        self.check_mistakes(schema, self.workflow, {
            "a misspelt key": lambda w: w.update(permission={}),
            "a misspelt key of a job": lambda w: job(w).update({"runs_on": job(w).pop("runs-on")}),
            "a misspelt key of a step": lambda w: job(w)["steps"][1].update(runs=job(w)["steps"][1].pop("run")),
            "a step with neither run nor uses": lambda w: job(w)["steps"][1].pop("run"),
            "a step with both": lambda w: job(w)["steps"][1].update(uses="actions/checkout@v4"),
            "an unknown event": lambda w: w.update(on={"pull_requests": None}),
            "a number of minutes in words": lambda w: job(w).update({"timeout-minutes": "many"}),
        })

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


class GitLab(Example):
    def setUp(self):
        self.document = load("gitlab.yml")
        self.job = self.document["compare"]

    def test_is_a_job(self):
        schema = Schema("gitlab-ci.json")
        self.assertEqual(schema.errors(self.document), [])
        self.check_mistakes(schema, self.document, {
            "a misspelt key": lambda d: d["compare"].update(script_after=[]),
            "a script that is none": lambda d: d["compare"].update(script={"run": "true"}),
            "an unknown condition": lambda d: d["compare"]["artifacts"].update(when="allways"),
            "a rule that is none": lambda d: d["compare"].update(rules=[{"iff": "$X"}]),
        })

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
    def test_compare_commits_is_sound(self):
        result = subprocess.run(["shellcheck", CI / "compare_commits"], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stdout)


if __name__ == "__main__":
    unittest.main()
