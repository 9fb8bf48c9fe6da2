#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Lints ci/ with the linters that are there. Exit status 77: none is.

YAML that loads, and scripts in it that are shell (python3-yaml); more where they are installed: actionlint,
check-jsonschema (the schemas of GitHub and GitLab), shellcheck.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

CI = pathlib.Path(__file__).resolve().parent.parent
GITHUB, GITLAB = CI / "examples" / "github.yml", CI / "examples" / "gitlab.yml"
problems, linters = [], []


def lint(program, *words, text=None):
    """Runs it where it is installed."""
    if shutil.which(program) is None:
        return
    if program not in linters:
        linters.append(program)
    result = subprocess.run([program, *map(str, words)], input=text, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        problems.append(f"{program} {' '.join(map(str, words))}\n{text or ''}{result.stdout}{result.stderr}")


def expect(condition, what):
    if not condition:
        problems.append(what)


def check_commands(where, commands):
    """Each runs ci/compare_commits as people would, and is shell."""
    expect(any("./ci/compare_commits" in command for command in commands), f"{where}: expected ci/compare_commits")
    for command in commands:
        lint("bash", "-n", "-c", command)
        expect("${{" not in command, f"{where}: expected values through the environment, found {command!r}")


def check_yaml():
    try:
        import yaml
    except ImportError:
        return
    linters.append("python3-yaml")
    workflow = yaml.safe_load(GITHUB.read_text())
    expect("pull_request" in workflow.get(True, workflow.get("on", {})), f"{GITHUB}: expected on: pull_request")
    steps = workflow["jobs"]["ab"]["steps"]
    for step in steps:
        expect(("run" in step) != ("uses" in step), f"{GITHUB}: expected run or uses, found {step}")
    expect("git merge-base" in next(step["run"] for step in steps if "compare_commits" in step.get("run", "")),
           f"{GITHUB}: expected the merge base: the base branch's tip has what the pull request has not")
    check_commands(GITHUB, [step["run"] for step in steps if "run" in step])
    job = yaml.safe_load(GITLAB.read_text())["compare"]
    check_commands(GITLAB, job["before_script"] + job["script"] + job["after_script"])


check_yaml()
with tempfile.TemporaryDirectory() as folder:
    # actionlint wants a workflow where GitHub does.
    workflows = pathlib.Path(folder) / ".github" / "workflows"
    workflows.mkdir(parents=True)
    lint("actionlint", shutil.copy(GITHUB, workflows))
lint("check-jsonschema", "--builtin-schema", "vendor.github-workflows", GITHUB)
lint("check-jsonschema", "--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci", GITLAB)


lint("shellcheck", CI / "compare_commits")

if not linters:
    print("no linter here: python3-yaml, actionlint, check-jsonschema or shellcheck")
    sys.exit(77)
print("\n".join(problems) or "sound by " + ", ".join(linters))
sys.exit(1 if problems else 0)
