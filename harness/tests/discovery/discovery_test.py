# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Projects that call tickbench_discover_tests, configured and tested with the real CMake and CTest."""

import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

SUITE = os.environ["SUITE"]

# A program of the project's own: writes and prints what programs of tickbench do.
PROGRAM = """
#include <cstdio>
#include <cstdlib>
#include <cstring>
int main(int argc, char** argv) {
  if (CRASHES) std::abort();
  for (int i = 1; i < argc; ++i)
    if (std::strncmp(argv[i], "--tickbench_list_ctest=", 23) == 0)
      if (std::FILE* file = std::fopen(argv[i] + 23, "w"))
        return std::fputs("_tickbench_add_test(suite [[opencl/one]] 1)\\n_tickbench_add_test(suite [[opencl/two]] 1)\\n", file) < 0
               || std::fclose(file) != 0;
  return std::putchar(0x7f) < 0;  // it has come to its end
}
"""


def run(*command, cwd=None, **environment):
    result = subprocess.run(command, capture_output=True, text=True, timeout=800, cwd=cwd,
                            env={**os.environ, **environment}, check=False)
    # CTest 4 leaves "0 tests failed" out.
    out = (result.stdout + result.stderr).replace("100% tests passed out of", "100% tests passed, 0 tests failed out of")
    return result.returncode, out


def last_line(out):
    """Of the first test, without the mark that CTest is told the program's end by."""
    return [line for line in out.splitlines() if line.startswith("1: ") and line.strip("\x7f") != "1: "][-1]


def floors(benchmark):
    return json.dumps({"schema": "tickbench-floors/1", "floors": [
        {"device": ".*", "benchmark": benchmark, "metric": "time", "at_most": 1}]})


def ids(*flags):
    status, out = run(SUITE, "--tickbench_list", *flags)
    assert status == 0, out
    return out.splitlines()


class Project(unittest.TestCase):
    """A project in a folder of its own; `suite` is the program on fake devices."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.source = Path(folder.name)
        self.build = self.source / "build"

    def write(self, calls, languages="NONE", testing="enable_testing()"):
        (self.source / "CMakeLists.txt").write_text(f"""
            cmake_minimum_required(VERSION 3.25)
            project(discovery LANGUAGES {languages})
            {testing}
            include([==[{os.environ["MODULE"]}]==])
            add_executable(suite IMPORTED)
            set_target_properties(suite PROPERTIES IMPORTED_LOCATION [==[{SUITE}]==])
            {calls}
            """)

    def configure(self, calls, *flags, languages="NONE", generator="Ninja", expected=0, testing="enable_testing()"):
        self.write(calls, languages, testing)
        status, out = run(os.environ["CMAKE"], "-G", generator, "-S", self.source, "-B", self.build, *flags)
        self.assertEqual(status, expected, out)
        return out

    def ctest(self, *flags, **environment):
        return run(os.environ["CTEST"], "--test-dir", self.build, *flags, **environment)

    def discovered(self, *flags):
        status, out = self.ctest("--show-only=json-v1", *flags, ODD_SUITE_NO_DRIVER="1")
        self.assertEqual(status, 0, out)
        return json.loads(out)["tests"]

    def flags(self, test):
        """Those after the id, without where the output goes, which every test says."""
        program, _, ctest, out, *flags = test["command"]
        self.assertEqual([program, ctest], [SUITE, "--tickbench_ctest"])
        self.assertTrue(out.startswith(f"--benchmark_out={self.build}/suite-tickbench-"), out)
        return flags

    @staticmethod
    def properties(test):
        return {p["name"]: p["value"] for p in test["properties"]}


class Names(Project):
    def test_a_project_without_tests_is_told_so(self):
        call = "tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST)"
        missing = re.compile(r"tickbench_discover_tests\(suite\):\s+expected\s+enable_testing\(\)")
        self.assertRegex(self.configure(call, testing=""), missing)
        self.assertNotRegex(self.configure(call, "-DBUILD_TESTING=OFF", testing=""), missing)
        self.assertNotRegex(self.configure(f"{call}\nenable_testing()", "--fresh", testing=""), missing)

    def test_a_main_of_its_own_is_named(self):
        program = self.source / "plain"
        program.write_text("#!/bin/sh\necho \"$0: error: unrecognized command-line flag: $1\" >&2\nexit 1\n")
        program.chmod(0o755)
        self.configure(f"""add_executable(own IMPORTED)
            set_target_properties(own PROPERTIES IMPORTED_LOCATION "{program}" TICKBENCH_SUITE TRUE)
            tickbench_discover_tests(own DISCOVERY_MODE PRE_TEST)""")
        status, out = self.ctest()
        self.assertNotEqual(status, 0)
        self.assertIn("link tickbench::main, without a main or BENCHMARK_MAIN() of your own", " ".join(out.split()))

    def test_one_test_an_id_whatever_the_name(self):
        self.configure("tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST)")
        tests = self.discovered()
        self.assertEqual([test["name"] for test in tests], ids())
        self.assertGreater(len(tests), 70)
        for test in tests:
            self.assertEqual(test["command"][0], SUITE)
            self.assertIn("--tickbench_benchmark=" + test["name"], test["command"])
        self.assertEqual(len({test["command"][3] for test in tests}), len(tests))  # a result file each
        status, out = self.ctest("-j4", "-E", "hanging")
        self.assertEqual(status, 0, out)
        self.assertIn(f"100% tests passed, 0 tests failed out of {len(tests) - 2}\n", out)

    def test_prefix_suffix_and_list_of_odd_names(self):
        self.configure("""
            tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST TEST_PREFIX "[;" TEST_SUFFIX "\\"$x]==]")
            tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST TEST_FILTER "saxpy/|a;b" TEST_LIST mine)
            file(WRITE ${CMAKE_BINARY_DIR}/after.cmake
                 "foreach(test IN LISTS mine)\\nset_tests_properties(\\"\\${test}\\" PROPERTIES LABELS mine)\\nendforeach()")
            set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${CMAKE_BINARY_DIR}/after.cmake)
            """)
        every, some = ids(), ids("--benchmark_filter=saxpy/|a;b")
        self.assertEqual([test["name"] for test in self.discovered()], ["[;%s\"$x]==]" % i for i in every] + some)
        self.assertEqual([test["name"] for test in self.discovered("-L", "mine")], some)

    def test_one_test_an_id_and_device(self):
        self.configure("tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST DEVICES opencl:0 opencl:1 level_zero:fake)")
        tests = {test["name"]: test for test in self.discovered()}
        expected = [f"{i}@{device}" for device in ("opencl:0", "opencl:1", "level_zero:fake")
                    for i in ids("--tickbench_device=" + device)]
        self.assertEqual(list(tests), expected)
        test = tests["opencl/a;b/64@opencl:1"]
        self.assertIn("--tickbench_device=opencl:1", test["command"])
        self.assertEqual(self.properties(test)["RESOURCE_LOCK"], ["tickbench@opencl:1"])
        status, out = self.ctest("-R", "saxpy/.*:1$", "-V")
        self.assertEqual(status, 0, out)
        self.assertIn("opencl:1: Fake GPU", out)


class Arguments(Project):
    def test_by_default_tests_take_turns_and_end_before_ctest_kills_them(self):
        self.configure("tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST)")
        test = self.discovered()[0]
        self.assertEqual(self.flags(test), ["--tickbench_timeout=270.0"])
        properties = self.properties(test)
        self.assertEqual(properties["RESOURCE_LOCK"], ["tickbench"])
        self.assertEqual(properties["SKIP_RETURN_CODE"], 77)
        self.assertEqual(properties["TIMEOUT"], 600.0)  # and as long a wait
        self.assertEqual(properties["WORKING_DIRECTORY"], str(self.build))
        self.assertNotIn("RESOURCE_GROUPS", properties)

    def test_what_is_given_reaches_every_test(self):
        for name in ("a", "b"):
            (self.source / f"{name}.json").write_text(floors(f"level_zero/saxpy/.*|{name}"))
        self.configure("""
            tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST BACKENDS level_zero TEST_FILTER [[^level_zero/saxpy/]]
              EXTRA_ARGS --tickbench_budget=0.1 --benchmark_context=a=b\\;c LABELS gpu "b c"
              FLOORS a.json ${CMAKE_CURRENT_SOURCE_DIR}/b/../b.json
              PROPERTIES TIMEOUT 7 ENVIRONMENT "X=1;Y=[" WORKING_DIRECTORY /)
            """)
        tests = self.discovered()
        self.assertEqual([test["name"] for test in tests], ["level_zero/saxpy/256", "level_zero/saxpy/1024"])
        for test in tests:
            self.assertEqual(self.flags(test),
                             [f"--tickbench_floors={self.source}/a.json", f"--tickbench_floors={self.source}/b.json",
                              "--tickbench_timeout=6.3", "--tickbench_budget=0.1", "--benchmark_context=a=b;c"])
            properties = self.properties(test)
            self.assertEqual(properties["LABELS"], ["b c", "gpu"])
            self.assertEqual(properties["TIMEOUT"], 14.0)
            self.assertEqual(properties["WORKING_DIRECTORY"], "/")

    def test_flags_of_the_tests_decide_what_there_is(self):
        self.configure("tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST EXTRA_ARGS --benchmark_filter=a\\;b)")
        self.assertEqual([test["name"] for test in self.discovered()], ids("--benchmark_filter=a;b"))

    def test_resources_take_the_place_of_the_lock(self):
        self.configure("tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST RESOURCES)")
        for test in self.discovered():
            properties = self.properties(test)
            self.assertNotIn("RESOURCE_LOCK", properties)
            self.assertEqual(properties["RESOURCE_GROUPS"],
                             [{"requirements": [{".type": test["name"].split("/")[0], "slots": 1}]}])

    def test_a_target_is_discovered_twice(self):
        self.configure("""
            tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST TEST_FILTER saxpy/256 TEST_PREFIX warm.)
            tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST TEST_FILTER saxpy/256 TEST_PREFIX cold.
                                     EXTRA_ARGS --tickbench_cache=cold)
            """)
        commands = {test["name"]: test["command"] for test in self.discovered()}
        self.assertEqual(list(commands), ["warm.opencl/saxpy/256", "warm.level_zero/saxpy/256", "cold.opencl/saxpy/256",
                                          "cold.level_zero/saxpy/256"])
        self.assertNotIn("--tickbench_cache=cold", commands["warm.opencl/saxpy/256"])
        self.assertIn("--tickbench_cache=cold", commands["cold.opencl/saxpy/256"])

    def test_words_that_cmake_takes_for_false_are_words(self):
        self.configure("""
            tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST TEST_FILTER 0 LABELS no TEST_LIST off)
            file(WRITE ${CMAKE_BINARY_DIR}/after.cmake "set_tests_properties(\\${off} PROPERTIES COST 7)")
            set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${CMAKE_BINARY_DIR}/after.cmake)
            """)
        tests = self.discovered()
        self.assertEqual([test["name"] for test in tests], ids("--benchmark_filter=0"))
        self.assertLess(len(tests), len(ids()))
        for test in tests:
            self.assertEqual(self.properties(test)["LABELS"], ["no"])
            self.assertEqual(self.properties(test)["COST"], 7)

    def test_parts_of_a_program_need_no_prefix(self):
        call = "tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST TEST_FILTER opencl/saxpy/%s)\n"
        self.configure(call % 256 + call % 1024)
        self.assertEqual(len(self.discovered()), 2)

    def test_two_tests_of_one_name_are_refused_until_one_is_named_otherwise(self):
        call = "tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST TEST_FILTER [==[%s]==] %s)\n"
        for every, one, name in (("saxpy/256", "opencl/saxpy/", "opencl/saxpy/256"),
                                 (r"[$]HOME|a;b", "opencl/[$]HOME", "opencl/$HOME/64")):
            self.configure(call % (every, "") + call % (one, ""))
            status, out = self.ctest("-N")
            self.assertEqual(status, 8, out)
            self.assertIn(f"tickbench_discover_tests(suite): expected one test named {name} found two: give "
                          "tickbench_discover_tests(suite), or this call, another TEST_PREFIX or TEST_SUFFIX",
                          " ".join(out.split()))
            self.configure(call % (every, "") + call % (one, "TEST_SUFFIX .x"))
            self.assertLess({name, name + ".x"}, {test["name"] for test in self.discovered()})

    def test_other_folders_may_have_tests_of_the_same_name(self):
        (self.source / "sub").mkdir()
        call = "tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST TEST_FILTER opencl/saxpy/256)\n"
        (self.source / "sub/CMakeLists.txt").write_text(call)
        self.configure(call + "add_subdirectory(sub)")
        self.assertEqual([test["name"] for test in self.discovered()], ["opencl/saxpy/256"] * 2)

    def test_several_configurations(self):
        self.configure("tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST)", generator="Ninja Multi-Config")
        for flags, message in (((), 'without configuration.  (Missing "-C <config>"?)'),
                               (("-C", "Nonsense"), 'in configuration "Nonsense"')):
            status, out = self.ctest(*flags)
            self.assertEqual(status, 8, out)
            self.assertIn("suite_NOT_AVAILABLE (Not Run)\nTest not available " + message, out)
        self.assertEqual(len(self.discovered("-C", "Release")), len(ids()))
        self.assertEqual(len(self.discovered("-C", "Debug")), len(ids()))


class States(Project):
    def test_without_a_device_tests_are_skipped_with_the_reason(self):
        self.configure("tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST TEST_FILTER saxpy/)")
        status, out = self.ctest("-V", ODD_SUITE_NO_DEVICE="1")
        self.assertEqual(status, 0, out)
        self.assertEqual(out.count("***Skipped"), 4)
        self.assertIn("no device of the back end opencl here: opencl: no platform", out)

    def test_without_a_device_in_the_resource_file_tests_are_skipped_with_the_reason(self):
        spec = self.source / "spec.json"
        self.configure("tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST RESOURCES TEST_FILTER saxpy/)")
        spec.write_text("""{"version": {"major": 1, "minor": 0}, "local": [
            {"opencl": [{"id": "0", "slots": 1}], "level_zero": [{"id": "none", "slots": 1024}]}]}""")
        status, out = self.ctest("--resource-spec-file", spec, "-V")
        self.assertEqual(status, 0, out)
        self.assertEqual(out.count("***Skipped"), 2)
        self.assertEqual(out.count("   Passed "), 2)
        self.assertIn("no device of the back end level_zero when CTest's resource file was written "
                      "(tickbench devices --resource-spec writes it anew); here: level_zero:0 (Fake GPU)", out)

    def test_a_missed_floor_fails_and_says_so(self):
        floor = """{"schema": "tickbench-floors/1", "floors": [
            {"device": "Fake GPU", "benchmark": "opencl/saxpy/256", "metric": "time", "at_most": 1e-9},
            {"device": "Fake GPU", "benchmark": "opencl/saxpy/1024", "metric": "time", "at_most": 1},
            {"device": "Other", "benchmark": "opencl/hanging", "metric": "time", "at_most": 1}]}"""
        (self.source / "floors.json").write_text(floor)
        self.configure("tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST FLOORS floors.json BACKENDS opencl)")
        status, out = self.ctest("-R", "saxpy|hanging", "-V")
        self.assertEqual(status, 8, out)
        self.assertIn("67% tests passed, 1 tests failed out of 3", out)
        last = last_line(out)
        self.assertRegex(last, f"^1:     {SUITE} --tickbench_benchmark=opencl/saxpy/256 --tickbench_device=opencl:0 ")
        self.assertIn(f"expected <= 1.05 ns (1 ns + 5 %), by {self.source}/floors.json: floors[0]", out)
        self.assertIn("no floor: opencl/hanging on Fake GPU: none for this device, 1 for others", out)

    def test_devices_come_from_ctest(self):
        spec = self.source / "spec.json"
        spec.write_text('{"version": {"major": 1, "minor": 0}, "local": [{"opencl": [{"id": "1", "slots": 1}]}]}')
        self.configure("""
            tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST RESOURCES TEST_FILTER opencl/saxpy)
            tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST RESOURCES TEST_FILTER opencl/saxpy TEST_PREFIX other.
                                     EXTRA_ARGS --tickbench_device=opencl:0)
            """)
        status, out = self.ctest("--resource-spec-file", spec, "-j3", "-V", "-E", "other")
        self.assertEqual(status, 0, out)
        self.assertEqual(out.count("opencl:1: Fake GPU"), 2)
        self.assertNotIn("opencl:0: Fake GPU", out)
        status, out = self.ctest("--resource-spec-file", spec, "-V", "-R", "other")
        self.assertEqual(status, 8, out)
        self.assertIn("CTest has given this test opencl:1, found opencl:0 (Fake GPU): expected no other device", out)

    def test_a_time_out_tells_where_and_how_to_reproduce_it(self):
        self.configure("tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST EXTRA_ARGS --tickbench_timeout=1)")
        status, out = self.ctest("-R", "opencl/hanging", "--output-on-failure", ODD_SUITE_HANGS="1")
        self.assertEqual(status, 8, out)
        self.assertNotIn("***Timeout", out)
        self.assertIn("expected to end within 1 s, found it in the phase \"isolated: warm-up\"", out)
        self.assertIn(f"{SUITE} --tickbench_benchmark=opencl/hanging --tickbench_device=opencl:0", out)

    def test_a_program_that_crashes_fails(self):
        self.configure("tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST)")
        status, out = self.ctest("-N", ODD_SUITE_CRASHES="1")
        self.assertEqual(status, 8, out)
        self.assertIn("expected a list of benchmarks", out)
        self.discovered()
        status, out = self.ctest("-R", "saxpy/256", ODD_SUITE_CRASHES="1")
        self.assertEqual(status, 8, out)
        self.assertIn("0% tests passed, 2 tests failed out of 2", out)

    def test_a_program_that_a_benchmark_ends_fails_whatever_its_status(self):
        self.configure("""
            tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST BACKENDS opencl TEST_FILTER saxpy/256)
            tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST BACKENDS opencl TEST_FILTER saxpy/256 TEST_PREFIX own.
                                     PROPERTIES FAIL_REGULAR_EXPRESSION "not there;1 benchmark: 1 [p]assed")
            """)
        status, out = self.ctest("-E", "own")
        self.assertEqual(status, 0, out)
        status, out = self.ctest("-R", "own", "-V")
        self.assertEqual(status, 8, out)
        self.assertIn("Regex=[1 benchmark: 1 [p]assed", out)
        for way in ("_exit", "quick_exit", "exec"):
            status, out = self.ctest(ODD_SUITE_LEAVES=way)
            self.assertEqual(status, 8, out)
            self.assertIn("0% tests passed, 2 tests failed out of 2", out)

    def test_expressions_of_the_user_stay_beside_the_mark(self):
        for given, expected in ((r'"a\\;b"', ["a;b"]), ('"a;b"', ["a", "b"])):
            self.configure(f"""tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST TEST_FILTER opencl.saxpy/256$
                LAUNCHER env PROPERTIES FAIL_REGULAR_EXPRESSION {given} ENVIRONMENT "A=1\\;B=2")""")
            for test in self.discovered():
                self.assertEqual(self.properties(test)["FAIL_REGULAR_EXPRESSION"], [*expected, "^[^\x7f]*$", "\x7f\x7f"])
                self.assertEqual(self.properties(test)["TIMEOUT"], 600)

    def test_a_program_that_was_not_built_fails(self):
        self.configure("""
            add_executable(absent IMPORTED)
            set_target_properties(absent PROPERTIES IMPORTED_LOCATION /no/such/file)
            tickbench_discover_tests(absent DISCOVERY_MODE PRE_TEST)
            """)
        status, out = self.ctest()
        self.assertEqual(status, 8, out)
        self.assertIn("absent_NOT_BUILT (Not Run)", out)

    def test_no_benchmark_is_an_error(self):
        self.configure("tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST TEST_FILTER nonsense)")
        status, out = self.ctest()
        self.assertEqual(status, 8, out)
        self.assertIn("--benchmark_filter=nonsense: expected to match a benchmark, matches none", " ".join(out.split()))


class Runs(Project):
    """A floor may ask for several runs."""

    def configure_with(self, *floors, flags=(f"-DTICKBENCH_TOOL={os.environ['TOOL']}",), call=""):
        (self.source / "floors.json").write_text(json.dumps({"schema": "tickbench-floors/1", "floors": [
            {"device": "Fake GPU", "metric": "time", **floor} for floor in floors]}))
        self.configure(f"tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST FLOORS floors.json BACKENDS opencl {call})",
                       *flags)

    def test_its_test_takes_them_and_judges_them_together(self):
        self.configure_with({"benchmark": "opencl/saxpy/256", "at_most": 1, "runs": 3}, {"benchmark": r"opencl/\[/64", "at_most": 1, "runs": 2},
                            call="PROPERTIES TIMEOUT 50")
        tests = {test["name"]: test for test in self.discovered()}
        test = tests["opencl/saxpy/256"]
        out = test["command"][4]
        self.assertTrue(out.startswith(f"--out={self.build}/suite-tickbench-"), out)
        self.assertEqual(test["command"], [
            os.environ["TOOL"], "run", "3", SUITE, out, "--as-floors-ask", "--run-timeout=100", "--",
            "--tickbench_benchmark=opencl/saxpy/256", "--tickbench_ctest", f"--tickbench_floors={self.source}/floors.json",
            "--tickbench_timeout=45.0"])
        self.assertEqual(self.properties(test)["TIMEOUT"], 300.0)
        self.assertEqual(tests["opencl/saxpy/1024"]["command"][0], SUITE)
        self.assertEqual(self.properties(tests["opencl/saxpy/1024"])["TIMEOUT"], 100.0)
        self.assertEqual(sum(test["command"][0] != SUITE for test in tests.values()), 2)  # odd names too
        status, out = self.ctest("-R", "saxpy/256", "-V")
        self.assertEqual(status, 0, out)
        self.assertIn("3 runs: 3 good", out)
        self.assertIn('name="spread">', out)
        self.assertNotIn('name="batch">', out)  # as in other tests
        self.assertRegex(out, r"floor met: opencl/saxpy/256 on Fake GPU: time .* over 3 runs, spread ")

    def test_a_missed_floor_fails_with_the_line_that_runs_them_again(self):
        self.configure_with({"benchmark": "opencl/saxpy/256", "at_most": 1e-12, "runs": 6})
        status, out = self.ctest("-R", "saxpy/256", "-V")
        self.assertEqual(status, 8, out)
        self.assertIn("floor MISSED: opencl/saxpy/256 on Fake GPU", out)
        last = last_line(out)
        self.assertEqual(last, f"1:     cd {self.build} && tickbench run 6 {SUITE} --benchmark=opencl/saxpy/256 "
                               f"--floors={self.source}/floors.json --out=/dev/null -- --tickbench_timeout=270.0")

    def test_one_run_where_the_floor_is_for_another_device_and_none_where_there_is_no_device(self):
        self.configure_with({"benchmark": "opencl/saxpy/256", "at_most": 1, "runs": 3, "device": "another"})
        status, out = self.ctest("-R", "saxpy/256", "-V")
        self.assertEqual(status, 0, out)
        self.assertIn("1 run: 1 good", out)
        status, out = self.ctest("-R", "saxpy/256", "-V", ODD_SUITE_NO_DEVICE="1")
        self.assertIn("***Skipped", out)

    def test_without_the_command_it_says_what_is_missing(self):
        self.configure_with({"benchmark": "opencl/saxpy/256", "at_most": 1, "runs": 3},
                            flags=("-DTICKBENCH_TOOL=",))
        status, out = self.ctest("-N")
        self.assertEqual(status, 8, out)
        self.assertIn("a floor of opencl/saxpy/256 asks for 3 runs: expected the command tickbench", " ".join(out.split()))

    def test_a_program_run_by_hand_says_how_to_have_them(self):
        self.configure_with({"benchmark": "opencl/saxpy/256", "at_most": 1, "runs": 3})
        status, out = run(SUITE, "--tickbench_benchmark=opencl/saxpy/256", f"--tickbench_floors={self.source}/floors.json")
        self.assertEqual(status, 0, out)
        self.assertIn("1 of the 3 runs that this floor asks for, which passes unless strict", out)
        self.assertIn(f"3 runs of it, judged together:\n    tickbench run 3 {SUITE} -- "
                      "--tickbench_benchmark=opencl/saxpy/256 --tickbench_device=opencl:0 "
                      f"--tickbench_floors={self.source}/floors.json\n", out)


class Launcher(Project):
    """A test is run behind a command, here a script of our own in the place of a scheduler's."""

    def launcher(self, *lines):
        script = self.source / "launch it"
        script.write_text("\n".join(("#!/bin/sh", *lines)) + "\n")
        script.chmod(0o755)
        return script

    def recorder(self):
        """Keeps what it is called with, an argument a line, and then does it without its own two arguments."""
        return self.launcher(f"printf '%s\\n' \"$@\" >>'{self.source}/called'", "shift 2", 'exec "$@"')

    def discover(self, launcher, arguments="", target="suite"):
        self.configure(f"""tickbench_discover_tests({target} DISCOVERY_MODE PRE_TEST
            LAUNCHER [==[{launcher}]==] --gpus=1 "a $(b) 'c" {arguments})""", f"-DTICKBENCH_TOOL={os.environ['TOOL']}")

    def called(self):
        return (self.source / "called").read_text().splitlines()

    def test_is_given_the_command_of_the_test(self):
        self.discover(self.recorder(), "TEST_FILTER saxpy/256$")
        self.assertFalse((self.source / "called").exists(), "listing is not run behind it")
        status, out = self.ctest("-V")
        self.assertEqual(status, 0, out)
        gpus, odd, program, benchmark, ctest, *_ = self.called()
        self.assertEqual([gpus, odd, program, ctest], ["--gpus=1", "a $(b) 'c", SUITE, "--tickbench_ctest"])
        self.assertTrue(benchmark.endswith("saxpy/256"), benchmark)
        self.assertEqual(self.called().count("--gpus=1"), len(self.discovered()))

    def test_of_several_runs_it_is_run_once(self):
        (self.source / "floors.json").write_text(json.dumps({"schema": "tickbench-floors/1", "floors": [
            {"device": ".*", "benchmark": "opencl/saxpy/256", "metric": "time", "at_most": 1, "runs": 2}]}))
        self.discover(self.recorder(), "TEST_FILTER saxpy/256$ FLOORS floors.json")
        status, out = self.ctest("-V")
        self.assertEqual(status, 0, out)
        self.assertEqual(self.called()[2:6], [os.environ["TOOL"], "run", "2", SUITE])
        self.assertEqual(self.called().count("run"), 1)

    def test_one_that_fails_is_no_pass(self):
        for lines, what in ((("echo no node is free >&2", "exit 3"), "no node is free"),
                            (("exit 0",), "FAIL_REGULAR_EXPRESSION|Required regular expression|Error regular expression"),
                            (("shift 2", '"$@" >/dev/null'), "regular expression"), (("kill -KILL $$",), "SIGKILL|Killed|Exception|\\*\\*\\*")):
            with self.subTest(lines):
                self.discover(self.launcher(*lines), "TEST_FILTER saxpy/256$")
                status, out = self.ctest("-V")
                self.assertEqual(status, 8, out)
                self.assertRegex(out, what)

    def test_one_that_loses_the_status_passes_what_passed_alone(self):
        for lines in (("shift 2", '"$@" 2>&1 | cat'), ("shift 2", '"$@"', "exit 0")):
            with self.subTest(lines):
                self.discover(self.launcher(*lines), "TEST_FILTER saxpy/256$")
                self.assertEqual(self.ctest()[0], 0)
                self.fail_all()
                self.discover(self.launcher(*lines), "TEST_FILTER saxpy/256$ FLOORS floors.json")
                status, out = self.ctest("-V")
                self.assertEqual(status, 8, out)
                self.assertRegex(out, "MISSED|NOT MEASURED")

    def fail_all(self):
        (self.source / "floors.json").write_text(json.dumps({"schema": "tickbench-floors/1", "floors": [
            {"device": ".*", "benchmark": ".*", "metric": "time", "at_most": 1e-12}]}))

    def test_one_that_is_not_there_is_no_pass(self):
        self.discover("no_such_launcher", "TEST_FILTER saxpy/256$")
        status, out = self.ctest("-V")
        self.assertEqual(status, 8, out)
        self.assertIn("no_such_launcher", out)

    def test_where_a_scheduler_keeps_tests_apart_the_lock_can_go(self):
        self.discover(self.recorder(), "TEST_FILTER saxpy/256$")
        self.assertEqual(self.properties(self.discovered()[0])["RESOURCE_LOCK"], ["tickbench"])
        self.discover(self.recorder(), 'TEST_FILTER saxpy/256$ PROPERTIES RESOURCE_LOCK "" TIMEOUT 600')
        self.assertNotIn("RESOURCE_LOCK", self.properties(self.discovered()[0]))

    def test_without_a_command_is_refused(self):
        out = self.configure("tickbench_discover_tests(suite LAUNCHER)", expected=1)
        self.assertIn("LAUNCHER: expected a command to run each test behind", " ".join(out.split()))


class PostBuild(Project):
    CALLS = """
        add_executable(own EXCLUDE_FROM_ALL main.cpp)
        target_compile_definitions(own PRIVATE CRASHES=${CRASHES})
        tickbench_discover_tests(own TEST_PREFIX ${PREFIX})
        tickbench_discover_tests(own TEST_PREFIX other.)
        """

    def test_floors_are_read_when_the_list_is_made(self):
        (self.source / "main.cpp").write_text(PROGRAM.replace("if (CRASHES)", """
            if (argc < 2 || std::strncmp(argv[1], "--tickbench_floors=", 19) != 0) return 3;
            if (std::FILE* file = std::fopen(argv[1] + 19, "r"); !file || std::fgetc(file) != '{')
              return std::puts("no floors") < 0 ? 1 : 2;
            if (CRASHES)"""))
        build = (os.environ["CMAKE"], "--build", self.build, "--target", "own")
        calls = """
            add_custom_command(OUTPUT made.json COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/%s.json made.json
                               DEPENDS ${CMAKE_SOURCE_DIR}/%s.json)
            add_executable(own EXCLUDE_FROM_ALL main.cpp made.json)
            target_compile_definitions(own PRIVATE CRASHES=0)
            tickbench_discover_tests(own FLOORS %s)
            """
        (self.source / "a.json").write_text("{")
        for file in ("a.json", "${CMAKE_CURRENT_BINARY_DIR}/made.json"):
            with self.subTest(file):
                self.configure(calls % ("a", "a", file), languages="CXX")
                status, out = run(*build)
                self.assertEqual(status, 0, out)
                (self.source / "a.json").write_text("[")
                status, out = run(*build)
                self.assertNotEqual(status, 0)
                self.assertIn("no floors", out)
                (self.source / "a.json").write_text("{")
                self.assertEqual(run(*build)[0], 0)
                self.assertEqual(len(self.discovered()), 2)

    def configure_own(self, prefix, crashes):
        (self.source / "main.cpp").write_text(PROGRAM)
        self.configure(self.CALLS, f"-DPREFIX={prefix}", f"-DCRASHES={crashes}", languages="CXX")

    def test_the_list_follows_program_and_arguments(self):
        self.configure_own("a.", 0)
        status, out = self.ctest()
        self.assertEqual(status, 8, out)
        self.assertIn("own_NOT_BUILT (Not Run)", out)

        build = (os.environ["CMAKE"], "--build", self.build, "--target", "own")
        self.assertEqual(run(*build)[0], 0)
        names = ["other.opencl/one", "other.opencl/two"]
        self.assertEqual([test["name"] for test in self.discovered()], ["a.opencl/one", "a.opencl/two"] + names)
        self.assertEqual(self.ctest()[0], 0)

        self.configure_own("b.", 0)
        self.assertEqual(run(*build)[0], 0)
        self.assertEqual([test["name"] for test in self.discovered()], ["b.opencl/one", "b.opencl/two"] + names)

        self.configure_own("b.", 1)
        status, out = run(*build)
        self.assertNotEqual(status, 0)
        self.assertIn("tickbench_discover_tests(own): expected a list of benchmarks", out)
        status, out = self.ctest()
        self.assertEqual(status, 8, out)
        self.assertIn("own_NOT_BUILT (Not Run)", out)


class Refusals(Project):
    def test_calls_that_cannot_be_meant(self):
        for call, message in (
                ("nothing", "nothing\\): no such target"),
                ("suite TEST_PREFX a", "not understood: TEST_PREFX;a"),
                ("suite DISCOVERY_MODE LATER", "expected POST_BUILD or PRE_TEST, found LATER"),
                ("suite DEVICES opencl:0 BACKENDS opencl", "expected neither BACKENDS nor RESOURCES"),
                ("suite DEVICES opencl:0 RESOURCES", "expected neither BACKENDS nor RESOURCES"),
                ("suite DEVICES opencl:0 opencl:all", "DEVICES opencl:all: expected one device an entry"),
                ("suite DEVICES all", "DEVICES all: expected one device an entry"),
                ("suite DEVICES opencl:0,opencl:1", "expected one device an entry"),
                ("suite FLOORS none.json", "found none named .*/none.json"),
                ("suite PROPERTIES TIMEOUT soon", "TIMEOUT soon: expected whole seconds")):
            out = " ".join(self.configure(f"tickbench_discover_tests({call})", expected=1).split())
            self.assertRegex(out, message)

    def test_floors_that_the_program_does_not_take(self):
        self.configure("file(TOUCH ${CMAKE_SOURCE_DIR}/a.json)\n"
                       "tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST FLOORS a.json)")
        for text, message in (("{", "a.json: expected a whole JSON document"), (floors("opencl/saxpi"), "opencl/saxpi")):
            (self.source / "a.json").write_text(text)
            status, out = self.ctest("-N")
            self.assertEqual(status, 8, out)
            self.assertIn(message, " ".join(out.split()))
        (self.source / "a.json").write_text(floors("opencl/saxpy/256"))
        self.assertEqual(len(self.discovered()), len(ids()))
        (self.source / "a.json").write_text("{")
        self.assertEqual(self.ctest("-N")[0], 8)

    def test_a_back_end_that_the_program_lacks(self):
        self.configure("tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST BACKENDS opencll)")
        status, out = self.ctest()
        self.assertEqual(status, 8, out)
        self.assertIn("unknown back end 'opencll'", out)

    def test_a_pattern_of_errors_for_no_plain_benchmark(self):
        self.configure("tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST SKIP_PATTERN none)")
        status, out = self.ctest("-N")
        self.assertEqual(status, 8, out)
        self.assertIn("SKIP_PATTERN none: expected plain benchmarks", " ".join(out.split()))


if __name__ == "__main__":
    unittest.main()
