// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The sub-commands compare and ab as a user runs them, with files and processes.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "patience.hpp"
#include "process/files.hpp"
#include "sanitized.hpp"
#include "tools/tool_fixture.hpp"

namespace tickbench::tools {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Tool : public ToolTest {
 protected:
  static Result tickbench(const std::vector<std::string>& arguments) { return run(arguments); }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
    return path(name);
  }
  // A plain Google Benchmark file of one benchmark with three repetitions.
  std::string results(const std::string& name, double time) const {
    std::string rows;
    for (int i = 0; i < 3; ++i)
      rows += (i == 0 ? "" : ",") + std::string(R"({"name": "f", "run_name": "f",
              "run_type": "iteration", "time_unit": "ms", "repetition_index": )") +
              std::to_string(i) + R"(, "real_time": )" + std::to_string(time + 0.001 * i) + "}";
    return write(name, R"({"context": {"date": ")" + name + R"("}, "benchmarks": [)" + rows + "]}");
  }
  process::TemporaryFolder folder_;
};

const std::string kOld = TICKBENCH_FAKE_PROGRAM;
const std::string kSlow = kOld + "_slow";

using CompareCommand = Tool;
using AbCommand = Tool;

TEST_F(CompareCommand, ExitStatusTellsTheVerdict) {
  const auto before = results("old.json", 1), same = results("same.json", 1.001),
             slow = results("slow.json", 1.5);
  EXPECT_EQ(tickbench({"compare", before, same}).status, 0);
  EXPECT_EQ(tickbench({"compare", before, same, "--strict"}).status, 1) << "one run a side";
  EXPECT_EQ(tickbench({"compare", before, slow}).status, 0) << "one run shows nothing";
  const auto slower = tickbench({"compare", before, slow, "--run-spread", "0.01"});
  EXPECT_EQ(slower.status, 1);
  EXPECT_THAT(slower.out, AllOf(HasSubstr("slower"), HasSubstr("repetitions")));
  EXPECT_EQ(tickbench({"compare", slow, before, "--run-spread", "0.01"}).status, 0);
}

TEST_F(CompareCommand, SeveralRunsASideByListsAndFolders) {
  std::filesystem::create_directory(path("old"));
  std::filesystem::create_directory(path("new"));
  for (int i = 0; i < 5; ++i) {
    results("old/" + std::to_string(i) + ".json", 1 + 0.001 * (i % 3));
    results("new/" + std::to_string(i) + ".json", 1.03 + 0.0012 * (i % 4));
  }
  const auto folders = tickbench({"compare", "--old", path("old"), "--new", path("new")});
  EXPECT_EQ(folders.status, 1) << folders.out << folders.err;
  EXPECT_THAT(folders.out, HasSubstr("runs (5, 5)"));
  EXPECT_EQ(tickbench({"compare", path("old"), path("new")}).status, 1);
  const auto lists = tickbench({"compare", "--old", path("old/0.json"), path("old/1.json"), "--new",
                                path("new/0.json"), path("new/1.json")});
  EXPECT_THAT(lists.out, HasSubstr("runs (2, 2)")) << lists.err;
  const auto paired = tickbench({"compare", path("old"), path("new"), "--paired"});
  EXPECT_THAT(paired.out, HasSubstr("pairs of runs (5)"));
}

TEST_F(CompareCommand, SamplesFilesAreUsedWhereGiven) {
  const auto file = [&](const std::string& name, double time) {
    return write(name, R"({"context": {"tickbench": {"started": ")" + name + R"("}}, "benchmarks": [
      {"name": "f", "run_type": "iteration", "tickbench": {"id": "f", "device": "GPU",
       "metrics": {"time": {"value": )" +
                           std::to_string(time) + "}}}}]}");
  };
  const auto samples = [&](const std::string& name, double time) {
    std::string seconds;
    for (int i = 0; i < 40; ++i)
      seconds += (i == 0 ? "" : ",") + std::to_string(time + 0.001 * (i % 7));
    return write(name,
                 R"({"schema": "tickbench-samples/1", "benchmarks": [{"id": "f", "device": "GPU",
      "repetition": 0, "mode": "batched", "device_seconds": [)" +
                     seconds + "]}]}");
  };
  const auto before = file("o.json", 1), now = file("n.json", 1.2);
  EXPECT_THAT(tickbench({"compare", before, now}).out, HasSubstr("single values"));
  const auto with = tickbench({"compare", before, now, "--old-samples", samples("os.json", 1),
                               "--new-samples", samples("ns.json", 1.2), "--run-spread", "0.01"});
  EXPECT_EQ(with.status, 1) << with.err;
  EXPECT_THAT(with.out, HasSubstr("samples"));
  EXPECT_EQ(tickbench({"compare", before, now, "--old-samples", before}).status, 2);
}

TEST_F(CompareCommand, EveryFormatToOutputAndFiles) {
  const auto before = results("old.json", 1), now = results("new.json", 1.5);
  const auto compared = [&](std::vector<std::string> flags) {
    flags.insert(flags.begin(), {"compare", before, now, "--run-spread", "0.01"});
    return tickbench(flags);
  };
  const auto json = compared({"--format", "json"});
  const auto parsed = nlohmann::json::parse(json.out);
  EXPECT_EQ(parsed.at("schema"), "tickbench-comparison/1");
  EXPECT_EQ(parsed.at("exit_status"), 1);
  EXPECT_EQ(parsed.at("benchmarks").at(0).at("verdict"), "slower");
  EXPECT_THAT(compared({"--format", "markdown"}).out, HasSubstr("| f |"));
  EXPECT_THAT(compared({"--format", "junit"}).out, HasSubstr("<failure"));
  EXPECT_EQ(
      compared({"--markdown-out", path("m"), "--json-out", path("j"), "--junit-out", path("x")})
          .status,
      1);
  EXPECT_THAT(content(path("m")), HasSubstr("| f |"));
  EXPECT_EQ(content(path("j")), json.out);
  EXPECT_THAT(content(path("x")), HasSubstr("<testsuites>"));
  EXPECT_FALSE(std::filesystem::exists(path("m.part")));
  EXPECT_EQ(tickbench({"compare", before, now, "--json-out", "/nowhere/x"}).status, 2);
}

TEST_F(CompareCommand, UsageErrorsAreTwo) {
  const auto file = results("old.json", 1);
  EXPECT_EQ(tickbench({}).status, 2);
  EXPECT_EQ(tickbench({"compare"}).status, 2);
  EXPECT_EQ(tickbench({"compare", file}).status, 2);
  EXPECT_EQ(tickbench({"compare", file, file, "--new", file}).status, 2);
  EXPECT_EQ(tickbench({"compare", file, path("none.json")}).status, 2);
  EXPECT_EQ(tickbench({"compare", file, file, "--effect", "-1"}).status, 2);
  EXPECT_EQ(tickbench({"compare", file, file, "--format", "pdf"}).status, 2);
  EXPECT_EQ(tickbench({"compare", "--old", file, file, "--new", file}).status, 2) << "a run twice";
  EXPECT_EQ(tickbench({"compare", "--help"}).status, 0);
  const auto both =
      tickbench({"compare", file, file, "--lower-is-better", "time", "--higher-is-better", "time"});
  EXPECT_EQ(both.status, 2);
  EXPECT_THAT(both.err, HasSubstr("expected one direction of 'time' to be better, found both"));
}

TEST_F(CompareCommand, ACountersDirectionIsTheUsersToSay) {
  const auto counted = [&](const std::string& name, int steps) {
    std::string rows;
    for (int i = 0; i < 3; ++i)
      rows += fmt::format(
          R"({}{{"name": "f", "repetition_index": {}, "real_time": 1, "timesteps": {}}})",
          i == 0 ? "" : ",", i, 100 * steps + i);
    return write(name, R"({"context": {"date": ")" + name + R"("}, "benchmarks": [)" + rows + "]}");
  };
  const auto before = counted("old.json", 1), now = counted("new.json", 2);
  const auto compared = [&](std::vector<std::string> flags) {
    flags.insert(flags.begin(),
                 {"compare", before, now, "--run-spread", "0.01", "--metric", "timesteps"});
    return tickbench(flags);
  };
  const auto unknown = compared({"--strict"});
  EXPECT_EQ(unknown.status, 0) << unknown.err;
  EXPECT_THAT(unknown.out, AllOf(HasSubstr("changed"), Not(HasSubstr("slower"))));
  EXPECT_EQ(compared({"--lower-is-better", "timesteps"}).status, 1);
  EXPECT_EQ(compared({"--lower-is-better", "else", "--higher-is-better", "timesteps"}).status, 0);
  const auto named =
      tickbench({"compare", "--lower-is-better", "else", "--lower-is-better", "timesteps",
                 "--metric", "timesteps", "--run-spread", "0.01", before, now});
  EXPECT_EQ(named.status, 1) << "a name takes no file with it: " << named.err;
}

TEST_F(CompareCommand, NothingComparedIsTwoAndSaysWhy) {
  const auto file = results("f.json", 1);
  const auto outcome =
      tickbench({"compare", file, file, "--metric", "tiime", "--lower-is-better", "tiime"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("tickbench: nothing to compare: expected a benchmark with "
                                     "tiime on both sides, found none on either side"));
  EXPECT_TRUE(tickbench({"compare", file, file}).err.empty());
}

TEST_F(CompareCommand, TakesNoNan) {
  const auto file = results("f.json", 1);
  for (const char* flag : {"--effect", "--run-spread", "--error-rate"}) {
    const auto outcome = tickbench({"compare", file, file, flag, "nan"});
    EXPECT_EQ(outcome.status, 2) << flag;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr(flag), HasSubstr("found nan"))) << flag;
  }
  EXPECT_EQ(tickbench({"ab", kOld, kOld, "--budget", "nan"}).status, 2);
}

TEST_F(CompareCommand, AnOutputTakesNoPlaceOfAnother) {
  const auto before = results("o.json", 1), now = results("n.json", 1);
  const auto text = content(before);
  std::filesystem::create_symlink(before, path("link"));
  for (const auto& out : {before, path("link"), path("./n.json"), path("folder/../n.json")}) {
    const auto outcome = tickbench({"compare", before, now, "--json-out", out});
    EXPECT_EQ(outcome.status, 2) << out;
    EXPECT_THAT(outcome.err, HasSubstr("expected a file of its own, found that it is an input"));
  }
  EXPECT_EQ(content(before), text);
  const auto twice =
      tickbench({"compare", before, now, "--json-out", path("x"), "--junit-out", path("./x")});
  EXPECT_EQ(twice.status, 2);
  EXPECT_THAT(twice.err, HasSubstr("is that of --json-out"));
  EXPECT_FALSE(std::filesystem::exists(path("x")));
}

TEST_F(CompareCommand, AnOutputTouchesNothingBesideIt) {
  const auto before = results("x.part", 1), now = results("n.json", 1);
  const auto text = content(before);
  EXPECT_EQ(tickbench({"compare", before, now, "--json-out", path("x")}).status, 0);
  EXPECT_EQ(content(before), text);
  std::filesystem::create_symlink("target", path("link"));
  EXPECT_EQ(tickbench({"compare", before, now, "--json-out", path("link")}).status, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_EQ(content(path("target")), content(path("x")));
  EXPECT_EQ(tickbench({"compare", before, now, "--json-out", "/dev/null"}).status, 0);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_EQ(tickbench({"compare", before, now, "--json-out", "/dev/full"}).status, 2);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST_F(CompareCommand, NamesInMessagesCannotReachTheTerminal) {
  const auto file =
      write("bad.json", R"({"benchmarks": [{"name": "a\u001b[2J", "repetition_index": 0},
                                          {"name": "a\u001b[2J", "repetition_index": 0}]})");
  const auto outcome = tickbench({"compare", file, file});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("\\x1b[2J"), Not(HasSubstr("\x1b"))));
}

TEST_F(AbCommand, TellsASlowProgramFromAFastOne) {
  const auto slow = tickbench({"ab", kOld, kSlow, "--keep", path("kept"), "--", "--name=a b;$(x)"});
  EXPECT_EQ(slow.status, 1) << slow.out << slow.err;
  EXPECT_THAT(slow.out, AllOf(HasSubstr("a b;$(x)"), HasSubstr("slower"), HasSubstr("seed")));
  EXPECT_TRUE(std::filesystem::exists(path("kept/old/0001.json")));
  EXPECT_TRUE(std::filesystem::exists(path("kept/rehearsal/0001.log")));
  const auto again = tickbench({"compare", "--paired", path("kept/old"), path("kept/new")});
  EXPECT_EQ(again.status, 1) << "what was kept can be compared again: " << again.err;
  EXPECT_EQ(tickbench({"ab", kSlow, kOld}).status, 0);
}

TEST_F(AbCommand, ABudgetForNothingClaimsNothing) {
  const auto outcome = tickbench({"ab", kOld, kSlow, "--budget", "0"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("1 unclear"), HasSubstr("nothing is claimed")));
  EXPECT_EQ(tickbench({"ab", kOld, kSlow, "--budget", "0", "--strict"}).status, 1);
  EXPECT_EQ(tickbench({"ab", kOld, kOld, "--budget", "0", "--fail-above", "10%"}).status, 1);
}

TEST_F(AbCommand, AMarginIsAPercentage) {
  EXPECT_EQ(tickbench({"ab", kOld, kOld, "--fail-above", "10%"}).status, 0);
  EXPECT_EQ(tickbench({"ab", kOld, kSlow, "--fail-above", "900%"}).status, 0);
  EXPECT_EQ(tickbench({"ab", kOld, kSlow, "--fail-above", "0.01"}).status, 1);
  for (const char* wrong : {"10", "-5%", "0%", "nan", "", "ten", "2000%"}) {
    const auto outcome = tickbench({"ab", kOld, kOld, "--fail-above", wrong});
    EXPECT_EQ(outcome.status, 2) << wrong;
  }
}

TEST_F(AbCommand, LeavesNothingBehind) {
  const char* before = std::getenv("TMPDIR");
  setenv("TMPDIR", folder_.path().c_str(), 1);
  EXPECT_EQ(tickbench({"ab", kOld, kOld}).status, 0);
  EXPECT_EQ(tickbench({"ab", kOld, kOld, "--", "--how=exit"}).status, 2);
  before == nullptr ? unsetenv("TMPDIR") : setenv("TMPDIR", before, 1);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(AbCommand, FailingProgramsAreNamedWithWhatTheySaid) {
  const auto error = [&](const std::string& how) {
    const auto outcome = tickbench({"ab", kOld, kOld, "--", "--how=" + how});
    EXPECT_EQ(outcome.status, 2);
    return outcome.err;
  };
  EXPECT_THAT(error("exit"), AllOf(HasSubstr("OLD (" + kOld + "), rehearsal: exited with status 3"),
                                   HasSubstr("it all went wrong \\x1b[31m")));
  EXPECT_THAT(error("crash"), HasSubstr("was ended by signal 11"));
  EXPECT_THAT(error("silent"), HasSubstr("wrote no result file"));
  EXPECT_THAT(error("damaged"), HasSubstr("left results that do not count"));
  EXPECT_THAT(error("pipe"), HasSubstr("wrote no result file"));
  const double begin = processor_seconds();
  EXPECT_THAT(error("line"), HasSubstr(" | the end"));
  EXPECT_LT(processor_seconds() - begin, 5) << "reads its end";
  const auto absent = tickbench({"ab", kOld, path("none")});
  EXPECT_EQ(absent.status, 2);
  EXPECT_THAT(absent.err, HasSubstr("cannot be started: No such file"));
}

TEST_F(AbCommand, AHangingProgramIsKilledWithItsChildren) {
  const auto pid_file = path("pid");
  setenv("FAKE_PID_FILE", pid_file.c_str(), 1);
  const auto outcome = tickbench({"ab", kOld, kOld, "--run-timeout", "0.3", "--", "--how=hang"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("was killed"));
  // The grandchild is gone, or waits to be collected by whoever has inherited it; on a busy machine
  // it dies a moment after the kill.
  const auto is_gone = [file = "/proc/" + content(pid_file) + "/status"] {
    const auto state = content(file);
    return state.empty() || state.find("State:\tZ") != std::string::npos;
  };
  while (!is_gone()) std::this_thread::yield();
}

/// Whether `is_right` in a process to which `signal` was sent: held back, it arrives as ab waits
/// for its child.
bool is_right_when_sent(int signal, sighandler_t handler, const std::function<bool()>& is_right) {
  const pid_t child = fork();
  if (child == 0) {
    std::signal(signal, handler);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    sigprocmask(SIG_BLOCK, &set, nullptr);
    raise(signal);
    std::_Exit(is_right() ? 0 : 1);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_F(AbCommand, AnInterruptionEndsTheChild) {
  setenv("FAKE_PID_FILE", path("pid").c_str(), 1);
  EXPECT_TRUE(is_right_when_sent(SIGTERM, SIG_DFL, [] {
    const auto outcome = tickbench({"ab", kOld, kOld, "--", "--how=hang"});
    return outcome.status == 128 + SIGTERM &&
           outcome.err.find("interrupted by signal 15") != std::string::npos;
  }));
}

TEST_F(AbCommand, AnInterruptionLeavesWholePairs) {
  setenv("FAKE_PID_FILE", path("pid").c_str(), 1);
  const pid_t child = fork();
  if (child == 0)
    // A rehearsal, a pair, and a half.
    std::_Exit(tickbench({"ab", kOld, kOld, "--keep", path("kept"), "--", "--log=" + path("log"),
                          "--how=well,well,well,well,well,hang"})
                   .status);
  wait_until(child, [&] { return content(path("log")).size() >= 6; });
  kill(child, SIGTERM);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGTERM);
  for (const std::string side : {"old", "new"}) {
    EXPECT_TRUE(std::filesystem::exists(path("kept/" + side + "/0001.json")));
    EXPECT_FALSE(std::filesystem::exists(path("kept/" + side + "/0002.json")));
  }
}

TEST_F(AbCommand, GoesOnWhereTheParentHadASignalIgnored) {
  EXPECT_TRUE(is_right_when_sent(SIGHUP, SIG_IGN, [] {
    return tickbench({"ab", kOld, kOld, "--pairs", "2"}).status == 0;
  })) << "as under nohup";
}

TEST_F(AbCommand, UsageErrors) {
  EXPECT_EQ(tickbench({"ab", kOld}).status, 2);
  const auto out = tickbench({"ab", kOld, kOld, "--", "--benchmark_out=x"});
  EXPECT_EQ(out.status, 2);
  EXPECT_THAT(out.err, HasSubstr("a file of their own"));
  write("file", "");
  EXPECT_EQ(tickbench({"ab", kOld, kOld, "--keep", path("file")}).status, 2);
  EXPECT_EQ(tickbench({"ab", kOld, kOld, "--keep", folder_.path().string()}).status, 2)
      << "not empty";
  EXPECT_EQ(tickbench({"ab", kOld, kOld, "--pairs", "1"}).status, 2);
  EXPECT_THAT(tickbench({"ab", kOld, kOld, "--seed", "-1"}).err, HasSubstr("--seed"));
}

TEST_F(AbCommand, DeviceCodeTakesSuitesThatWriteTheirModules) {
  const auto plain = tickbench({"ab", "--device-code-only", kOld, kOld});
  EXPECT_EQ(plain.status, 2);
  EXPECT_THAT(plain.err, HasSubstr("--device-code-only: expected OLD (" + kOld +
                                   ") to be a tickbench suite that writes its modules"));
  const auto metric = tickbench({"ab", "--device-code-only", "--metric", "host_time", kOld, kOld});
  EXPECT_EQ(metric.status, 2);
  EXPECT_THAT(metric.err, HasSubstr("expected --metric=time, found --metric=host_time"));
}

TEST_F(AbCommand, WithoutAFolderForTemporaryFilesItSaysSo) {
  const char* before = std::getenv("TMPDIR");
  for (const auto* folder : {"/no/such", "/proc"}) {
    setenv("TMPDIR", folder, 1);
    const auto outcome = tickbench({"ab", kOld, kOld});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("expected a folder for temporary files"),
                                   Not(HasSubstr("unexpected"))));
  }
  before == nullptr ? unsetenv("TMPDIR") : setenv("TMPDIR", before, 1);
}

// 10 000 benchmarks a side, each as long as a suite's: within 2 s and 500 MB, measured in a
// process of its own so that nothing else counts. The promise itself is judged by the test labelled
// `measured`; by each, on a quarter of it, what grows faster than the file.
TEST_F(CompareCommand, HugeFilesTakeSecondsAndLittleMemory) {
  const bool is_measured = std::getenv("TICKBENCH_MEASURED") != nullptr;
  const int share = is_measured ? 1 : kIsSanitized ? 10 : 4;
  const int benchmarks = 10000 / share;
  const auto huge = [&](const std::string& name, double time) {
    std::ofstream file(path(name));
    file << R"({"context": {"date": ")" << name << R"("}, "benchmarks": [)";
    for (int i = 0; i < benchmarks; ++i) {
      const auto id = "opencl/benchmark_" + std::to_string(i / 1000) + "/" + std::to_string(i);
      file << (i == 0 ? "" : ",\n") << R"({"name": ")" << id << R"(/manual_time", "family_index": 0,
 "per_family_instance_index": 0, "run_name": ")"
           << id << R"(/manual_time", "run_type": "iteration",
 "repetitions": 1, "repetition_index": 0, "threads": 1, "iterations": 30, "real_time": 3.2456789012,
 "cpu_time": 9.1234567890, "time_unit": "us", "bytes_per_second": 1.234567890123e+12,
 "tickbench": {"id": ")"
           << id << R"(", "backend": "opencl", "device": "NVIDIA H200",
  "device_id": "opencl:0", "outcome": "passed", "message": "", "settings": {"mode": "both",
  "cache": "warm", "precision": 0.01, "budget": 0.5}, "methods": {"isolated": "event",
  "batched": "bracket"}, "metrics": {"time": {"value": )"
           << time << R"(, "low": )" << time * 0.999 << R"(, "high": )" << time * 1.001 << "}";
      for (const char* metric :
           {"isolated_time", "host_time", "launch_overhead", "bytes_per_second", "flops_per_second",
            "speedup_tbb", "fraction_of_peak"})
        file << R"(, ")" << metric
             << R"(": {"value": 3.2456789e-06, "low": 3.1e-06, "high": 3.3e-06})";
      file << R"(}, "samples": {"isolated": 45, "batched": 30}, "batch": 256, "converged": true}})";
    }
    file << "]}";
    return path(name);
  };
  const auto before = huge("old.json", 1e-6), now = huge("new.json", 1.2e-6);
  struct Cost {
    double wall = 0, cpu = 0;
    long kilobytes = 0;
  };
  const auto compare = [&]() -> Cost {
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
      const auto out = path("out.txt"), markdown = path("out.md");
      if (std::freopen(out.c_str(), "w", stdout) != nullptr)
        execl(TICKBENCH_TOOL, TICKBENCH_TOOL, "compare", "--run-spread=0.01", before.c_str(),
              now.c_str(), "--markdown-out", markdown.c_str(), nullptr);
      std::_Exit(127);
    }
    int status = 0;
    rusage usage{};
    EXPECT_EQ(wait4(child, &status, 0, &usage), child);
    EXPECT_EQ(WEXITSTATUS(status), 1) << "all of them are slower";
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return {wall.count(), seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss};
  };
  const Cost best = compare();
  std::printf("%.2f s wall, %.2f s CPU, %ld MB\n", best.wall, best.cpu, best.kilobytes / 1024);
  // The promise is that of the program as it is built for use.
  if (kIsSanitized) return;
  // What the program takes by itself is no share of it.
  const long by_itself = share > 1 ? 4 * 1024 : 0;
  EXPECT_LT(best.kilobytes, 500 * 1024 / share + by_itself);
  if (!TICKBENCH_IS_OPTIMISED) return;
  static constexpr double kPromise = 2;
  if (is_measured) {
    EXPECT_LT(best.wall, kPromise);
  } else {
    // A busy machine's processor time is not a quiet one's, and its wall-clock time says nothing.
    static constexpr double kBusy = 4;
    EXPECT_LT(best.cpu, kBusy * kPromise / share);
  }
}

}  // namespace
}  // namespace tickbench::tools
