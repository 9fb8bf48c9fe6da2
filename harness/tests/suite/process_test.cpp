// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// What needs a whole process: a launch that never ends, plain benchmarks, the tools that read our
// files, and the golden outputs.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <regex>
#include <thread>

#include "outputs/ctest_elements.hpp"
#include "process/files.hpp"
#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

class Process : public ::testing::Test {
 protected:
  /// Runs the fake suite; `environment` stands before it, as in a shell.
  Suite::Result run(const std::string& flags, const std::string& environment = "") {
    return shell(environment + " " FAKE_SUITE " " + flags);
  }
  Suite::Result shell(const std::string& command) {
    const auto out = files_.path("out");
    const auto err = files_.path("err");
    // Locks of its own: tests that run beside it are not waited for, which would count against a
    // time-out.
    const std::string locks = "env FAKE_LOCKS=" + path(".") + " ";
    const int status = std::system((locks + command + " >" + out + " 2>" + err).c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(out), read_file(err)};
  }
  std::string path(const std::string& file) const { return files_.path(file); }

 private:
  Suite files_;
};

TEST_F(Process, ALaunchThatNeverEndsLeavesWhatIsComplete) {
  const auto result = run("--tickbench_timeout=2 --benchmark_format=json --tickbench_samples_out=" +
                              path("samples.json") + " --benchmark_out=" + path("out.json"),
                          "FAKE_HANGS=1");
  EXPECT_EQ(result.status, 1);
  const auto json = result.json();
  ASSERT_EQ(json["benchmarks"].size(), 4U);
  EXPECT_EQ(json["benchmarks"][0]["tickbench"]["outcome"], "passed");
  EXPECT_EQ(json["benchmarks"][3]["tickbench"]["id"], "opencl/hanging");
  EXPECT_EQ(json["benchmarks"][3]["tickbench"]["outcome"], "timed_out");
  EXPECT_EQ(nlohmann::json::parse(read_file(path("out.json")))["benchmarks"].size(), 4U);
  EXPECT_EQ(nlohmann::json::parse(read_file(path("samples.json")))["benchmarks"].size(), 4U);
  EXPECT_THAT(result.err, HasSubstr("expected to end within 2 s, found it in the phase"));
  EXPECT_THAT(result.err, HasSubstr("--tickbench_benchmark=opencl/hanging"));
}

TEST_F(Process, WhatFailsEndsWithTheLineThatReproducesIt) {
  std::ofstream(path("floors.json")) << R"({"schema": "tickbench-floors/1", "floors": [
    {"device": ".*", "benchmark": ".*256", "metric": "time", "at_most": 1e-9},
    {"device": ".*", "benchmark": ".*1024", "metric": "time", "at_most": 1}]})";
  const std::string floors = " --tickbench_floors=" + path("floors.json");
  const std::string reproducing = " --tickbench_device=opencl:0" + floors + "\n";
  for (const auto& [filter, id] :
       {std::pair{"saxpy", "opencl/saxpy/n:256"}, std::pair{"wrong|1024", "opencl/wrong"}}) {
    const auto result =
        shell("sh -c '" FAKE_SUITE " --tickbench_ctest --benchmark_out=" + path("out.json") +
              " --benchmark_filter=\"" + filter + "\"" + floors + " 2>&1'");
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.out, HasSubstr("<CTestMeasurementFile"));
    EXPECT_THAT(result.out, EndsWith("    " FAKE_SUITE " --tickbench_benchmark=" + std::string(id) +
                                     reproducing + outputs::ctest_end(1)));
  }
}

TEST_F(Process, AnInterruptionLeavesWhatIsComplete) {
  // The signal is sent when the launch that never ends has begun.
  const std::string flags = "--benchmark_format=json --benchmark_out=" + path("out.json");
  const auto result = shell("FAKE_HANGS=SIGINT sh -c '" FAKE_SUITE " " + flags + "'");
  EXPECT_EQ(result.status, 130);
  EXPECT_EQ(result.json()["benchmarks"].size(), 3U);
  const auto file = nlohmann::json::parse(read_file(path("out.json")));
  ASSERT_EQ(file["benchmarks"].size(), 3U);
  EXPECT_EQ(file["benchmarks"][0]["tickbench"]["outcome"], "passed");
  EXPECT_THAT(result.err, HasSubstr("note: interrupted (INT): 3 of 4 measurements are complete"));
}

TEST_F(Process, ADriverThatHangsWhereItsDeviceIsClosedLeavesTheOutputs) {
  const auto result =
      run("--tickbench_timeout=3 --benchmark_format=json --benchmark_out=" + path("out.json"),
          "FAKE_CLOSING_HANGS=1");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.json()["benchmarks"][0]["tickbench"]["outcome"], "passed");
  EXPECT_EQ(nlohmann::json::parse(read_file(path("out.json")))["benchmarks"].size(), 4U);
  EXPECT_THAT(result.err,
              HasSubstr("error: expected the drivers to close their devices within 3 s, found"));
}

TEST_F(Process, ADriverThatHangsInADestructorLeavesTheOutputs) {
  const auto result =
      run("--tickbench_timeout=3 --benchmark_out=" + path("out.json"), "FAKE_HANGS='at its end'");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(nlohmann::json::parse(read_file(path("out.json")))["benchmarks"].size(), 4U);
  EXPECT_THAT(result.err,
              HasSubstr("error: expected the drivers to end within 3 s of the outputs"));
}

TEST_F(Process, TheCommitIsPrintedAsText) {
  const auto result =
      run("--benchmark_filter=saxpy/n:256", "TICKBENCH_COMMIT=$(printf 'a\\033[31m')");
  EXPECT_THAT(result.err, HasSubstr(" (a"));
  EXPECT_EQ(result.err.find('\033'), std::string::npos) << result.err;
}

TEST_F(Process, WaitingForAnotherProcessHasATimeOutOfItsOwn) {
  const process::HostLock other(path("."), "0-Fake GPU", [] {});
  ASSERT_TRUE(other.is_held());
  const std::string one = "--benchmark_filter=saxpy/n:256 --tickbench_timeout=5";
  for (const auto* flag : {" --tickbench_lock_timeout=0.1", " --tickbench_timeout=0.1"}) {
    const auto result = run(one + flag);
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(
        result.err,
        HasSubstr("opencl/saxpy/n:256: locked_out: expected other processes to end measuring "
                  "within 0.1 s, found one still at it (0-Fake GPU): nothing was measured"));
  }
}

TEST_F(Process, WaitingForAnotherProcessIsNoPartOfTheTimeOut) {
  std::optional<process::HostLock> other(std::in_place, path("."), "0-Fake GPU", [] {});
  std::thread release([&] {
    std::this_thread::sleep_for(std::chrono::seconds(3));
    other.reset();
  });
  const auto result =
      run("--tickbench_timeout=2 --tickbench_lock_timeout=60 --tickbench_budget=0.1 "
          "--benchmark_filter=saxpy/n:256");
  release.join();
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("waiting: another process on this host is measuring"));
}

TEST_F(Process, ABodyThatEndsTheProgramIsAtFault) {
  const auto result =
      run("--benchmark_format=json --benchmark_out=" + path("out.json"), "FAKE_HANGS=exit");
  EXPECT_EQ(result.status, 1);
  ASSERT_EQ(result.json()["benchmarks"].size(), 4U);
  const auto file = nlohmann::json::parse(read_file(path("out.json")));
  EXPECT_EQ(file["benchmarks"][0]["tickbench"]["outcome"], "passed");
  EXPECT_EQ(file["benchmarks"][3]["tickbench"]["outcome"], "invalid_benchmark");
  EXPECT_THAT(result.err, HasSubstr("opencl/hanging: invalid_benchmark: expected to return, found "
                                    "a call of exit, its own or a driver's, in the phase \"the "
                                    "benchmark's own code\""));
  EXPECT_THAT(result.err, HasSubstr("--tickbench_benchmark=opencl/hanging"));
}

TEST_F(Process, ABodyThatEndsTheProgramQuicklyIsAtFaultToo) {
  const auto result = run("--benchmark_format=json", "FAKE_HANGS=quick_exit");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.json()["benchmarks"].back()["tickbench"]["outcome"], "invalid_benchmark");
}

/// How CTest tells a program that has come to its end from one that somebody has ended, and, behind
/// a launcher that loses the status, a pass from all else.
TEST_F(Process, TellsCTestHowItHasEnded) {
  const auto marks_at_the_end = [&](const std::string& flags, const std::string& environment = "") {
    const auto out = run(flags, environment).out;
    const auto last = out.find_last_not_of(outputs::ctest_end(0));
    return out.size() - (last == std::string::npos ? 0 : last + 1);
  };
  const std::size_t none = 0, passed = 1, other = 2;
  EXPECT_EQ(marks_at_the_end("--tickbench_ctest --benchmark_filter=saxpy"), passed);
  EXPECT_EQ(marks_at_the_end("--tickbench_ctest --benchmark_filter=wrong"), other);
  EXPECT_EQ(marks_at_the_end("--tickbench_ctest --no_such_flag"), other);
  EXPECT_EQ(marks_at_the_end("--tickbench_ctest --tickbench_device=opencl:7"), other);
  EXPECT_EQ(marks_at_the_end("--tickbench_ctest --tickbench_timeout=0.5", "FAKE_HANGS=1"), other);
  EXPECT_EQ(marks_at_the_end("--tickbench_ctest", "FAKE_HANGS=exit"), other);
  EXPECT_EQ(marks_at_the_end("--tickbench_ctest", "FAKE_HANGS=_exit"), none);
  EXPECT_EQ(marks_at_the_end("--tickbench_ctest", "FAKE_HANGS=exec"), none);
  EXPECT_EQ(marks_at_the_end("--benchmark_filter=saxpy"), none);
}

TEST_F(Process, AnOutputFollowsNoChangeOfTheFolder) {
  const auto result =
      shell("sh -c 'cd " + path(".") +
            " && FAKE_HANGS=elsewhere " FAKE_SUITE
            " --benchmark_out=r.json --tickbench_samples_out=s.json --tickbench_trace_out=t.json "
            "--benchmark_filter=hanging'");
  EXPECT_EQ(result.status, 0) << result.err;
  for (const auto* file : {"r.json", "s.json", "t.json"})
    EXPECT_TRUE(nlohmann::json::accept(read_file(path(file)))) << file;
}

TEST_F(Process, WhatADriverOrABodyPrintsIsNoPartOfTheOutput) {
  for (const std::string flags :
       {"--benchmark_format=json", "--benchmark_out=/dev/stdout", "--benchmark_format=csv"}) {
    const auto result = run(flags + " --benchmark_filter=hanging", "FAKE_HANGS=prints");
    EXPECT_EQ(result.status, 0);
    EXPECT_THAT(result.out, Not(HasSubstr("said"))) << flags;
    for (const auto* text : {"said by a driver\n", "said by the body\n", "said at the end\n"})
      EXPECT_THAT(result.err, HasSubstr(text));
  }
  EXPECT_TRUE(nlohmann::json::accept(
      run("--benchmark_format=json --benchmark_filter=hanging", "FAKE_HANGS=prints").out));
}

TEST_F(Process, StandardOutputByNameHoldsTheTableToo) {
  const std::string flags = " --benchmark_filter=saxpy --benchmark_out=/dev/stdout";
  for (const auto& [how, where] : {std::pair(" | cat > ", "piped"), std::pair(" > ", "file")}) {
    const auto result = shell("sh -c '" FAKE_SUITE + flags + how + path(where) + "'");
    EXPECT_EQ(result.status, 0) << result.err;
    const auto text = read_file(path(where));
    EXPECT_THAT(text, HasSubstr("x serial")) << where;
    EXPECT_TRUE(nlohmann::json::accept(text.substr(text.find("\n{") + 1))) << where;
  }
}

TEST_F(Process, APipeThatNobodyReadsHangsNoRunThatIsToEnd) {
  ASSERT_EQ(shell("mkfifo " + path("pipe")).status, 0);
  const std::string out = " --benchmark_out=" + path("pipe") + " --benchmark_filter=";
  const auto timed_out = run("--tickbench_timeout=1" + out + "saxpy");
  EXPECT_EQ(timed_out.status, 1);
  EXPECT_THAT(timed_out.err, HasSubstr("expected the outputs to be written within 1 s, found one "
                                       "that takes none"));
  // Once while it writes, once while it measures.
  for (const std::string filter : {"saxpy", "hanging"}) {
    const auto told =
        shell("timeout --preserve-status -k 20 1 env FAKE_HANGS=1 " FAKE_SUITE + out + filter);
    EXPECT_EQ(told.status, 128 + SIGTERM) << filter;
  }
}

TEST_F(Process, AnInterruptionWhileDriversLoadLeavesAllOldFilesOrNone) {
  const std::vector<std::string> files{"r.json", "s.json", "t.json"};
  for (const auto& file : files) std::ofstream(path(file)) << "old";
  const auto result = shell("timeout --preserve-status -k 20 1 env FAKE_LISTING_HANGS=1 " FAKE_SUITE
                            " --benchmark_out=" +
                            path(files[0]) + " --tickbench_samples_out=" + path(files[1]) +
                            " --tickbench_trace_out=" + path(files[2]));
  EXPECT_EQ(result.status, 128 + SIGTERM);
  for (const auto& file : files) EXPECT_EQ(read_file(path(file)), "old") << file;
}

TEST_F(Process, ASignalThatADriverHasTakenEndsItAtOnce) {
  for (const auto& [name, signal] :
       {std::pair("SIGABRT", SIGABRT), std::pair("SIGQUIT", SIGQUIT)}) {
    const auto result = shell(std::string("sh -c 'FAKE_HANGS=") + name +
                              " " FAKE_SUITE " --benchmark_filter=hanging; exit $?'");
    EXPECT_EQ(result.status, 128 + signal) << name;
    EXPECT_THAT(result.err, HasSubstr(std::string("error: ") + name + ": opencl/hanging "));
  }
}

TEST_F(Process, ACrashNamesTheBenchmarkAndItsPhase) {
  const auto result = shell("FAKE_HANGS=abort sh -c '" FAKE_SUITE "; exit $?'");
  EXPECT_EQ(result.status, 128 + SIGABRT);
  EXPECT_THAT(result.err, HasSubstr("\nerror: SIGABRT: opencl/hanging crashed in the phase \"the "
                                    "benchmark's own code\"\n    "));
  EXPECT_THAT(result.err, HasSubstr("--tickbench_benchmark=opencl/hanging"));
}

TEST_F(Process, ATimeOutTellsTheBenchmarksOwnCodeFromADriver) {
  EXPECT_THAT(run("--tickbench_timeout=1 --benchmark_filter=hanging", "FAKE_HANGS=itself").err,
              HasSubstr("found it in the phase \"the benchmark's own code\""));
  EXPECT_THAT(run("--tickbench_timeout=1 --benchmark_filter=hanging", "FAKE_HANGS=1").err,
              HasSubstr("found it in the phase \"isolated: warm-up\""));
}

TEST_F(Process, AllTrialsOfABenchmarkHaveItsOneTimeOut) {
  const std::string flags = "--benchmark_filter=saxpy/n:256 --tickbench_timeout=";
  for (const auto& [call, where] :
       {std::pair("1", "first trial: the benchmark's own code"),
        std::pair("2", "second trial: the benchmark's own code"),
        std::pair("3", "trial of a drawn input: the benchmark's own code"),
        std::pair("6", "the benchmark's own code")}) {
    const auto result = run(flags + "3", std::string("FAKE_TRIES=1 FAKE_HANGS_IN_CALL=") + call);
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.err, HasSubstr("expected to end, all of its trials with it, within 3 s, "
                                      "found it in the phase \"" +
                                      std::string(where) + '"'));
  }
}

/// Descriptor 9 is a pipe whose reader has left.
class ReaderHasLeft : public Process {
 protected:
  ReaderHasLeft() {
    int ends[2];
    if (::pipe(ends) != 0 || ::dup2(ends[1], 9) != 9) ADD_FAILURE() << "no pipe";
    ::close(ends[0]);
    ::close(ends[1]);
  }
  ~ReaderHasLeft() override { ::close(9); }
};

TEST_F(ReaderHasLeft, CostsNeitherTheSummaryNorTheFile) {
  const auto result =
      shell("sh -c '" FAKE_SUITE " --benchmark_filter=saxpy --benchmark_out=" + path("out.json") +
            " >&9'");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(nlohmann::json::parse(read_file(path("out.json")))["benchmarks"].size(), 2U);
  EXPECT_THAT(result.err, HasSubstr("2 benchmarks: 2 passed"));
  EXPECT_THAT(result.err, HasSubstr("error: standard output: "));
}

TEST_F(ReaderHasLeft, EndsARunThatHasNoOtherOutput) {
  const auto result = shell("sh -c '" FAKE_SUITE " --benchmark_filter=saxpy >&9'");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("note: standard output is lost, and there is no other output: "
                                    "1 of 2 measurements are complete"));
  EXPECT_THAT(result.err, HasSubstr("1 benchmark: 1 passed"));
}

TEST_F(Process, AFileAboveTheLimitOfItsSizeCostsNoSummary) {
  const auto result =
      shell("sh -c 'ulimit -f 8; " FAKE_SUITE " --benchmark_filter=saxpy --benchmark_out=" +
            path("out.json") + "'");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("2 benchmarks: 2 passed"));
  EXPECT_THAT(result.err, HasSubstr("expected a file that can be written: File too large"));
}

TEST_F(Process, ADriverThatHangsWhileItListsDevicesIsATimeOut) {
  const auto result = run("--tickbench_timeout=0.3", "FAKE_LISTING_HANGS=1");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("expected the drivers to list their devices within 0.3 s"));
  EXPECT_THAT(result.err, HasSubstr("--tickbench_list_devices"));
  const auto list = run("--tickbench_list_devices --tickbench_timeout=0.3", "FAKE_LISTING_HANGS=1");
  EXPECT_EQ(list.status, 1);
  EXPECT_THAT(list.err, HasSubstr("expected the drivers to list their devices within 0.3 s"));
}

TEST_F(Process, ATimeOutIsToldEvenWhereNoFileCanBeWritten) {
  const auto result =
      run("--tickbench_timeout=2 --benchmark_out=/dev/full --tickbench_samples_out=" +
              path("samples.json"),
          "FAKE_HANGS=1");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("expected to end within 2 s, found it in the phase"));
  EXPECT_THAT(result.err, HasSubstr("--tickbench_benchmark=opencl/hanging"));
  EXPECT_THAT(result.err, HasSubstr("error: --benchmark_out=/dev/full"));
  EXPECT_TRUE(nlohmann::json::accept(read_file(path("samples.json"))));
}

TEST_F(Process, LostStandardOutputIsAnError) {
  for (const std::string flags :
       {"--benchmark_filter=saxpy", "--benchmark_filter=saxpy --benchmark_format=json",
        "--benchmark_filter=saxpy --benchmark_format=csv", "--tickbench_list",
        "--benchmark_list_tests", "--tickbench_list_devices", "--help"}) {
    const auto result = shell("sh -c '" FAKE_SUITE " " + flags + " >/dev/full'");
    EXPECT_EQ(result.status, 2) << flags;
    EXPECT_THAT(result.err, HasSubstr("error: standard output: ")) << flags;
  }
  EXPECT_EQ(shell("sh -c '" FAKE_SUITE " --benchmark_filter=wrong >/dev/full'").status, 1);
}

TEST_F(Process, RepetitionsThatWereNotReportedYetAreNotLost) {
  const auto result =
      run("--tickbench_timeout=2 --benchmark_format=json --benchmark_repetitions=3 "
          "--benchmark_enable_random_interleaving --benchmark_filter='saxpy/n:256|hanging'",
          "FAKE_HANGS=1");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.json()["benchmarks"].back()["tickbench"]["outcome"], "timed_out");
}

TEST_F(Process, PlainBenchmarksAreLeftOutAndNamed) {
  const auto result = run("--benchmark_filter=saxpy/n:256 --benchmark_format=json", "FAKE_PLAIN=1");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.json()["benchmarks"].size(), 1U);
  EXPECT_THAT(result.err, HasSubstr("note: 1 plain benchmark left out: --tickbench_plain runs "));
}

TEST_F(Process, PlainBenchmarksRunAsGoogleBenchmarkRunsThemWhereTheyAreAskedFor) {
  const auto result =
      run("--tickbench_plain --benchmark_format=json --benchmark_min_time=0.01", "FAKE_PLAIN=1");
  EXPECT_EQ(result.status, 0);
  const auto rows = result.json()["benchmarks"];
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0]["name"], "plain");
  EXPECT_GE(rows[0]["iterations"], 1);
  EXPECT_FALSE(rows[0].contains("tickbench"));
  const std::string quick = "--tickbench_plain --benchmark_min_time=0.01";
  for (const std::string format : {"", " --benchmark_format=console"}) {
    const auto shown = run(quick + format, "FAKE_PLAIN=1");
    EXPECT_EQ(shown.status, 0);
    EXPECT_THAT(shown.out, HasSubstr("Iterations"));  // Google Benchmark's table
    EXPECT_THAT(shown.err, HasSubstr("Load Average: "));
    if (format.empty()) {
      EXPECT_THAT(shown.err, Not(HasSubstr("built as DEBUG")));
    }
  }
  const auto slip = run("--tickbench_plain --benchmark_fliter=x", "FAKE_PLAIN=1");
  EXPECT_EQ(slip.status, 2);
  EXPECT_THAT(slip.err, HasSubstr("did you mean --benchmark_filter?"));
  EXPECT_EQ(run("--tickbench_plain --nonsense", "FAKE_PLAIN=1").status, 2);
  EXPECT_EQ(run("--tickbench_plain=1", "FAKE_PLAIN=1").status, 2);
}

TEST_F(Process, ListsBothKindsByOneCall) {
  const auto result = run("--tickbench_list_ctest=" + path("tests"), "FAKE_PLAIN=1");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(read_file(path("tests")),
              testing::AllOf(HasSubstr("_tickbench_add_test(suite [[opencl/saxpy/"),
                             testing::EndsWith("\n_tickbench_add_test(plain [[plain]] 1)\n")));
  EXPECT_THAT(run("--tickbench_list", "FAKE_PLAIN=1").out, Not(HasSubstr("plain")));
}

TEST_F(Process, FloorsMayBeForPlainBenchmarksToo) {
  std::ofstream(path("f.json")) << R"({"schema": "tickbench-floors/1", "floors": [
    {"device": ".*", "benchmark": "plain", "metric": "cpu_time", "at_most": 1}]})";
  const auto flags = "--benchmark_filter=saxpy/n:256 --tickbench_floors=" + path("f.json");
  EXPECT_EQ(run(flags, "FAKE_PLAIN=1").status, 0);
  EXPECT_EQ(run(flags, "").status, 2);
}

TEST_F(Process, ARatioToAPlainBenchmarkIsRefused) {
  std::ofstream(path("f.json")) << R"({"schema": "tickbench-floors/1", "floors": [
    {"device": ".*", "benchmark": ".*/n:256", "metric": "ratio", "of": "time", "to": "plain", "at_most": 1}]})";
  for (const auto* how : {"--benchmark_filter=saxpy/n:256", "--tickbench_list"}) {
    const auto result = run(how + (" --tickbench_floors=" + path("f.json")), "FAKE_PLAIN=1");
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err,
                HasSubstr("floors[0]: expected one of tickbench's benchmarks to compare "
                          "opencl/saxpy/n:256 with, found plain, which is a plain one"));
  }
}

TEST_F(Process, TheJsonIsValidForStrictReaders) {
  EXPECT_EQ(
      run("--benchmark_filter=-hanging --benchmark_repetitions=2 --benchmark_out=" + path("r.json"))
          .status,
      1);  // opencl/wrong is wrong
  EXPECT_EQ(shell("python3 -m json.tool " + path("r.json")).status, 0);
  std::ofstream(path("read.cmake"))
      << "file(READ \"" << path("r.json") << "\" text)\n"
      << "string(JSON id GET \"${text}\" benchmarks 0 tickbench id)\n"
      << "if(NOT id STREQUAL \"opencl/saxpy/n:256\")\n  message(FATAL_ERROR \"${id}\")\nendif()\n";
  const auto cmake = shell(CMAKE_PROGRAM " -P " + path("read.cmake"));
  EXPECT_EQ(cmake.status, 0) << cmake.err;
}

TEST_F(Process, ComparePyReadsTwoFiles) {
  const std::string compare = "/usr/share/benchmark/compare.py";
  if (!std::ifstream(compare)) GTEST_SKIP() << compare << " is not installed (libbenchmark-tools)";
  if (shell("python3 -c 'import numpy, scipy'").status != 0)
    GTEST_SKIP() << "compare.py needs python3-numpy and python3-scipy";
  for (const std::string file : {"a.json", "b.json"})
    ASSERT_EQ(run("--benchmark_filter=saxpy --benchmark_out=" + path(file)).status, 0);
  const auto result =
      shell("python3 " + compare + " benchmarks " + path("a.json") + " " + path("b.json"));
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("opencl/saxpy/n:1024/manual_time"));
}

TEST_F(Process, ListsAsGoogleBenchmarkWould) {
  const auto result = run("--benchmark_list_tests");
  EXPECT_EQ(result.out,
            "opencl/saxpy/n:256/manual_time\nopencl/saxpy/n:1024/manual_time\n"
            "opencl/wrong/manual_time\nopencl/hanging/manual_time\n");
}

/// What differs between two runs, hosts, or versions of Google Benchmark.
std::string masked(std::string text) {
  const std::vector<std::pair<std::regex, std::string>> masks{
      {std::regex(R"((\d+\.?\d*) ns +(\d+\.?\d*) ns)"), "$1 ns CPU"},
      {std::regex(R"(-{5,})"), "-----"},
      {std::regex(R"([^ \n]*fake_suite)"), "fake_suite"},
      {std::regex(R"("cpu_time": [^,]*)"), R"("cpu_time": 0)"},
      {std::regex(R"(" +")"), "\" \""},
  };
  for (const auto& [pattern, replacement] : masks)
    text = std::regex_replace(text, pattern, replacement);
  return text;
}

/// TICKBENCH_UPDATE_GOLDEN=1 writes the file instead.
void expect_golden(const std::string& name, const std::string& text) {
  const std::string file = GOLDEN_FOLDER "/" + name;
  if (std::getenv("TICKBENCH_UPDATE_GOLDEN") != nullptr) std::ofstream(file) << text;
  EXPECT_EQ(text, read_file(file))
      << "differs from " << file << "; TICKBENCH_UPDATE_GOLDEN=1 writes it anew";
}

TEST_F(Process, GoldenTable) { expect_golden("table.txt", run("--benchmark_filter=saxpy").out); }

TEST_F(Process, GoldenConsole) {
  const std::string flags = "--benchmark_filter=saxpy --benchmark_format=console";
  expect_golden("console.txt", masked(run(flags).out));
}

/// Standard output is a terminal of 80 columns.
TEST_F(Process, ColourIsForTerminalsThatHaveIt) {
  const std::string table = "script -qec '" FAKE_SUITE " --benchmark_filter=saxpy 2> /dev/null' ";
  const std::string file = path("typescript");
  for (const auto& [variables, has_colour] :
       {std::pair("TERM=xterm", true), std::pair("TERM=dumb", false),
        std::pair("TERM=xterm NO_COLOR=1", false)}) {
    const auto command = fmt::format("env COLUMNS=80 {} {} {}", variables, table, file);
    ASSERT_EQ(shell(command + " > /dev/null").status, 0) << command;
    const auto text = read_file(file);
    EXPECT_THAT(text, HasSubstr("opencl/saxpy/n:1024")) << command;
    EXPECT_EQ(text.find('\x1b') != std::string::npos, has_colour) << text;
  }
}

TEST_F(Process, GoldenJson) {
  auto json = nlohmann::ordered_json::parse(run("--benchmark_format=json").out);
  auto entries = json["benchmarks"];
  for (auto& entry : entries) {
    entry.erase("cpu_time");
    // The engine's own business: how it got there, not what is reported.
    for (const auto* key : {"wall", "warm_up_launches", "clock_step"})
      entry["tickbench"].erase(key);
  }
  auto devices = json["context"]["tickbench"]["devices"];
  expect_golden("entries.json", entries.dump(2) + "\n");
  expect_golden("context_devices.json", devices.dump(2) + "\n");
}

TEST_F(Process, GoldenSummary) {
  const auto err = masked(run("").err);
  const auto summary = err.find("\n\n");
  ASSERT_NE(summary, std::string::npos);
  expect_golden("summary.txt", err.substr(summary));
}

TEST_F(Process, GoldenDeviceList) {
  expect_golden("list_devices.txt", run("--tickbench_list_devices").out);
  expect_golden("list_devices.json", run("--tickbench_list_devices --benchmark_format=json").out);
}

TEST_F(Process, GoldenHelp) { expect_golden("help.txt", run("--help").out); }

}  // namespace
}  // namespace tickbench::suite
