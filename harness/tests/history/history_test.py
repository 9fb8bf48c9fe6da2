#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The commands `history` and `bisect`: stores, several writers, kills, and repositories of all kinds."""
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TOOL = sys.argv.pop(1)
HOST = os.uname().nodename


def rows(**times):
    return [{"name": name, "run_name": name, "run_type": "iteration", "repetitions": 1, "repetition_index": 0, "threads": 1,
             "iterations": 1, "real_time": value, "cpu_time": value, "time_unit": "ns"} for name, value in times.items()]


def result(started, host="ci", cpus=2, **times):
    return json.dumps({"context": {"date": started, "host_name": host, "num_cpus": cpus, "library_build_type": "release"},
                       "benchmarks": rows(**times)})


class Case(unittest.TestCase):
    """A repository of `commits` commits in a folder of an awkward name, and a store beside it."""
    commits = 60

    def setUp(self):
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="history -c'd "))
        self.addCleanup(shutil.rmtree, self.base, True)
        self.repository = self.base / "the repo"
        self.store = self.base / "a store"
        self.repository.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        self.hashes = []
        for i in range(self.commits):
            self.hashes.append(self.commit({"file": f"{i}\n"}, f"Change {i}"))

    def git(self, *words):
        return subprocess.run(["git", "-C", self.repository, "-c", "user.name=A </script> B", "-c", "user.email=a@b", *words],
                              check=True, capture_output=True, text=True).stdout.strip()

    def commit(self, files, subject):
        for name, text in files.items():
            (self.repository / name).write_text(text)
        self.git("add", ".")
        self.git("commit", "--quiet", "-m", subject)
        return self.git("rev-parse", "HEAD")

    def run_tool(self, *words, status=0, **options):
        command = [TOOL, *map(str, words)]
        if words[0] == "history":
            command[3:3] = [f"--store={self.store}", f"--repository={self.repository}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, **options)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def write(self, name, text):
        path = self.base / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def fill(self, step=None, break_at=None, seed=1, factor=1.05):
        """A file of each commit; from the step on one benchmark is slower, and one is not."""
        draw = random.Random(seed)
        files = []
        for i, commit in enumerate(self.hashes):
            slow = factor if step is not None and i >= step else 1
            files.append(self.write(f"in/{commit}.json", result(
                f"2026-01-01T00:00:{i:02}", cpus=4 if break_at is not None and i >= break_at else 2,
                BM_slow=100 * slow * draw.gauss(1, .005), BM_steady=50 * draw.gauss(1, .005))))
        return files


class Stores(Case):
    commits = 5

    def stored(self):
        return sorted(path.relative_to(self.store).as_posix() for path in self.store.rglob("*.json") if path.name != ".index.json")

    def test_adds_and_shows(self):
        done = self.run_tool("history", "add", *self.fill())
        self.assertIn("5 files added, 0 there already", done.stderr)
        self.assertIn("0 files added, 5 there already", self.run_tool("history", "add", *self.fill()).stderr)
        listed = self.run_tool("history", "list").stdout
        self.assertRegex(listed, r"BM_slow of ci: 5 points, \w{10} to \w{10}, last \S+ ns\nBM_steady of ci: 5 points")
        shown = self.run_tool("history", "show", "BM_slow").stdout
        for i in range(5):
            self.assertIn(f"Change {i}\n", shown)
        self.assertIn("did you mean BM_slow", self.run_tool("history", "show", "BM_slo", status=2).stderr)
        lines = self.run_tool("history", "export", "--csv").stdout.splitlines()
        self.assertEqual(len(lines), 11)
        self.assertTrue(lines[1].startswith('"BM_slow","ci","",'), lines[1])

    def test_former_ids_are_of_one_series(self):
        for i, commit in enumerate(self.hashes):
            json_of = json.loads(result(f"2026-01-01T00:00:{i:02}", **{"BM_now" if i > 2 else "BM_old": 100}))
            if i > 2:
                json_of["benchmarks"][0]["tickbench"] = {"former_ids": ["BM_old"], "metrics": {"time": {"value": 1e-7}}}
            self.run_tool("history", "add", self.write(f"{i}.json", json.dumps(json_of)), f"--commit={commit}")
        self.assertRegex(self.run_tool("history", "list").stdout, r"^BM_now of ci: 5 points.*\n$")
        shown = self.run_tool("history", "show", "BM_old").stdout
        self.assertIn("BM_now of ci", shown)
        self.assertIn("Change 0\n", shown)

    def test_the_same_run_in_two_files_is_one(self):
        first = self.write("a.json", result("2026", BM_a=1))
        self.run_tool("history", "add", first, f"--commit={self.hashes[0]}")
        self.run_tool("history", "add", self.write("b.json", first.read_text() + "\n"), f"--commit={self.hashes[0]}")
        self.assertEqual(self.run_tool("history", "export", "--csv").stdout.splitlines()[1].split(",")[-2], "1")
        self.run_tool("history", "add", self.write("c.json", result("2027", BM_a=3)), f"--commit={self.hashes[0]}")
        line = self.run_tool("history", "export", "--csv").stdout.splitlines()[1].split(",")
        self.assertEqual(line[-2], "2")
        self.assertAlmostEqual(float(line[-5]) * 1e9, 2)

    def test_a_commit_must_be_known(self):
        file = self.write("r.json", result("2026", BM_a=1))
        self.assertIn("--commit names it", self.run_tool("history", "add", file, status=2).stderr)
        self.assertIn("expected a commit of", self.run_tool("history", "add", file, "--commit=nothing", status=2).stderr)
        own = json.loads(file.read_text())
        for stated, status in (("v0.1.0", 2), ("0123456789", 2), (self.hashes[1][:9], 0), (f"v1-5-g{self.hashes[1][:9]}", 0),
                               (self.hashes[1][:9] + "-dirty", 2)):
            own["context"]["tickbench"] = {"commit": stated}
            self.run_tool("history", "add", self.write("r.json", json.dumps(own)), status=status)
        self.assertEqual({path.split("/")[1] for path in self.stored()}, {self.hashes[1]})

    def test_wrong_files_are_refused_and_nothing_is_added(self):
        good = self.write("good.json", result("2026", BM_a=1))
        for text in ("", "{", "<<<<<<< HEAD", '{"benchmarks": []}', '{"benchmarks": [{"name": 3}]}'):
            self.run_tool("history", "add", good, self.write("bad.json", text), f"--commit={self.hashes[0]}", status=2)
        self.assertEqual(self.stored(), [])

    def test_a_damaged_file_is_named_and_the_rest_counts(self):
        self.run_tool("history", "add", *self.fill())
        name = self.stored()[0]
        (self.store / name).write_text("{ torn")
        (self.store / ".index.json").write_text('{"schema": "torn')
        (self.store / "results" / self.hashes[0] / "abcdef.json").mkdir()
        os.mkfifo(self.store / "results" / self.hashes[0] / "fedcba.json")
        done = self.run_tool("history", "list", status=2)
        self.assertIn(name, done.stderr)
        self.assertIn("BM_slow of ci: 4 points", done.stdout)

    def test_a_file_that_is_damaged_after_it_was_read_does_not_count(self):
        files = self.fill()
        self.run_tool("history", "add", *files)
        self.run_tool("history", "list")
        name = next(path for path in self.stored() if self.hashes[0] in path)
        text = (self.store / name).read_text()
        (self.store / name).write_text(text[:-9] + " " * 9)
        done = self.run_tool("history", "list", status=2)
        self.assertIn(name, done.stderr)
        self.assertIn("BM_slow of ci: 4 points", done.stdout)
        self.assertIn("1 file added, 4 there already", self.run_tool("history", "add", *files).stderr)
        self.assertEqual((self.store / name).read_text(), text)
        self.assertIn("BM_slow of ci: 5 points", self.run_tool("history", "list").stdout)

    def test_a_folder_that_cannot_be_read_is_named(self):
        self.run_tool("history", "add", *self.fill())
        (self.store / "decisions").write_text("no folder")
        done = self.run_tool("history", "list", status=2)
        self.assertRegex(done.stderr, r"decisions: expected a folder that can be read")
        self.assertIn("BM_slow of ci: 5 points", done.stdout)
        if os.geteuid() != 0:
            (self.store / "results" / self.hashes[0]).chmod(0)
            self.addCleanup((self.store / "results" / self.hashes[0]).chmod, 0o755)
            self.assertIn(f"{self.hashes[0]}: expected a folder that can be read", self.run_tool("history", "list", status=2).stderr)

    def test_a_union_of_stores_is_a_store(self):
        both = []
        for order in ((1, 2), (2, 1)):
            self.store = self.base / f"union {order[0]}"
            for seed in order:
                single = self.base / f"single {seed}"
                if not single.exists():
                    target, self.store = self.store, single
                    files = [self.write(f"s{seed}/{path.name}", path.read_text().replace("2026", f"202{seed}"))
                             for path in self.fill(seed=seed)]
                    self.run_tool("history", "add", *files)
                    self.store = target
                shutil.copytree(single, self.store, dirs_exist_ok=True)
            both.append(self.run_tool("history", "export", "--csv").stdout)
        self.assertEqual(both[0], both[1])
        self.assertIn(",2,\n", both[0])

    def test_writers_beside_each_other_lose_nothing(self):
        files = [self.write(f"w/{i}.json", result(f"20{i}", BM_a=i + 1)) for i in range(16)]
        writers = [subprocess.Popen([TOOL, "history", "add", file, f"--commit={self.hashes[i % 5]}", f"--store={self.store}",
                                     f"--repository={self.repository}"], stderr=subprocess.DEVNULL) for i, file in enumerate(files)]
        readers = [subprocess.Popen([TOOL, "history", "list", f"--store={self.store}", f"--repository={self.repository}"],
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(4)]
        for process in writers + readers:
            self.assertEqual(process.wait(), 0)
        self.assertEqual(len(self.stored()), 16)
        self.assertIn("BM_a of ci: 5 points", self.run_tool("history", "list").stdout)

    def test_killed_at_any_moment_the_store_is_whole(self):
        files = [self.write(f"k/{i}.json", result(f"20{i}", **{f"BM_{j}": i + j + 1 for j in range(400)})) for i in range(40)]
        draw = random.Random(1)
        for attempt in range(12):
            command = ["add", *files, f"--commit={self.hashes[attempt % 5]}"] if attempt % 3 else ["list"]
            process = subprocess.Popen([TOOL, "history", *map(str, command), f"--store={self.store}",
                                        f"--repository={self.repository}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(draw.uniform(.01, .12))
            process.send_signal(signal.SIGKILL)
            process.wait()
            for name in self.stored():
                json.loads((self.store / name).read_text())
            self.run_tool("history", "list")
        self.run_tool("history", "add", *files, f"--commit={self.hashes[0]}")
        self.assertEqual(len([name for name in self.stored() if self.hashes[0] in name]), 40)

    def test_a_store_that_cannot_be_written_is_read(self):
        self.run_tool("history", "add", *self.fill())
        self.store.chmod(0o555)
        self.addCleanup(self.store.chmod, 0o755)
        self.assertIn("5 points", self.run_tool("history", "list").stdout)

    def test_names_from_outside_are_text(self):
        name = 'BM_"><script>\x1b[2J\n=1+1'
        self.run_tool("history", "add", self.write("n.json", json.dumps({"context": {"host_name": "../../m"}, "benchmarks":
                      [rows(a=1)[0] | {"name": name, "run_name": name}, rows(a=1)[0] | {"name": "=HYPERLINK", "run_name": "=HYPERLINK"}]})),
                      f"--commit={self.hashes[0]}")
        for command in (("list",), ("show", name)):
            self.assertNotIn("\x1b", self.run_tool("history", *command).stdout)
        self.assertIn("\"'=HYPERLINK\"", self.run_tool("history", "export", "--csv").stdout)
        self.assertTrue(all(re.fullmatch(r"results/[0-9a-f]{40}/[0-9a-f]{16}\.json", path) for path in self.stored()))

    def test_hosts_of_one_kind_can_be_one_machine(self):
        for i, commit in enumerate(self.hashes):
            self.run_tool("history", "add", self.write("h.json", result(f"20{i}", host=f"runner-{i}", BM_a=1)), f"--commit={commit}")
        done = self.run_tool("history", "list")
        self.assertEqual(done.stdout.count("1 point,"), 5)
        self.assertIn("--any-host joins them", done.stderr)
        done = self.run_tool("history", "list", "--any-host")
        self.assertEqual(done.stdout.count("1 point,"), 5, "no file names its processor")
        self.assertIn("some results name no processor", done.stderr)
        for i, commit in enumerate(self.hashes):
            named = json.loads(result(f"21{i}", host=f"runner-{i}", BM_a=1))
            named["context"]["cpu"] = "Chip"
            self.run_tool("history", "add", self.write("h.json", json.dumps(named)), f"--commit={commit}")
        self.assertIn("BM_a of Chip x2: 5 points", self.run_tool("history", "list", "--any-host").stdout)


class Repositories(Case):
    commits = 2

    def test_without_points_a_sentence_and_no_folder(self):
        for command in ("list", "check"):
            self.assertIn("no points", self.run_tool("history", command).stderr)
        self.run_tool("history", "check", "--strict", status=1)
        self.assertFalse(self.store.exists())

    def test_without_a_repository_or_commits(self):
        for name in ("empty", "fresh"):
            self.repository = self.base / name
            self.repository.mkdir()
            if name == "fresh":
                self.git("init", "--quiet")
            self.assertIn("expected a commit" if name == "fresh" else "not a git repository",
                          self.run_tool("history", "list", status=2).stderr)

    def test_in_a_hook_and_in_a_bare_and_shallow_clone(self):
        self.run_tool("history", "add", *self.fill())
        environment = os.environ | {"GIT_DIR": "/nowhere", "GIT_INDEX_FILE": "/nowhere/index"}
        self.assertIn("2 points", self.run_tool("history", "list", env=environment).stdout)
        origin = self.repository
        for flags, points in ((["--bare"], "2 points"), (["--depth=1"], "1 point,")):
            self.repository = self.base / flags[0]
            subprocess.run(["git", "clone", "--quiet", *flags, f"file://{origin}", self.repository], check=True, capture_output=True)
            done = self.run_tool("history", "list")
            self.assertIn(points, done.stdout)
            self.assertEqual("a shallow clone has few" in done.stderr, points == "1 point,")

    def test_points_beside_the_first_parents_are_left_out(self):
        self.git("checkout", "--quiet", "-b", "side", self.hashes[0])
        beside = self.commit({"other": "1"}, "Beside")
        self.git("checkout", "--quiet", "main")
        self.git("merge", "--quiet", "--no-ff", "-m", "Merge", "side")
        self.run_tool("history", "add", self.write("s.json", result("2026", BM_a=1)), f"--commit={beside}")
        self.run_tool("history", "add", self.write("m.json", result("2027", BM_a=1)), "--commit=HEAD")
        done = self.run_tool("history", "list")
        self.assertIn("BM_a of ci: 1 point,", done.stdout)
        self.assertIn("1 commit with results not on the line", done.stderr)


class Steps(Case):
    def test_a_step_is_proposed_and_acknowledged(self):
        self.run_tool("history", "add", *self.fill(step=40))
        done = self.run_tool("history", "check")
        self.assertRegex(done.stdout, r"proposed +slower 1\.0[45]\d+x  BM_slow of ci\n  since " + self.hashes[40][:10])
        self.assertIn("1 step in 2 series: 1 proposed", done.stdout)
        self.assertEqual(done.stdout, self.run_tool("history", "check").stdout)
        self.run_tool("history", "check", "--strict", status=1)
        self.assertIn("expected a step", self.run_tool("history", "ack", "BM_slow", self.hashes[3], "--reason=No", status=2).stderr)
        self.run_tool("history", "ack", "BM_slow", self.hashes[40], status=2)
        self.run_tool("history", "ack", "BM_slow", self.hashes[40], "--reason=It checks\nmore")
        done = self.run_tool("history", "check", "--strict")
        self.assertIn("acknowledged: It checks", done.stdout)
        self.assertIn("0 proposed, 0 confirmed, 0 refuted, 1 acknowledged", done.stdout)

    def page(self, *flags):
        output = self.base / "page.html"
        self.run_tool("history", "page", f"--out={output}", *flags)
        return output

    def test_the_page_says_what_is_slower_since_the_last_tag(self):
        self.run_tool("history", "add", *self.fill(step=40, break_at=50))
        text = self.page().read_text()
        self.assertIn("<h2>Slower since the first commit</h2>", text)
        self.assertRegex(text, r'BM_slow of ci</a></th><td class="number" data-v="1\.0[45]\d+">1\.0[45]\d+</td><td><code>' + self.hashes[40][:10])
        self.assertNotIn("A </script> B", text)
        self.assertIn("processor:  x2 before,  x4 now", text)
        self.assertNotRegex(text, r'(src|href)="(?!#)')
        data = json.loads(re.search(r'id="data">(.*?)</script>', text).group(1))
        self.assertEqual([len(series["points"]) for series in data["series"]], [50, 10, 50, 10])
        self.assertEqual([step["state"] for step in data["steps"]], ["proposed"])
        self.git("tag", "v1", self.hashes[5])
        self.git("tag", "v2", self.hashes[45])
        text = self.page("--title=Of <us>").read_text()
        self.assertIn("<title>Of &lt;us&gt;</title>", text)
        self.assertIn("No step that is slower and stays", text)
        self.assertIn("<h2>Slower since tag: v2</h2>", text)

    @unittest.skipUnless(shutil.which("chromium"), "needs a browser")
    def test_a_browser_draws_the_page(self):
        self.run_tool("history", "add", *self.fill(step=40))
        done = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={self.base}/profile",
                               "--dump-dom", self.page().as_uri()], capture_output=True, text=True, check=True, timeout=120)
        self.assertEqual(done.stdout.count('<circle class="point"'), 60)
        self.assertEqual(done.stdout.count('<line class="step proposed"'), 1)
        self.assertEqual(done.stdout.count("<option"), 2)

    def test_a_break_is_not_judged(self):
        self.run_tool("history", "add", *self.fill(step=30, break_at=30))
        done = self.run_tool("history", "check")
        self.assertIn("not judged   1.0", done.stdout)
        self.assertIn("processor:  x2 before,  x4 now", done.stdout)
        self.assertIn("0 steps in 4 series", done.stdout)
        self.run_tool("history", "check", "--strict", status=1)


# -IS: starts in half of the time.
PROGRAM = f"#!{sys.executable} -IS" + """
# Stands in for a benchmark program: its times are drawn.
import json, os, random, re, sys
factor = FACTOR
flags = dict(word[2:].split("=", 1) for word in sys.argv[1:] if word.startswith("--") and "=" in word)
out = flags.get("benchmark_out", "")
names = [name for name in ("BM_slow", "BM_steady") if re.search(flags.get("benchmark_filter", "."), name)]
if out:
    rows = [{"name": name, "run_name": name, "run_type": "iteration", "repetitions": 1, "repetition_index": 0, "threads": 1, "iterations": 1,
             "real_time": value, "cpu_time": value, "time_unit": "ns"}
            for name in names for value in [(factor if name == "BM_slow" else 1) * 100 * random.gauss(1, .004)]]
    json.dump({"context": {"date": str(os.getpid()) + str(random.random()), "host_name": os.uname().nodename, "num_cpus": 2}, "benchmarks": rows}, open(out, "w"))
"""


class Building(Case):
    """Commits whose build copies a program; that of commit 20 on is slower."""
    commits = 0
    step = 20

    def setUp(self):
        super().setUp()
        for i in range(32):
            files = {"source.py": PROGRAM.replace("FACTOR", "1.05" if i >= self.step else "1"), "count": str(i)}
            if i == 15:
                files["broken"] = "1"
            elif i == 16:
                (self.repository / "broken").unlink()
            self.hashes.append(self.commit(files, "Don't <see> https://a.b" if i == self.step else f"Change {i}"))
        os.environ["BUILT"] = str(self.base / "built")
        self.build = ["sh", "-c", "echo x >> \"$BUILT\"; test ! -e broken && cp source.py bench && chmod +x bench"]

    def count_builds(self):
        return (self.base / "built").read_text().count("x")

    def bisect(self, good, bad, *flags, status=0):
        return self.run_tool("bisect", good, bad, f"--repository={self.repository}", "--program=bench", f"--builds={self.base}/builds",
                             *flags, "--", *self.build, status=status)

    def test_bisect_finds_the_commit_and_goes_on_from_its_builds(self):
        before = self.git("status", "--porcelain"), self.git("rev-parse", "HEAD")
        done = self.bisect(self.hashes[0], self.hashes[-1], f"--issue-out={self.base}/issue.md")
        self.assertIn(f"The commit is:\n\n- `{self.hashes[20]}`", done.stdout)
        self.assertIn("): Don't <see> https://a.b\n", done.stdout)
        written = (self.base / "issue.md").read_text()
        self.assertIn("## `BM_slow` got slower", written)
        self.assertNotRegex(written, r"<see>|https:")
        self.assertEqual([lock.name for lock in (self.base / "builds").glob("*.lock")], ["tickbench-builds.lock"])
        self.assertRegex(done.stdout, r"Its ratio to the commit before it \(`\w{10}`\): 1\.0[45]\d+ \[")
        self.assertIn("does not build and is left out", done.stderr)
        self.assertLessEqual(self.count_builds(), 9)
        self.assertIn(f"They took {self.count_builds()} builds, ", done.stdout)
        self.assertEqual(before, (self.git("status", "--porcelain"), self.git("rev-parse", "HEAD")))
        builds = self.count_builds()
        again = self.bisect(self.hashes[0], self.hashes[-1])
        self.assertEqual(self.count_builds(), builds, "builds, and that one failed, are known")
        self.assertIn("They took 0 builds, ", again.stdout)
        self.assertIn(self.hashes[20], again.stdout)

    def test_bisect_passes_over_a_commit_that_crashes(self):
        for factor in ("1", "sys.exit(3)", "1.05"):
            self.commit({"source.py": PROGRAM.replace("FACTOR", factor)}, factor)
        done = self.bisect("HEAD~2", "HEAD", status=1)
        self.assertRegex(done.stderr, r"cannot be judged and is left out: failed: .*exited with status 3")
        self.assertIn("It is one of these commits", done.stdout)

    def test_answers_that_are_contradicted_are_asked_again(self):
        good, bad = self.hashes[18], self.hashes[22]
        self.bisect(good, bad)
        kept = next((self.base / "builds").glob("bisect-*.json"))
        kept.write_text(json.dumps([answer | {"is_bad": not answer["is_bad"]} for answer in json.loads(kept.read_text())]))
        self.bisect(good, bad, status=1)
        self.assertFalse(kept.exists())
        self.assertIn(self.hashes[20], self.bisect(good, bad, "--error-rate=0.02").stdout)
        self.assertFalse(kept.exists(), "another error rate is another question")

    def test_bisect_finds_what_made_it_faster(self):
        self.commit({"source.py": PROGRAM.replace("FACTOR", "1")}, "Mend")
        self.commit({"count": "more"}, "More")
        ends = self.hashes[-1], "HEAD"
        self.assertIn("a slowdown is sought without --faster, a gain with it", self.bisect(*ends, status=2).stderr)
        done = self.bisect(*ends, "--faster")
        self.assertIn("## `BM_slow` got faster", done.stdout)
        self.assertRegex(done.stdout, r"The commit is:\n\n- `" + self.git("rev-parse", "HEAD~1"))

    def test_bisect_refuses_ends_that_make_no_sense(self):
        self.assertIn("to be one", self.bisect("HEAD", "main", status=2).stderr)
        self.assertIn("expected a commit of", self.bisect("nothing", "main", status=2).stderr)
        self.assertIn("first parents", self.bisect(self.hashes[9], self.hashes[3], status=2).stderr)
        self.assertIn("not shown to be slower", self.bisect(self.hashes[3], self.hashes[6], "--budget=2s", status=2).stderr)
        self.assertIn("expected GOOD and BAD to build", self.bisect(self.hashes[15], self.hashes[30], status=2).stderr)

    def build_commit(self, commit, *flags, program="bench", status=2):
        """A bisect of the commit and the next one, which are equal and so not searched."""
        return self.run_tool("bisect", f"{commit}~1", commit, f"--repository={self.repository}", f"--program={program}",
                             f"--builds={self.base}/builds", "--budget=1s", *flags, "--", *self.build, status=status).stderr

    def test_a_program_outside_the_work_tree_is_refused(self):
        own = self.write("own", "mine")
        for program in (own, "../own", "build/../../own"):
            self.assertIn("expected a path within the work tree", self.build_commit("HEAD", program=program))
        self.assertEqual(own.read_text(), "mine")

    def test_work_trees_of_others_stay(self):
        away = self.base / "away"
        self.git("worktree", "add", "--detach", away, "HEAD")
        away.rename(self.base / "unmounted")
        self.build_commit("HEAD")
        self.assertIn(str(away), self.git("worktree", "list"))
        shutil.rmtree(self.base / "builds")
        self.assertIn("not shown to be slower", self.build_commit("HEAD"))
        self.assertIn(str(away), self.git("worktree", "list"))

    def test_a_checkout_that_was_cut_off_is_made_again(self):
        self.assertIn("not shown to be slower", self.build_commit("HEAD"))
        tree = self.base / "builds" / self.hashes[-1]
        lock = pathlib.Path(self.git("-C", tree, "rev-parse", "--absolute-git-dir")) / "index.lock"
        lock.touch()
        (tree / "bench").unlink()
        self.assertIn("not shown to be slower", self.build_commit("HEAD"))
        self.git("worktree", "lock", tree)  # as git does while it makes one
        shutil.rmtree(tree)
        (tree.parent / f"{self.hashes[-1]}.json").unlink()
        self.assertIn("not shown to be slower", self.build_commit("HEAD"))

    def test_nothing_of_another_or_a_killed_build_is_believed(self):
        copy, tree = self.build, self.base / "builds" / self.hashes[-2]
        self.build = ["sh", "-c", "touch object; exit 1"]
        self.build_commit("HEAD")
        self.assertTrue((tree / "object").exists())
        self.build = ["sh", "-c", "test ! -e object && cp source.py bench && chmod +x bench"]
        self.assertIn("not shown to be slower", self.build_commit("HEAD"), "a new tree has no object of another command")
        self.build = copy
        self.build_commit("HEAD")
        builds, self.build = self.count_builds(), ["sh", "-c", "echo wrong > bench; kill -INT $PPID; sleep 60"]
        self.build_commit("HEAD", status=130)
        self.build = copy
        self.build_commit("HEAD")
        self.assertEqual(self.count_builds(), builds + 1, "of the commit whose other build was killed")

    def test_a_commit_that_cannot_be_checked_out_does_not_build(self):
        (self.repository / ".gitattributes").write_text("large filter=absent\n")
        (self.repository / "large").write_text("pointer")
        self.git("add", ".")
        self.git("commit", "--quiet", "-m", "Large")
        self.git("config", "filter.absent.smudge", "false")
        self.git("config", "filter.absent.required", "true")
        said = self.build_commit("HEAD")
        self.assertRegex(said, r"does not build and is left out: git worktree add")
        self.assertIn("expected GOOD and BAD to build", said)

    def history(self, *words, status=0):
        return self.run_tool("history", *words, "--program=bench", f"--builds={self.base}/builds", "--", *self.build, status=status)

    def test_ab_decides_what_the_series_proposes(self):
        draw = random.Random(3)
        for i, commit in enumerate(self.hashes):
            # The real step of one benchmark, and one that only the machine made.
            self.run_tool("history", "add", self.write("d.json", result(f"20{i}", host=HOST, BM_slow=100 * (1.05 if i >= self.step else 1) *
                          draw.gauss(1, .003), BM_steady=(106 if i >= self.step else 100) * draw.gauss(1, .003))), f"--commit={commit}")
        self.assertIn("2 steps in 2 series: 2 proposed", self.run_tool("history", "check").stdout)
        done = self.history("check", status=1)
        self.assertRegex(done.stdout, r"confirmed +slower 1\.0\d+x  BM_slow of \S+\n(.*\n){2}  confirmed by ab: 1\.0[345]\d+ \[.*error rate 1 %")
        self.assertRegex(done.stdout, r"refuted +slower 1\.0\d+x  BM_steady of \S+\n(.*\n){2}  refuted by ab: (0\.99|1\.00)")
        self.assertLessEqual(self.count_builds(), 2, "one `ab` for steps with the same ends")
        self.assertEqual(self.run_tool("history", "check", status=1).stdout, done.stdout, "the store has what was decided")
        self.run_tool("history", "ack", "BM_slow", self.hashes[self.step], "--reason=meant")
        self.run_tool("history", "check")

    def test_the_plan_names_what_to_measure_next(self):
        self.git("tag", "v1", self.hashes[10])
        plan = self.run_tool("history", "plan", "--budget=1h", "--cost=10m").stdout.splitlines()
        self.assertEqual([line.split()[0] for line in plan[:3]], [self.hashes[i][:10] for i in (31, 10, 0)])
        self.assertIn("(the newest)", plan[0])
        self.assertIn("(tag: v1)", plan[1])
        self.assertEqual(len({line.split()[0] for line in plan}), 6)
        self.assertIn("nothing fits: a commit takes", self.run_tool("history", "plan", "--budget=1s").stderr)
        since = self.run_tool("history", "plan", "--budget=2h", f"--since={self.hashes[29]}").stdout.splitlines()
        self.assertEqual(sorted(line.split()[0] for line in since), sorted(hash[:10] for hash in self.hashes[29:]))

    def test_a_budget_that_has_no_room_is_named(self):
        done = self.history("run", "--budget=0.5s", "--cost=1.5s")
        self.assertEqual(done.stderr, "history: nothing fits: a commit takes 1.5 s (--cost); --budget=1.5s has room for one\n")
        self.assertFalse((self.base / "built").exists())
        self.history("run", "--budget=1.5s", "--cost=1.5s", "--runs=1")
        self.assertGreaterEqual(self.count_builds(), 1, "it has room for one")

    def test_ab_decides_about_steps_of_this_host_alone(self):
        for i, commit in enumerate(self.hashes):
            self.run_tool("history", "add", self.write("d.json", result(f"20{i}", host="elsewhere", BM_slow=(105 if i >= self.step else 100) +
                          i % 3 / 10)), f"--commit={commit}")
        done = self.history("check")
        self.assertIn("not decided on this host: BM_slow of elsewhere", done.stderr)
        self.assertIn("1 proposed", done.stdout)
        self.assertFalse((self.base / "built").exists())
        self.assertIn("(the newest)", self.run_tool("history", "plan").stdout)

    def test_what_ab_cannot_compare_stays_proposed(self):
        self.commit({"source.py": PROGRAM.replace("FACTOR", "sys.exit(3)")}, "Crash")
        for i, commit in enumerate([*self.hashes, *[self.commit({"count": f"more {i}"}, "More") for i in range(4)]]):
            self.run_tool("history", "add", self.write("d.json", result(f"20{i}", host=HOST, BM_slow=(105 if i >= 32 else 100) +
                          i % 3 / 10)), f"--commit={commit}")
        done = self.history("check", "--total-budget=1s")
        self.assertIn("the total budget has no room for a further answer", done.stderr)
        done = self.history("check")
        self.assertRegex(done.stderr, r"not decided: NEW .*exited with status 3")
        self.assertIn("1 proposed", done.stdout)

    def test_run_measures_and_the_plan_halves_the_step(self):
        self.history("run", "--budget=300s", "--cost=0.001", "--runs=2")
        lines = self.run_tool("history", "export", "--csv").stdout.splitlines()[1:]
        points = {line.split(",")[5]: line.split(",")[-2] for line in lines if "BM_slow" in line}
        self.assertEqual(set(points), set(self.hashes) - {self.hashes[15]}, "all but the one that does not build")
        self.assertEqual(set(points.values()), {"2"})
        if "model name" in pathlib.Path("/proc/cpuinfo").read_text():
            self.assertNotIn("no processor", self.run_tool("history", "list", "--any-host").stderr, "`run` states it")
        done = self.run_tool("history", "check")
        self.assertRegex(done.stdout, r"proposed +slower 1\.0[45]\d+x  BM_slow")
        self.assertEqual(self.run_tool("history", "plan").stdout.count("\n"), 1, "the plan has no state: the commit that does not build")

    def test_a_step_between_distant_points_is_halved_first(self):
        draw = random.Random(1)
        for i in [*range(9), *range(24, 32)]:
            self.run_tool("history", "add", self.write("p.json", result(f"20{i}", host=HOST, BM_slow=(105 if i > 20 else 100) * draw.gauss(1, .002))),
                          f"--commit={self.hashes[i]}")
        plan = self.run_tool("history", "plan", "--budget=600s", "--cost=600").stdout
        self.assertIn("(halves a step of BM_slow)", plan)
        self.assertEqual(plan.split()[0], self.hashes[16][:10])

    def test_bisect_takes_wrong_flags_for_what_they_are(self):
        self.assertIn("--budget", self.bisect("HEAD~1", "HEAD", "--budget=soon", status=2).stderr)
        self.build = []
        self.assertIn("expected the command that builds a commit", self.bisect("HEAD~1", "HEAD", status=2).stderr)


SUITE = f"#!{sys.executable} -IS" + """
# Stands in for a suite: its times are drawn, and its digests follow from its kernels.
import json, os, random, re, sys
kernels = KERNELS  # by benchmark: code, microseconds
flags = dict(word[2:].split("=", 1) if "=" in word else (word[2:], "true") for word in sys.argv[1:])
if "tickbench_modules_out" in flags:
    open(flags["tickbench_modules_out"], "w").write("{}")
    sys.exit()
is_measured = "tickbench_verify_only" not in flags
if is_measured:
    open(os.environ["MEASURED"], "a").write(flags.get("benchmark_filter", "all") + "\\n")
rows = []
for name, (code, time) in kernels.items():
    if re.search(flags.get("benchmark_filter", "."), name):
        more = {"id": name, "device": "D", "device_id": "opencl:0", "outcome": "passed", "code": {"digest": code},
                "settings": {"mode": "both", "verify_only": not is_measured}}
        if is_measured:
            more["metrics"] = {"time": {"value": time * 1e-6 * random.gauss(1, .002)}}
        rows.append({"name": name, "run_name": name, "run_type": "iteration", "repetitions": 1, "repetition_index": 0, "threads": 1,
                     "iterations": 1, "real_time": 1, "cpu_time": 1, "time_unit": "ns", "tickbench": more})
context = {"host_name": os.uname().nodename, "tickbench": {
    "started": str(os.getpid()) + str(random.random()), "devices": [{"id": "opencl:0", "name": "D", "driver": "1"}]}}
json.dump({"context": context, "benchmarks": rows}, open(flags["benchmark_out"], "w"))
"""


class EqualCode(Case):
    """Commits of a suite with two benchmarks; the code of `a` changes with the fourth, that of `b` with none."""
    commits = 0

    def setUp(self):
        super().setUp()
        for i in range(6):
            kernels = {"opencl/a": ("1" if i < 3 else "2", 10 if i < 3 else 12), "opencl/b": ("5", 20)}
            self.hashes.append(self.commit({"source.py": SUITE.replace("KERNELS", repr(kernels)), "count": str(i)}, f"Change {i}"))
        self.measured = self.base / "measured"
        os.environ["MEASURED"] = str(self.measured)
        self.build = ["sh", "-c", "cp source.py bench && chmod +x bench"]

    def history(self, *words, status=0):
        return self.run_tool("history", *words, "--program=bench", f"--builds={self.base}/builds", "--", *self.build, status=status)

    def measure(self, *words):
        done = self.history("run", "--budget=300s", "--cost=0.001", "--runs=1", *words)
        return done, self.measured.read_text().splitlines()

    def rows(self):
        lines = self.run_tool("history", "export", "--csv").stdout.splitlines()[1:]
        return {(line.split(",")[0].strip('"'), line.split(",")[5]): line for line in lines}

    def test_only_what_changed_is_measured(self):
        done, runs = self.measure()
        self.assertEqual(runs[0], "all", "of the first commit nothing is known")
        self.assertEqual(len(runs), 2, runs)
        self.assertIn("opencl/a", runs[1])
        self.assertNotIn("opencl/b", runs[1])
        self.assertEqual(done.stderr.count("not measured: equal device code and launches as before"), 4)
        self.assertEqual(set(self.rows()), {("opencl/a", self.hashes[5]), ("opencl/b", self.hashes[5]), ("opencl/a", self.hashes[0])})
        self.measured.unlink()
        self.history("run", "--budget=60s", "--cost=0.001", "--runs=1")
        self.assertFalse(self.measured.exists(), "nothing is left to measure")

    def test_all_measures_all(self):
        _, runs = self.measure("--all")
        self.assertEqual(runs, ["all"] * 6)
        self.assertEqual(len(self.rows()), 12)

    def test_another_machine_says_nothing(self):
        foreign = json.loads(self.measured_file())
        foreign["context"]["host_name"] = "elsewhere"
        self.run_tool("history", "add", self.write("f.json", json.dumps(foreign)), f"--commit={self.hashes[0]}")
        _, runs = self.measure()
        self.assertEqual(runs[1], "all")

    def measured_file(self):
        program = self.base / "suite"
        program.write_text(self.git("show", f"{self.hashes[0]}:source.py"))
        program.chmod(0o755)
        subprocess.run([program, f"--benchmark_out={self.base}/out.json"], check=True)
        return (self.base / "out.json").read_text()

    def test_a_step_between_equal_ends_is_refuted(self):
        draw = random.Random(3)
        for i in range(6, 32):
            self.hashes.append(self.commit({"count": str(i)}, f"Change {i}"))
        file = json.loads(self.measured_file())
        file["benchmarks"] = [row for row in file["benchmarks"] if row["name"] == "opencl/b"]
        for i, commit in enumerate(self.hashes):
            file["context"]["tickbench"]["started"] = str(i)
            file["benchmarks"][0]["tickbench"]["metrics"]["time"]["value"] = (21 if i >= 20 else 20) * draw.gauss(1, .002)
            self.run_tool("history", "add", self.write("d.json", json.dumps(file)), f"--commit={commit}")
        self.measured.unlink()
        done = self.history("check")
        self.assertRegex(done.stdout, r"refuted +slower 1\.0\d+x  opencl/b.*\n(.*\n){2}  refuted: equal device code and launches")
        self.assertFalse(self.measured.exists(), "nothing was measured")


if __name__ == "__main__":
    unittest.main()
