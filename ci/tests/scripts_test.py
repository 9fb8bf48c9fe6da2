#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""ci/bench, ci/baseline, ci/compare_commits, ci/history and suite_array with programs that pretend: scripts_test.py TICKBENCH_TOOL"""
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

try:
    import yaml
except ImportError:
    yaml = None

CI = pathlib.Path(__file__).resolve().parent.parent
TOOL = pathlib.Path(sys.argv.pop(1)).resolve()

# A benchmark program of one device. What it takes is in the file `speed` beside it: it measures nothing.
FAKE = f"""#!{sys.executable} -IS
import json, os, sys, time
out = [a.split("=", 1)[1] for a in sys.argv if a.startswith("--benchmark_out=")][0]
device = os.environ.get("FAKE_DEVICE", "Fake GPU")
driver = os.environ.get("FAKE_DRIVER", "1")
speed = float(open(os.path.join(os.path.dirname(__file__), "speed")).read())
now = time.time_ns()
seconds = speed * (1 + 1e-4 * (now // 1000 % 10))
entry = {{"id": os.environ.get("FAKE_ID", "opencl/f"), "backend": "opencl", "device": device, "device_id": "opencl:0", "outcome": "passed",
         "message": "", "settings": {{"mode": "both"}}, "methods": {{"batched": "bracket"}},
         "metrics": {{"time": {{"value": seconds}}}}}}
context = {{"commit": os.environ.get("FAKE_COMMIT", "abc"), "started": str(now),
           "devices": [{{"id": "opencl:0", "name": device, "driver": driver}}]}}
json.dump({{"context": {{"date": str(now), "tickbench": context}},
           "benchmarks": [{{"name": "opencl/f", "run_name": "opencl/f", "run_type": "iteration",
                           "repetition_index": 0, "real_time": seconds, "time_unit": "s", "tickbench": entry}}]}},
          open(out, "w"))
"""


def write_program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def run(*words, **environment):
    return subprocess.run([str(word) for word in words], env={**os.environ, **environment}, text=True,
                          capture_output=True, check=False)


class Folder(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.path = pathlib.Path(self.temporary.name)


class Baseline(Folder):
    def setUp(self):
        super().setUp()
        self.program = self.path / "suite"
        write_program(self.program, FAKE)
        self.speed(1.0)

    def speed(self, seconds):
        (self.path / "speed").write_text(str(seconds))

    def baseline(self, command, *flags, **environment):
        return run(CI / "baseline", "--store", self.path / "store", "--tool", TOOL, command, self.program, *flags,
                   **environment)

    def test_compares_with_the_newest_comparable_set(self):
        for commit, seconds in (("one", 1.0), ("two", 2.0)):
            self.speed(seconds)
            self.assertEqual(self.baseline("record", FAKE_COMMIT=commit).returncode, 0)
        result = self.baseline("compare", FAKE_COMMIT="three")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("-two", result.stderr)
        self.assertIn("same", result.stdout)
        self.speed(2.2)
        result = self.baseline("compare", FAKE_COMMIT="three")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("slower", result.stdout)

    def test_passes_over_what_is_not_comparable(self):
        self.baseline("record", FAKE_COMMIT="one")
        self.baseline("record", FAKE_COMMIT="two", FAKE_DRIVER="2")
        self.baseline("record", FAKE_COMMIT="three", FAKE_DEVICE="Other GPU")
        result = self.baseline("compare", FAKE_COMMIT="four")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("-two is not comparable", result.stderr)
        self.assertIn("driver", result.stderr)
        self.assertIn("beside", result.stderr)
        self.assertNotIn("other-gpu", result.stderr)

    def test_a_commit_is_not_its_own_baseline(self):
        self.baseline("record", FAKE_COMMIT="one")
        result = self.baseline("compare", FAKE_COMMIT="one")
        self.assertEqual(result.returncode, 0)
        self.assertIn("no comparable set", result.stderr)
        self.assertIn("of this commit itself", result.stderr)
        result = run(CI / "baseline", "--store", self.path / "store", "--tool", TOOL, "--require", "compare",
                     self.program, FAKE_COMMIT="one")
        self.assertEqual(result.returncode, 2)

    def test_programs_that_state_no_commit_compare(self):
        self.baseline("record", FAKE_COMMIT="")
        self.speed(1.3)
        result = self.baseline("compare", FAKE_COMMIT="")
        self.assertEqual(result.returncode, 1, result.stderr)

    def test_what_the_tool_refuses_is_no_comparison(self):
        self.baseline("record", FAKE_COMMIT="one")
        for flags, message in ((["--strickt"], "--strickt"), (["--json-out", "/nowhere/x.json"], "/nowhere/x.json"),
                               (["--metric", "timee"], "timee"), (["--tool", "/bin/false"], "exit status 1"),
                               (["--tool", "/bin/true"], "exit status 0")):
            result = self.baseline("compare", *flags, FAKE_COMMIT="two")
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn(message, result.stderr)
            self.assertNotIn("no comparable set", result.stderr)

    def test_passes_over_a_set_of_other_benchmarks(self):
        self.baseline("record", FAKE_COMMIT="one", FAKE_ID="opencl/g")
        result = self.baseline("compare", FAKE_COMMIT="two")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("only on the old side", result.stderr)
        self.assertIn("no comparable set", result.stderr)

    def test_flags_go_to_the_comparison_and_to_the_program(self):
        self.baseline("record", FAKE_COMMIT="one")
        page = self.path / "page.md"
        result = self.baseline("compare", "--markdown-out", page, "--", "--anything", FAKE_COMMIT="two")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("|", page.read_text())

    def test_names_from_outside_stay_in_the_store(self):
        self.baseline("record", FAKE_COMMIT="../../evil", FAKE_DEVICE="../$(touch x)/\n")
        found = [str(path.relative_to(self.path)) for path in self.path.rglob("0.json")]
        self.assertEqual(len(found), 1)
        self.assertRegex(found[0], r"^store/touch-x/\d{8}T\d+Z-evil/0\.json$")

    def test_a_failing_program_is_named(self):
        write_program(self.program, "#!/bin/sh\necho it went wrong >&2; exit 3\n")
        result = self.baseline("record")
        self.assertEqual(result.returncode, 2)
        self.assertIn("it went wrong", result.stderr)
        self.assertIn("exit status 3", result.stderr)
        self.assertFalse((self.path / "store").exists())


class Bench(Folder):
    """On a ci/build that copies a program into place, which lists two benchmarks or prints its arguments, a line each."""

    def setUp(self):
        super().setUp()
        (self.path / "ci").mkdir()
        shutil.copy(CI / "bench", self.path / "ci")
        write_program(self.path / "suite", """#!/bin/sh
case " $* " in
*" --tickbench_list "*) printf '%s\\n' opencl/saxpy/1024 opencl/saxpy/16777216 ;;
*) printf '%s\\n' "$@" ;;
esac
""")
        write_program(self.path / "ci" / "build", """#!/bin/sh
cd "$(dirname "$0")/.." && mkdir -p build/ci/benchmarks && cp suite build/ci/benchmarks/tickbench-suite
""")

    def arguments(self, *words):
        result = run("sh", "-c", 'cd "$0" && exec ci/bench "$@"', self.path, *words)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout.splitlines()

    def test_a_filter_and_flags_come_after_the_budget_that_they_may_replace(self):
        self.assertEqual(self.arguments("a b", "--tickbench_budget=1")[:3],
                         ["--tickbench_budget=0.2", "--benchmark_filter=a b", "--tickbench_budget=1"])

    def test_everything_takes_half_the_time_a_row(self):
        self.assertEqual(self.arguments("--tickbench_mode=batched")[:2], ["--tickbench_budget=0.075", "--tickbench_mode=batched"])

    def test_writes_results_unless_told_where(self):
        self.assertIn(f"--benchmark_out={self.path}/results.json", self.arguments())
        self.assertNotIn(f"--benchmark_out={self.path}/results.json", self.arguments("--benchmark_out=x"))

    def test_quick_runs_the_sizes_below_ten_millions(self):
        found = self.arguments("saxpy", "--quick")
        self.assertIn("--tickbench_benchmark=opencl/saxpy/1024", found)
        self.assertNotIn("--tickbench_benchmark=opencl/saxpy/16777216", found)
        self.assertNotIn("--quick", found)
        self.assertNotIn("--tickbench_budget=0.2", found)
        self.assertNotIn("--tickbench_list", found)


class SuiteArray(Folder):
    """With programs in the place of Slurm's sbatch, of a suite and of tickbench."""

    def setUp(self):
        super().setUp()
        write_program(self.path / "sbatch", """#!/bin/sh
for word; do case $word in --array=0-*) last=${word#--array=0-} ;; -*) ;; *) break ;; esac; shift; done
for task in $(seq 0 "$last"); do SLURM_ARRAY_TASK_ID=$task bash "$@" || exit; done
""")
        write_program(self.path / "suite", """#!/bin/sh
case " $* " in
*" --tickbench_list --benchmark_list_tests=true "*) printf 'tickbench\\topencl/%s\\n' a b c ;;
*" --tickbench_list "*) printf 'opencl/%s\\n' a b c ;;
*) for word; do last=$word; done; printf '%s\\n' "$@" > "${last#--benchmark_out=}" ;;
esac
""")
        write_program(self.path / "tickbench", """#!/bin/sh
printf '%s\\n' "$@"
""")

    def test_each_task_measures_its_share_by_ids(self):
        done = run(CI / "examples/slurm/suite_array", "2", self.path / "suite", self.path / "out", "--gpus=1", "--", "--flag",
                   PATH=f"{self.path}:{os.environ['PATH']}")
        self.assertEqual(done.returncode, 0, done.stderr)
        tasks = [(self.path / f"out/task_{task}.json").read_text().split() for task in range(2)]
        ids = [[word for word in words if word.startswith("--tickbench_benchmark=")] for words in tasks]
        self.assertEqual(ids, [["--tickbench_benchmark=opencl/a", "--tickbench_benchmark=opencl/c"],
                               ["--tickbench_benchmark=opencl/b"]])
        self.assertTrue(all(words[0] == "--flag" for words in tasks), tasks)
        self.assertEqual(done.stdout.split()[0], "merge")


class CompareCommits(Folder):
    """On a repository whose ci/build copies programs that pretend into place."""

    def setUp(self):
        super().setUp()
        self.git("init", "--quiet")
        shutil.copytree(CI, self.path / "ci", ignore=shutil.ignore_patterns("tests", "examples"))
        write_program(self.path / "suite", FAKE)
        write_program(self.path / "ci" / "build", f"""#!/bin/sh
set -e
cd "$(dirname "$0")/.."
mkdir -p build/ci/benchmarks build/ci/harness/src/tools
cp suite build/ci/benchmarks/tickbench-suite
cp speed build/ci/benchmarks/speed
ln -sf {TOOL} build/ci/harness/src/tools/tickbench
echo building
""")
        self.commit("base", 1.0)

    def git(self, *words):
        result = run("git", "-C", self.path, "-c", "user.name=t", "-c", "user.email=t@example.org", *words)
        self.assertEqual(result.returncode, 0, result.stderr)

    def commit(self, tag, seconds):
        (self.path / "speed").write_text(str(seconds))
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", tag)
        self.git("tag", tag)

    def compare(self, *words):
        return run(self.path / "ci" / "compare_commits", *words)

    def test_says_what_is_slower(self):
        self.commit("head", 1.2)
        page = self.path / "page.md"
        result = self.compare("base", "head", "--pairs", "12", "--markdown-out", page)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("slower", result.stdout)
        self.assertNotIn("building", result.stdout)
        self.assertIn("slower", page.read_text())
        # The other way round, with what was built.
        self.assertEqual(self.compare("head", "base", "--pairs", "12").returncode, 0)

    @unittest.skipUnless(yaml, "no python3-yaml")
    def test_the_examples_steps_run_as_they_stand(self):
        self.commit("head", 1.2)
        commits = {name: run("git", "-C", self.path, "rev-parse", tag).stdout.strip()
                   for name, tag in (("BASE", "base"), ("HEAD", "head"))}
        steps = yaml.safe_load((CI / "examples" / "github.yml").read_text())
        step = next(step["run"] for step in steps["jobs"]["ab"]["steps"] if "compare_commits" in step.get("run", ""))
        job = yaml.safe_load((CI / "examples" / "gitlab.yml").read_text())["compare"]
        for script, environment in (
                (step, {**steps["env"], **commits}),
                ("\n".join(job["script"]), {**job["variables"], "CI_COMMIT_SHA": commits["HEAD"],
                                            "CI_MERGE_REQUEST_DIFF_BASE_SHA": commits["BASE"]})):
            result = subprocess.run(["bash", "-e", "-c", script], cwd=self.path, capture_output=True, text=True,
                                    env={**os.environ, **environment}, check=False)
            self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
            self.assertIn("slower", (self.path / "comment.md").read_text())
            self.assertIn("<failure", (self.path / "ab.xml").read_text())
            (self.path / "comment.md").unlink()
        show = next(step["run"] for step in steps["jobs"]["ab"]["steps"] if step.get("name") == "Show the table")
        (self.path / "comment.md").write_text("| a table |\n")
        summary = self.path / "summary"
        result = subprocess.run(["bash", "-e", "-c", show], cwd=self.path, check=False,
                                env={**os.environ, "GITHUB_STEP_SUMMARY": str(summary)})
        self.assertEqual((result.returncode, summary.read_text()), (0, "| a table |\n"))

    def test_another_project_says_how_it_builds(self):
        (self.path / "ci" / "build").unlink()
        self.commit("base2", 1.0)
        self.commit("head2", 1.2)
        settings = {"TICKBENCH_BUILD": "mkdir -p out && cp suite 'out/my bench' && cp speed out/",
                    "TICKBENCH_PROGRAM": "out/my bench", "TICKBENCH_TOOL": str(TOOL)}
        result = run(self.path / "ci" / "compare_commits", "base2", "head2", "--pairs", "12", **settings)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("slower", result.stdout)
        settings["TICKBENCH_PROGRAM"] = "out/none"
        result = run(self.path / "ci" / "compare_commits", "base2", "head2", **settings)
        self.assertEqual(result.returncode, 2)
        self.assertIn("to leave out/none, found none", result.stderr)

    def test_equal_code_passes(self):
        self.commit("head", 1.0)
        result = self.compare("base", "HEAD", "--pairs", "12", "--", "--any")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_what_is_no_commit_is_named(self):
        for name in ("nothing", "--help", ""):
            result = self.compare("base", name)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"found '{name}'", result.stderr)

    def test_a_failing_build_is_no_verdict(self):
        write_program(self.path / "ci" / "build", "#!/bin/sh\nexit 1\n")
        self.commit("head", 1.0)
        result = self.compare("base", "head")
        self.assertEqual(result.returncode, 2)
        self.assertIn("'./ci/build tickbench-suite tickbench_tool' to fail", result.stderr)

    def test_says_how_it_is_used(self):
        result = self.compare("base")
        self.assertEqual(result.returncode, 2)
        self.assertIn("./ci/compare_commits BASE HEAD", result.stderr)


class Nights(Folder):
    """A repository of 24 commits with a remote, in which commit 12 made the program slower."""

    def setUp(self):
        super().setUp()
        self.remote, self.repository = self.path / "remote", self.path / "repository"
        subprocess.run(["git", "init", "--quiet", "--bare", self.remote], check=True)
        subprocess.run(["git", "clone", "--quiet", self.remote, self.repository], check=True, capture_output=True)
        (self.repository / ".gitignore").write_text("/build/\n")
        write_program(self.repository / "suite", FAKE)
        self.hashes = []
        for i in range(24):
            (self.repository / "speed").write_text(f"{1.05 if i >= 12 else 1.0}\n")
            (self.repository / "number").write_text(f"{i}\n")
            self.git("add", ".")
            self.git("commit", "--quiet", "-m", f"Change {i}")
            self.hashes.append(self.git("rev-parse", "HEAD"))
        self.git("push", "--quiet", "origin", "HEAD:main")

    def git(self, *words, folder=None):
        return subprocess.run(["git", "-C", folder or self.repository, "-c", "user.name=A", "-c", "user.email=a@b", *words], check=True,
                              capture_output=True, text=True).stdout.strip()

    def night(self, folder=None, budget="30s", **variables):
        return subprocess.run([CI / "history"], cwd=folder or self.repository, capture_output=True, text=True, check=False,
                              env={**os.environ, "TICKBENCH_TOOL": str(TOOL), "TICKBENCH_BUILD": "mkdir -p build && cp suite speed build",
                                   "TICKBENCH_PROGRAM": "build/suite", "HISTORY_BUDGET": budget, "HISTORY_PAGE": "build/page.html", **variables})

    def test_a_night_measures_decides_and_pushes(self):
        # The first commit would be thought to take ten minutes.
        done = self.night(budget="11m")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"confirmed +slower 1\.0[45]\d+x  opencl/f on Fake GPU")
        self.assertIn("since " + self.hashes[12][:10], done.stdout)
        self.assertIn("<h2>Slower since", (self.repository / "build/page.html").read_text())
        files = self.git("ls-tree", "-r", "--name-only", "history", folder=self.remote).splitlines()
        self.assertEqual({name.split("/")[0] for name in files}, {"results", "decisions"})
        self.assertEqual(len({name.split("/")[1] for name in files if name.startswith("results")}), 24)
        # Another machine goes on from the branch, while the first one has pushed again.
        second = self.path / "second"
        subprocess.run(["git", "clone", "--quiet", self.remote, second], check=True, capture_output=True)
        self.git("checkout", "--quiet", "--detach", self.hashes[-1], folder=second)
        done = self.night(second)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("1 confirmed", done.stdout)
        # A night that could not push, while the branch went on: both stay.
        away = self.path / "away"
        self.git("worktree", "add", "--detach", away, "HEAD")
        away.rename(self.path / "unmounted")
        for folder, name in ((self.repository, "here"), (second, "there")):
            store = folder / "build/history"
            (store / name).write_text("1")
            self.git("add", name, folder=store)
            self.git("commit", "--quiet", "-m", name, folder=store)
        self.git("push", "--quiet", "origin", "HEAD:history", folder=second / "build/history")
        done = self.night(budget="1s")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        names = self.git("ls-tree", "--name-only", "history", folder=self.remote).split()
        self.assertEqual(names, ["decisions", "here", "results", "there"])
        self.assertIn(str(away), self.git("worktree", "list"))
        # A damaged file ends no night, and what cannot be pushed is said.
        damaged = self.repository / "build/history/results" / self.hashes[0] / "abc.json"
        damaged.write_text("{ torn")
        done = self.night(budget="1s")
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn("abc.json", self.git("ls-tree", "-r", "--name-only", "history", folder=self.remote))
        self.assertIn("1 confirmed", done.stdout)
        write_program(self.remote / "hooks" / "pre-receive", "#!/bin/sh\nexit 1\n")
        damaged.unlink()
        self.assertEqual(self.night(budget="1s").returncode, 2)

    def test_a_lock_that_a_killed_night_left_ends_none(self):
        self.night(budget="1s")
        lock = pathlib.Path(self.git("rev-parse", "--absolute-git-dir", folder=self.repository / "build/history")) / "index.lock"
        lock.write_text("")
        self.night(budget="1s")
        self.assertTrue(lock.exists(), "it may be a git that runs")
        os.utime(lock, (0, 0))
        done = self.night(budget="1s")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertFalse(lock.exists())

    def test_without_its_remote_a_night_makes_no_new_history(self):
        done = self.night(HISTORY_REMOTE=str(self.path / "nowhere"))
        self.assertEqual(done.returncode, 2)
        self.assertFalse((self.repository / "build/history").exists())

    def test_what_was_measured_is_pushed_before_the_steps_are_judged(self):
        write_program(self.path / "tool", f"#!/bin/sh\ntest \"$2\" = check && exit 9\nexec '{TOOL}' \"$@\"\n")
        done = self.night(TICKBENCH_TOOL=str(self.path / "tool"), HISTORY_BUDGET="601s")
        self.assertEqual(done.returncode, 9, done.stderr)
        self.assertIn("results/", self.git("ls-tree", "-r", "--name-only", "history", folder=self.remote))


if __name__ == "__main__":
    unittest.main()
