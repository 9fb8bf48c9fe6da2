# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""tickbench_discover_tests with a plain Google Benchmark program, and with one that has both kinds of benchmarks."""

import json
import os
import shutil
import unittest

import discovery_test
from discovery_test import Project, run

PLAIN, MIXED, TOOL = os.environ["PLAIN"], os.environ["MIXED"], os.environ["TOOL"]
QUICK = "EXTRA_ARGS --tickbench_budget=0 --benchmark_min_time=0.001"


def ids(*flags, **environment):
    status, out = run(TOOL, "check", PLAIN, "--list", *flags, **environment)
    assert status == 0, out
    return out.splitlines()


class PlainProject(Project):
    def configure_plain(self, arguments="", program=PLAIN, flags=(), **options):
        return self.configure(f"""
            add_executable(plain IMPORTED)
            set_target_properties(plain PROPERTIES IMPORTED_LOCATION [==[{program}]==])
            tickbench_discover_tests(plain DISCOVERY_MODE PRE_TEST {arguments})
            """, f"-DTICKBENCH_TOOL={TOOL}", *flags, **options)

    def floors(self, *floors):
        (self.source / "floors.json").write_text(json.dumps({"schema": "tickbench-floors/1", "floors": [
            {"device": ".*", "benchmark": benchmark, **members} for benchmark, members in floors]}))

    def names(self):
        return [test["name"] for test in self.discovered()]


class Names(PlainProject):
    def test_one_test_a_benchmark_whatever_its_name(self):
        self.configure_plain("PLAIN " + QUICK)
        tests = self.discovered()
        self.assertEqual([test["name"] for test in tests], ids())
        self.assertGreater(len(tests), 20)
        self.assertIn("BM_Odd<\"text\", L'\\n', 1.5e+3, a::b<c>::d*>", [test["name"] for test in tests])
        status, out = self.ctest("-j2")
        self.assertEqual(status, 0, out)
        self.assertIn(f"100% tests passed, 0 tests failed out of {len(tests)}\n", out)

    def test_what_it_is_is_found_out(self):
        self.configure_plain(QUICK)
        self.assertEqual(self.names(), ids())

    def test_also_of_a_main_that_ignores_unknown_flags_and_of_one_that_prints(self):
        expected = ids()
        self.configure_plain(QUICK)
        for variables in ("PLAIN_IGNORES",), ("PLAIN_CHATS",), ("PLAIN_CHATS", "PLAIN_IGNORES"):
            with self.subTest(variables):
                status, out = self.ctest("-N", **{name: "1" for name in variables})
                self.assertEqual(status, 0, out)
                self.assertIn(f"Total Tests: {len(expected)}\n", out)
                self.assertNotIn("ready", out)
                (self.build / "plain-tickbench-1_tests-.cmake").unlink()

    def test_listing_empties_no_file_of_results(self):
        kept = self.source / "kept.json"
        for flags, variables in ("", {"BENCHMARK_OUT": str(kept)}), (f"EXTRA_ARGS [==[--benchmark_out={kept}]==]", {}):
            for kind in "", "PLAIN":
                with self.subTest(flags, kind=kind):
                    kept.write_text("kept")
                    self.configure_plain(f"{kind} {flags}")
                    status, _ = self.ctest("-N", PLAIN_IGNORES="1", **variables)
                    self.assertEqual(status == 0, not flags)
                    self.assertEqual(kept.read_text(), "kept")

    def test_a_program_that_is_neither_says_so(self):
        self.configure_plain(program="/bin/false")
        status, out = self.ctest("-N")
        self.assertEqual(status, 8, out)
        self.assertIn("For a plain Google Benchmark program say PLAIN in the call.", out)


class Arguments(PlainProject):
    def test_reach_the_command_and_the_program(self):
        self.floors(("BM_Copy", {"metric": "real_time", "at_most": 1}))
        self.configure_plain("""PLAIN TEST_FILTER Copy FLOORS floors.json LABELS cpu "b c" TEST_PREFIX p.
            PROPERTIES TIMEOUT 7 EXTRA_ARGS --tickbench_strict --benchmark_context=a=b\\;c""")
        test, = self.discovered()
        self.assertEqual(test["name"], "p.BM_Copy")
        tool, check, program, benchmark, ctest, out, *flags = test["command"]
        self.assertEqual([tool, check, program, benchmark, ctest], [TOOL, "check", PLAIN, "--benchmark=BM_Copy", "--ctest"])
        self.assertTrue(out.startswith(f"--out={self.build}/plain-tickbench-1_results-"), out)
        self.assertEqual(flags, [f"--floors={self.source}/floors.json", "--timeout=6.3", "--strict", "--",
                                 "--benchmark_context=a=b;c"])
        properties = self.properties(test)
        self.assertEqual(properties["LABELS"], ["b c", "cpu"])
        self.assertEqual(properties["RESOURCE_LOCK"], ["tickbench"])
        self.assertEqual(properties["SKIP_RETURN_CODE"], 77)
        self.assertEqual(properties["TIMEOUT"], 14.0)

    def test_a_pattern_makes_skips_of_errors(self):
        for pattern, outcome in ("^expected [0-9]", "Skipped"), (r"\[;x|found 2$", "Skipped"), ("no device", "Failed"):
            with self.subTest(pattern):
                self.configure_plain(f"PLAIN TEST_FILTER Error SKIP_PATTERN [==[{pattern}]==] {QUICK}")
                test, = self.discovered()
                self.assertIn("--skip-pattern=" + pattern, test["command"])
                _, out = self.ctest(PLAIN_ERROR="1")
                self.assertIn(outcome, out)

    def test_a_path_may_have_a_semicolon(self):
        folder = self.source / "a;b"
        folder.mkdir()
        shutil.copy(PLAIN, folder / "plain")
        self.configure_plain(f"PLAIN TEST_FILTER Copy {QUICK}", program=folder / "plain")
        status, out = self.ctest()
        self.assertEqual(status, 0, out)
        self.assertIn("100% tests passed, 0 tests failed out of 1\n", out)

    def test_any_resource(self):
        self.configure_plain("PLAIN TEST_FILTER Copy RESOURCES gpus:1 cpus:2 " + QUICK)
        test, = self.discovered()
        self.assertNotIn("RESOURCE_LOCK", self.properties(test))
        self.assertEqual(self.properties(test)["RESOURCE_GROUPS"],
                         [{"requirements": [{".type": "gpus", "slots": 1}, {".type": "cpus", "slots": 2}]}])

    def test_refusals(self):
        for arguments, message in (("PLAIN SKIP_PATTERN", "SKIP_PATTERN: expected a pattern of messages, found none"),
                                   ("PLAIN BACKENDS opencl", "PLAIN: expected neither BACKENDS nor DEVICES"),
                                   ("PLAIN RESOURCES gpus", "RESOURCES gpus: expected a type of CTest's resource file")):
            self.assertIn(message, " ".join(self.configure_plain(arguments, expected=1).split()))
        for arguments, flags, message in (
                ("PLAIN RESOURCES", (), "RESOURCES: expected which, for a plain program: RESOURCES gpus:1"),
                ("PLAIN EXTRA_ARGS --tickbench_cache=cold", (), "EXTRA_ARGS --tickbench_cache=cold: expected flags of the"),
                ("PLAIN EXTRA_ARGS --nonsense", (), "expected a list of plain benchmarks, found: 2"),
                ("PLAIN TEST_FILTER nothing", (), "expected flags that choose a benchmark, found none"),
                ("PLAIN", ("-DTICKBENCH_TOOL=",), "expected the command tickbench, installed with the library")):
            self.configure_plain(arguments, flags=flags)
            status, out = self.ctest("-N")
            self.assertEqual(status, 8, out)
            self.assertIn(message, " ".join(out.split()))

    def test_a_floor_that_matches_nothing_ends_listing(self):
        self.floors(("BM_Copi", {"metric": "real_time", "at_most": 1}))
        self.configure_plain("PLAIN FLOORS floors.json")
        status, out = self.ctest("-N")
        self.assertEqual(status, 8, out)
        self.assertIn('expected a benchmark that matches "BM_Copi"', " ".join(out.split()))


class States(PlainProject):
    def test_a_missed_floor_fails_with_the_line_that_shows_it_again(self):
        self.floors(("BM_Copy", {"metric": "counter:allocations", "at_most": 2}),
                    ("BM_Sort", {"metric": "real_time", "at_most": 1}))
        self.configure_plain("PLAIN FLOORS floors.json EXTRA_ARGS --benchmark_min_time=0.001 TEST_FILTER Copy|Sort")
        status, out = self.ctest("-V")
        self.assertEqual(status, 8, out)
        self.assertIn("50% tests passed, 1 tests failed out of 2", out)
        self.assertRegex(out, r"1: floor MISSED: BM_Copy: counter:allocations 3 \[3, 3\], expected <= 2.1")
        self.assertRegex(out, r"2: floor met: BM_Sort: ")
        self.assertIn(f"1:     cd {self.build} && tickbench check {PLAIN} --benchmark=BM_Copy --floors={self.source}/floors.json -- "
                      "--benchmark_min_time=0.001", out)
        self.assertIn('<CTestMeasurement type="numeric/double" name="cpu_time">', out)

    def test_what_goes_wrong_fails_by_name(self):
        self.configure_plain(f"PLAIN {QUICK} PROPERTIES TIMEOUT 2")
        for variable, benchmark, message in (("PLAIN_ERROR", "BM_Error", "BM_Error +FAILED +error: expected 1, found 2"),
                                             ("PLAIN_CRASHES", "BM_Crash", "BM_Crash +FAILED +crashed: .*signal 6"),
                                             ("PLAIN_LEAVES", "BM_Crash", "BM_Crash +FAILED +invalid_results: "),
                                             ("PLAIN_HANGS", "BM_Hang", "BM_Hang +FAILED +timed_out: .*had not ended after")):
            with self.subTest(variable):
                status, out = self.ctest("-R", benchmark + "$", "-V", **{variable: "1"})
                self.assertEqual(status, 8, out)
                self.assertRegex(out, message)
                self.assertNotIn("***Timeout", out)


class Launcher(PlainProject, discovery_test.Launcher):
    """The same of plain benchmarks: what is launched is `tickbench check`."""

    def discover(self, launcher, arguments="", target="plain"):
        arguments = arguments.replace("saxpy/256$", "Copy")
        self.configure_plain(f"""PLAIN LAUNCHER [==[{launcher}]==] --gpus=1 "a $(b) 'c" {QUICK} {arguments}""")

    def test_is_given_the_command_of_the_test(self):
        self.discover(self.recorder(), "TEST_FILTER Copy")
        self.names()
        self.assertFalse((self.source / "called").exists(), "listing is not run behind it")
        status, out = self.ctest("-V")
        self.assertEqual(status, 0, out)
        self.assertEqual(self.called()[:7], ["--gpus=1", "a $(b) 'c", TOOL, "check", PLAIN, "--benchmark=BM_Copy", "--ctest"])

    def fail_all(self):
        (self.source / "floors.json").write_text(json.dumps({"schema": "tickbench-floors/1", "floors": [
            {"device": ".*", "benchmark": "BM_Copy", "metric": "counter:none", "at_most": 2}]}))

    # Of plain benchmarks none is.
    test_of_several_runs_it_is_run_once = None

    def test_without_a_command_is_refused(self):
        out = self.configure_plain("PLAIN LAUNCHER", expected=1)
        self.assertIn("LAUNCHER: expected a command to run each test behind", " ".join(out.split()))


class Mixed(PlainProject):
    def test_a_flag_of_the_programs_own_reaches_both_kinds(self):
        self.configure_plain("TEST_FILTER saxpy/n:256$|^plain$ " + QUICK + " --fake_model=other", program=MIXED)
        status, out = self.ctest(FAKE_PLAIN="1")
        self.assertEqual(status, 0, out)
        self.configure_plain("TEST_FILTER saxpy/n:256$|^plain$ " + QUICK + " --fake_model=missing", program=MIXED)
        status, out = self.ctest("--output-on-failure", FAKE_PLAIN="1")
        self.assertIn("0% tests passed, 2 tests failed out of 2", out)
        for row in ("opencl/saxpy/n:256", "plain"):
            self.assertRegex(out, rf"(?m)^{row} +FAILED .*no such model")

    def test_the_command_passes_flags_of_the_programs_own_on(self):
        for words in ("run", "1", MIXED, "--", "--benchmark_filter=saxpy/n:256"), ("ab", MIXED, MIXED, "--", "--benchmark_filter=saxpy/n:256"):
            status, out = run(TOOL, *words, "--fake_model=missing")
            self.assertNotEqual(status, 0, out)
            self.assertIn("no such model", out)
        self.assertEqual(run(TOOL, "run", "1", MIXED, "--", "--benchmark_filter=saxpy/n:256", "--fake_model=other")[0], 0)

    def test_has_both_kinds_of_tests_by_one_file_of_floors(self):
        self.floors(("opencl/saxpy/.*", {"metric": "time", "at_most": 1}),
                    ("plain", {"metric": "cpu_time", "at_most": 1e-12}))
        self.configure_plain("FLOORS floors.json EXTRA_ARGS --tickbench_budget=30 --benchmark_min_time=0.001", program=MIXED)
        status, out = self.ctest("--show-only=json-v1", FAKE_PLAIN="1")
        self.assertEqual(status, 0, out)
        commands = {test["name"]: test["command"] for test in json.loads(out)["tests"]}
        self.assertEqual(commands["plain"][:4], [TOOL, "check", MIXED, "--benchmark=plain"])
        self.assertEqual(commands["plain"][-4:], ["--budget=30", "--", "--tickbench_plain", "--benchmark_min_time=0.001"])
        own = next(command for name, command in commands.items() if name.startswith("opencl/saxpy/"))
        self.assertEqual(own[0], MIXED)
        status, out = self.ctest("-R", "opencl/saxpy/n:256|plain", "-V", FAKE_PLAIN="1")
        self.assertEqual(status, 8, out)
        self.assertIn("50% tests passed, 1 tests failed out of 2", out)
        self.assertIn("floor MISSED: plain: ", out)
        self.assertRegex(out, r"floor met: opencl/saxpy/n:256 on Fake GPU")

    def test_a_filter_may_take_one_kind_alone(self):
        for pattern, expected in ("^plain$", ["plain"]), ("n:256$", ["opencl/saxpy/n:256"]):
            with self.subTest(pattern):
                self.configure_plain(f"TEST_FILTER {pattern}", program=MIXED)
                status, out = self.ctest("--show-only=json-v1", FAKE_PLAIN="1")
                self.assertEqual(status, 0, out)
                self.assertEqual([test["name"] for test in json.loads(out)["tests"]], expected)
        self.configure_plain("TEST_FILTER nothing", program=MIXED)
        status, out = self.ctest("-N", FAKE_PLAIN="1")
        self.assertNotEqual(status, 0, out)

    def test_plain_benchmarks_have_no_device(self):
        self.configure_plain("DEVICES opencl:0 opencl:1 TEST_FILTER opencl/saxpy/n:256$|^plain$", program=MIXED)
        status, out = self.ctest("--show-only=json-v1", FAKE_PLAIN="1")
        self.assertEqual(status, 0, out)
        self.assertEqual([test["name"] for test in json.loads(out)["tests"]],
                         ["opencl/saxpy/n:256@opencl:0", "plain", "opencl/saxpy/n:256@opencl:1"])

    def test_one_kind_alone_by_the_word(self):
        # As a target is that links tickbench.
        self.configure_plain("PLAIN)\nset_target_properties(plain PROPERTIES TICKBENCH_SUITE ON", program=MIXED)
        status, out = self.ctest("-N", FAKE_PLAIN="1")
        self.assertIn("Total Tests: 1\n", out)

    def test_without_plain_benchmarks_all_is_as_before(self):
        self.configure_plain(program=MIXED)
        status, out = self.ctest("-N")
        self.assertEqual(status, 0, out)
        self.assertNotIn("plain", out.replace("plain-", ""))


if __name__ == "__main__":
    unittest.main()
