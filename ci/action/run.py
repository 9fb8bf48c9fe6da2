#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The steps of action.yml: install tickbench, build, measure, report.

The inputs of the action come as JSON in TICKBENCH_INPUTS, the event as GitHub's variables GITHUB_* and RUNNER_TEMP. The only
text that a shell reads is the input `build`. Exit status: 0 passed or unclear, 1 failed, 2 error.
"""
import html
import json
import os
import pathlib
import re
import secrets
import subprocess
import sys

CI = pathlib.Path(__file__).resolve().parent.parent
# GitHub's limit of a comment and of a check's summary is 65,535 characters.
MOST_CHARACTERS = 60_000
JUDGED = ("slower", "faster", "same", "differs from the others", "more instructions", "fewer instructions")
WORDS = {"pass": "met", "fail": "missed", "no_floor": "without a floor"}
CONCLUSIONS = {"passed": "success", "failed": "failure", "unclear": "neutral", "error": "failure"}


class Failure(Exception):
    """An error that the report names."""


def warn(message):
    """GitHub shows the message with the step."""
    text = message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    print(f"::warning title=tickbench::{text}", flush=True)


def run(command, log, stdout=subprocess.STDOUT, **options):
    """Exit status and messages of a command. GitHub does not take their lines for commands of its own."""
    token = secrets.token_hex(16)
    print(f"::stop-commands::{token}", flush=True)
    lines = []
    reading, writing = os.pipe()
    with subprocess.Popen([str(word) for word in command], stdout=writing if stdout == subprocess.STDOUT else stdout, stderr=writing,
                          **options) as process, open(reading, errors="replace") as messages:
        os.close(writing)
        for line in messages:
            print(line, end="", flush=True)
            lines.append(line)
    print(f"\n::{token}::", flush=True)
    with log.open("a") as file:
        file.writelines(lines)
    return process.returncode, "".join(lines)


def git(repository, *words):
    result = subprocess.run(["git", "-C", repository, *words], capture_output=True, text=True, check=False)
    if result.returncode:
        raise Failure(f"git {' '.join(words)} failed: {result.stderr.strip()} (a shallow clone has few commits: fetch-depth: 0)")
    return result.stdout.strip()


class Job:
    """One use of the action."""

    def __init__(self, environment):
        self.inputs = json.loads(environment["TICKBENCH_INPUTS"])
        self.repository = pathlib.Path(environment["GITHUB_WORKSPACE"])
        self.name = environment["GITHUB_REPOSITORY"]
        self.event = json.loads(pathlib.Path(environment["GITHUB_EVENT_PATH"]).read_text()).get("pull_request")
        self.sha = environment["GITHUB_SHA"]
        self.temporary = pathlib.Path(environment["RUNNER_TEMP"]) / "tickbench"
        if not re.fullmatch(r"[\w-][\w.-]*", self.inputs["artifact"]):
            raise Failure("artifact: expected a name of letters, digits, '_', '.' and '-'")
        self.results = self.temporary / self.inputs["artifact"]
        if self.results.exists():
            raise Failure(f"artifact: expected a name of its own for each use, found '{self.inputs['artifact']}' again")
        self.results.mkdir(parents=True)
        self.log = self.results / "log.txt"
        self.summary = pathlib.Path(environment["GITHUB_STEP_SUMMARY"])
        self.output = pathlib.Path(environment["GITHUB_OUTPUT"])

    def lines(self, name):
        return [line.strip() for line in self.inputs[name].splitlines() if line.strip()]

    def commit(self, text):
        return git(self.repository, "rev-parse", "--verify", "--end-of-options", text + "^{commit}")

    def head(self):
        return self.commit(self.inputs["head"] or (self.event["head"]["sha"] if self.event else self.sha))

    def base(self, head):
        """What the base branch has gained since the branch began is not this change's."""
        base = self.inputs["base"] or (self.event["base"]["sha"] if self.event else "")
        if not base:
            raise Failure("expected a pull request, or the input base")
        return git(self.repository, "merge-base", self.commit(base), head)

    def install(self):
        """The path of the command tickbench."""
        wanted = self.inputs["tickbench"]
        path = self.repository / wanted
        if path.is_file() and path.suffix != ".whl":
            return path
        environment = self.temporary / "environment"
        package = path if path.is_file() else wanted
        for command in ([sys.executable, "-m", "venv", environment],
                        [environment / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "--", package]):
            status, output = run(command, self.log)
            if status:
                raise Failure(f"tickbench was not installed:\n{output}")
        return environment / "bin/tickbench"

    def ab(self, tool):
        head = self.head()
        environment = os.environ | {"TICKBENCH_REPOSITORY": str(self.repository), "TICKBENCH_BUILD": self.inputs["build"],
                                    "TICKBENCH_PROGRAM": self.inputs["program"], "TICKBENCH_TOOL": str(tool)}
        table, data = self.results / "table.md", self.results / "ab.json"
        status, output = run([CI / "compare_commits", self.base(head), head, f"--markdown-out={table}", f"--json-out={data}",
                              f"--junit-out={self.results / 'ab.xml'}", f"--keep={self.results / 'runs'}", *self.lines("flags"), "--",
                              *self.lines("program-flags")], self.log, env=environment)
        if status not in (0, 1) or not table.is_file():
            raise Failure(output)
        summary = json.loads(data.read_text())["summary"]
        judged = sum(count for verdict, count in summary.items() if verdict in JUDGED)
        if status:
            return "failed", table.read_text()
        return "unclear" if summary["unclear"] or not judged else "passed", table.read_text()

    def check(self, tool):
        status, output = run(["bash", "-c", self.inputs["build"]], self.log, cwd=self.repository)
        if status:
            raise Failure(output)
        command = [str(tool), "check", self.repository / self.inputs["program"], "--json", f"--out={self.results / 'check-runs.json'}",
                   *self.lines("flags"), "--", *self.lines("program-flags")]
        data = self.results / "check.json"
        with data.open("w") as file:
            status, output = run(command, self.log, cwd=self.repository, stdout=file)
        if status not in (0, 1, 77):
            raise Failure(output)
        verdicts = [row["floors"]["verdict"] for row in json.loads(data.read_text())]
        count = ", ".join(f"{verdicts.count(verdict)} {WORDS.get(verdict, verdict)}" for verdict in sorted(set(verdicts)))
        text = f"### Floors: {count}\n\n{block(output)}"
        if status == 1:
            return "failed", text
        return "unclear" if status == 77 or "inconclusive" in verdicts else "passed", text

    def measure(self):
        command = self.inputs["command"]
        if command not in ("ab", "check"):
            raise Failure(f"command: expected ab or check, found '{command}'")
        tool = self.install()
        return self.ab(tool) if command == "ab" else self.check(tool)

    def gh(self, path, **values):
        """The answer of GitHub's API, by the command gh."""
        result = subprocess.run(["gh", "api", path, "--input", "-"], input=json.dumps(values), capture_output=True, text=True,
                                check=False)
        if result.returncode:
            raise Failure(f"gh api {path} failed: {result.stderr.strip()}")
        return json.loads(result.stdout)

    def graphql(self, query, **variables):
        return self.gh("graphql", query=query, variables=variables)["data"]

    def comment(self, body):
        """One comment for each name of an artifact: the token's own comment that begins with this name."""
        marker = f"<!-- tickbench: {self.inputs['artifact']} -->\n"
        owner, name = self.name.split("/")
        cursor = None
        while True:
            request = self.graphql(COMMENTS, owner=owner, name=name, number=self.event["number"], cursor=cursor)["repository"]["pullRequest"]
            for comment in request["comments"]["nodes"]:
                if comment["viewerDidAuthor"] and comment["body"].startswith(marker):
                    return self.graphql(UPDATE, id=comment["id"], body=marker + body)
            if not request["comments"]["pageInfo"]["hasNextPage"]:
                return self.graphql(ADD, id=request["id"], body=marker + body)
            cursor = request["comments"]["pageInfo"]["endCursor"]

    def publish(self, outcome, text):
        for path, line in ((self.summary, text), (self.output, f"outcome={outcome}")):
            with path.open("a") as file:
                file.write(line + "\n")
        text = shortened(text, self.inputs["artifact"])
        actions = []
        if self.inputs["comment"] == "true" and self.event:
            actions.append(lambda: self.comment(text))
        if self.inputs["check-run"]:
            sha = self.event["head"]["sha"] if self.event else self.sha
            actions.append(lambda: self.gh(f"repos/{self.name}/check-runs", name=self.inputs["check-run"], head_sha=sha, status="completed",
                                           conclusion=CONCLUSIONS[outcome], output={"title": outcome, "summary": text}))
        for action in actions:
            try:
                action()
            except (Failure, OSError) as error:  # the token of a fork may not write: its table is in the summary
                warn(str(error))


COMMENTS = """query($owner: String!, $name: String!, $number: Int!, $cursor: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) {
    id comments(first: 100, after: $cursor) { nodes { id viewerDidAuthor body } pageInfo { hasNextPage endCursor } } } } }"""
UPDATE = "mutation($id: ID!, $body: String!) { updateIssueComment(input: {id: $id, body: $body}) { clientMutationId } }"
ADD = "mutation($id: ID!, $body: String!) { addComment(input: {subjectId: $id, body: $body}) { clientMutationId } }"


def block(text):
    """Preformatted text, which Markdown shows as it is: no mark, link or mention."""
    return f"<pre>{html.escape(text.strip())}</pre>\n"


def shortened(text, artifact):
    """Whole lines, as many as GitHub takes."""
    if len(text) <= MOST_CHARACTERS:
        return text
    return text[:text.rindex("\n", 0, MOST_CHARACTERS)] + f"\n\nThe rest is in the artifact {artifact}.\n"


def main():
    job = Job(os.environ)
    try:
        outcome, text = job.measure()
    except Failure as error:
        outcome, text = "error", "### Benchmarks: not compared\n\n" + block(str(error)[-4000:])
        print(error, file=sys.stderr)
    job.publish(outcome, text)
    return {"failed": 1, "error": 2}.get(outcome, 0)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as error:
        sys.exit(f"tickbench: {error}")
