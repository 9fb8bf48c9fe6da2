// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Each command in each situation that its surroundings can put it in: signals and failing system
// calls at each of its calls, full disks, limits, closed descriptors, pipes and links as outputs.
// In all of them it ends by 128 + n or a named error, leaves whole files, and nothing else.
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
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
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "sanitized.hpp"

namespace {

using tickbench::kIsSanitized;

namespace fs = std::filesystem;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kProgram = TICKBENCH_FAKE_PROGRAM;
const std::string kOut = "out.json";  ///< what commands write, unless they write a folder
const std::string kPage = "page";

struct Command {
  std::string name;
  std::vector<std::string> words;
  /// Its flag for an output file; none: it writes standard output, or a folder.
  std::string out{};
  bool prints = true;

  friend void PrintTo(const Command& command, std::ostream* out) { *out << command.name; }
};

// Both programs run once or twice at most.
const std::vector<Command> kCommands{
    {"devices", {"devices", "--json"}},
    {"run", {"run", "1", kProgram}, "--out="},
    {"check",
     {"check", kProgram, "--benchmark=opencl/f", "--budget=0", "--", "--name=opencl/f"},
     "--out="},
    {"merge", {"merge", "a.json", "b.json"}, "--out=", false},
    {"compare", {"compare", "a.json", "b.json"}, "--json-out="},
    {"ab", {"ab", kProgram, kProgram, "--pairs=2"}, "--markdown-out="},
    {"calibrate", {"calibrate", kProgram, "--pairs=4", "--json"}},
    {"report", {"report", "a.json", "--output=" + kPage}, "", false},
    {"suggest", {"floors", "suggest", "a.json", "b.json", "--margin=0.5"}},
    {"judge", {"floors", "check", "a.json", "--floors=floors.json"}},
};

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Outcome {
  int status = 0;  ///< as a shell has it: 128 + n where signal n ended it
  std::string out, err;
};

class Situations : public ::testing::TestWithParam<Command> {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "work");
    fs::create_directories(folder_ / "tmp");
    for (const std::string name : {"a", "b"})
      write(name + ".json", R"({"context": {"date": ")" + name +
                                R"(", "host_name": "m"}, "benchmarks": [{"name": "f/1",
          "run_type": "iteration", "real_time": 1, "cpu_time": 1, "time_unit": "ms",
          "tickbench": {"id": "opencl/f/1", "device": "GPU", "outcome": "passed",
          "sizes": [1], "samples": {"isolated": 30, "batched": 40}, "metrics":
          {"time": {"value": 1e-3, "low": 0.9e-3, "high": 1.1e-3}}}}]})");
    write("floors.json", R"({"schema": "tickbench-floors/1", "floors": [
        {"device": "GPU", "benchmark": "opencl/f/1", "metric": "time", "at_most": 1}]})");
    if (GetParam().out.empty()) return;
    write(kOut, "old");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / "work" / name, std::ios::binary) << text;
  }

  std::vector<std::string> words(const std::string& out = kOut) const {
    auto words = GetParam().words;
    words.insert(words.begin(), TICKBENCH_TOOL);
    if (!GetParam().out.empty()) words.insert(std::ranges::find(words, "--"), GetParam().out + out);
    return words;
  }

  /// A command that has begun.
  struct Begun {
    pid_t child;
    int out, err;  ///< what it prints
  };

  /// `in_child`: what its surroundings are like, set just before it begins.
  Begun start(
      const std::vector<std::string>& words, const std::function<void()>& in_child = [] {}) const {
    // Pipes with room for all of it: no limit of a file's size applies to them.
    int out[2], err[2];
    for (int* ends : {out, err}) {
      EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
      ::fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    }
    const pid_t child = ::fork();
    if (child != 0) {
      ::close(out[1]);
      ::close(err[1]);
      return {child, out[0], err[0]};
    }
    fs::current_path(folder_ / "work");
    ::setenv("TMPDIR", (folder_ / "tmp").c_str(), 1);
    // No driver of this machine.
    for (const char* name :
         {"OCL_ICD_VENDORS", "VK_DRIVER_FILES", "VK_ICD_FILENAMES", "TICKBENCH_CUDA_DRIVER"})
      ::setenv(name, "/nowhere", 1);
    ::dup2(out[1], STDOUT_FILENO);
    ::dup2(err[1], STDERR_FILENO);
    std::vector<char*> arguments;
    for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    in_child();
    ::execv(arguments.front(), arguments.data());
    ::_exit(125);
  }

  static std::string all_of(int descriptor) {
    std::string text;
    char part[4096];
    for (ssize_t size = 0; (size = ::read(descriptor, part, sizeof part)) > 0;)
      text.append(part, static_cast<std::size_t>(size));
    ::close(descriptor);
    return text;
  }

  static Outcome end_of(const Begun& begun) {
    int status = 0;
    ::waitpid(begun.child, &status, 0);
    return {WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status), all_of(begun.out),
            all_of(begun.err)};
  }

  Outcome run(const std::function<void()>& in_child = [] {}) const {
    return end_of(start(words(), in_child));
  }

  /// Runs it with the fault at its call of this number. False: it has fewer.
  bool run_with_fault(
      int call, int signal, Outcome& outcome, const std::function<void()>& in_child = [] {}) const {
    fs::remove(folder_ / "mark");
    outcome = run([&] {
      ::setenv("LD_PRELOAD", TICKBENCH_FAULTY_CALLS, 1);
      ::setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1);
      ::setenv("FAULTY_CALL", std::to_string(call).c_str(), 1);
      ::setenv("FAULTY_SIGNAL", std::to_string(signal).c_str(), 1);
      ::setenv("FAULTY_MARK", (folder_ / "mark").c_str(), 1);
      in_child();
    });
    return fs::exists(folder_ / "mark");
  }

  /// All that lies in the folders, but for what a report has inside.
  std::set<std::string> files() const {
    std::set<std::string> all;
    for (const char* name : {"work", "tmp"})
      for (const auto& entry : fs::directory_iterator(folder_ / name))
        if (entry.path().filename() != kPage) all.insert(entry.path().string());
    return all;
  }

  bool is_page_whole() const {
    const auto page = folder_ / "work" / kPage;
    return !fs::exists(page) || content(page / "index.html").ends_with("</html>\n");
  }

  bool is_written(const std::string& name = kOut) const {
    const auto text = content(folder_ / "work" / name);
    return GetParam().name == "ab" ? text.starts_with("#") && text.ends_with('\n')
                                   : nlohmann::json::accept(text);
  }

  /// Whatever happened: whole files, and nothing else.
  void expect_tidy(const std::set<std::string>& before) const {
    EXPECT_EQ(files(), before) << "left behind";
    EXPECT_TRUE(is_page_whole());
    const auto text = content(folder_ / "work" / kOut);
    EXPECT_TRUE(GetParam().out.empty() || text == "old" || is_written()) << text;
  }

  /// It ended well and has written all, or says why not.
  void expect_sense(const Outcome& outcome, const std::set<std::string>& before) const {
    expect_tidy(before);
    EXPECT_THAT(outcome.status, AnyOf(0, 1, 2)) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(outcome.status == 2 ? "tickbench: " : ""));
    EXPECT_THAT(outcome.err, Not(HasSubstr("unexpected: ")));
    if (outcome.status != 0) {
      EXPECT_NE(outcome.err + outcome.out, "");
      return;
    }
    EXPECT_TRUE(GetParam().out.empty() || is_written()) << "although it ended with 0";
    EXPECT_TRUE(GetParam().name != "report" || fs::exists(folder_ / "work" / kPage));
  }

  fs::path folder_ = fs::path(::testing::TempDir()) / fmt::format("situations_{}", ::getpid());
};

TEST_P(Situations, WithoutAFaultItEndsWell) {
  const auto before = files();
  const auto outcome = run();
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  expect_sense(outcome, before);
  EXPECT_EQ(outcome.out.empty(), !GetParam().prints) << outcome.out;
}

TEST_P(Situations, ASignalAtAnyCallEndsItTidily) {
  const auto before = files();
  Outcome outcome;
  int call = 1;
  for (; call < 1000; ++call) {
    const int signal = call % 3 == 0 ? SIGINT : call % 3 == 1 ? SIGTERM : SIGHUP;
    const bool is_hit = run_with_fault(call, signal, outcome);
    SCOPED_TRACE(fmt::format("signal {} at call {}: {}", signal, call, outcome.err));
    if (!is_hit) break;
    EXPECT_EQ(outcome.status, 128 + signal);
    expect_tidy(before);
  }
  EXPECT_GT(call, 1);
  EXPECT_EQ(outcome.status, 0) << "without a fault";
}

TEST_P(Situations, ASignalThatTheParentIgnoresEndsNothing) {
  Outcome outcome;
  EXPECT_TRUE(run_with_fault(1, SIGHUP, outcome, [] { std::signal(SIGHUP, SIG_IGN); }));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST_P(Situations, AnyCallMayFail) {
  const auto before = files();
  Outcome outcome;
  for (int call = 1; call < 1000; ++call) {
    const bool is_hit = run_with_fault(call, 0, outcome);
    SCOPED_TRACE(fmt::format("a failure of call {}: {}", call, outcome.err));
    if (!is_hit) break;
    expect_sense(outcome, before);
    if (!GetParam().out.empty()) write(kOut, "old");
  }
}

TEST_P(Situations, LimitsAreNamed) {
  const auto before = files();
  const auto limited = [&](auto resource, rlim_t most) {
    const auto outcome = run([&] {
      const rlimit limit{most, most};
      ::setrlimit(resource, &limit);
    });
    SCOPED_TRACE(fmt::format("limit {} of {}: {}", most, static_cast<int>(resource), outcome.err));
    static constexpr int kNotLoaded = 127;  // by the system's loader, which says so
    if (outcome.status == kNotLoaded)
      expect_tidy(before);
    else
      expect_sense(outcome, before);
    if (!GetParam().out.empty()) write(kOut, "old");
  };
  for (const rlim_t bytes : {100U, 512U, 4096U, 100'000U}) limited(RLIMIT_FSIZE, bytes);
  if (kIsSanitized) return;  // it opens pipes itself
  for (rlim_t files = 3; files < 14; ++files) limited(RLIMIT_NOFILE, files);
  for (rlim_t megabytes = 20; megabytes < 60; megabytes += 2) limited(RLIMIT_AS, megabytes << 20);
}

TEST_P(Situations, DescriptorsMayBeClosed) {
  const auto before = files();
  for (const int descriptor : {0, 1, 2}) {
    const auto outcome = run([&] { ::close(descriptor); });
    SCOPED_TRACE(fmt::format("descriptor {}: {}{}", descriptor, outcome.out, outcome.err));
    expect_tidy(before);
    const bool is_lost = descriptor == 1 && GetParam().prints;
    EXPECT_EQ(outcome.status, is_lost ? 2 : 0);
    if (!GetParam().out.empty()) {
      EXPECT_TRUE(is_written());
      write(kOut, "old");
    }
  }
}

TEST_P(Situations, AFullStandardOutputIsAnError) {
  const auto outcome = run([] { ::dup2(::open("/dev/full", O_WRONLY | O_CLOEXEC), 1); });
  EXPECT_EQ(outcome.status, GetParam().prints ? 2 : 0);
  EXPECT_EQ(outcome.err.find("standard output: expected to write all of it") != std::string::npos,
            GetParam().prints)
      << outcome.err;
}

INSTANTIATE_TEST_SUITE_P(All, Situations, ::testing::ValuesIn(kCommands),
                         [](const auto& test) { return test.param.name; });

/// Of the commands that write a file.
class Outputs : public Situations {};

TEST_P(Outputs, ALinkStaysALinkAndACircleIsRefused) {
  const auto link = folder_ / "work/link.json";
  for (const auto& target : {kOut, std::string("new.json")}) {
    fs::remove(link);
    fs::create_symlink(target, link);
    EXPECT_EQ(end_of(start(words("link.json"))).status, 0) << target;
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_TRUE(is_written(target)) << target;
  }
  for (const char* target : {"link.json", "/dev/full", ".", "/nowhere/a"}) {
    fs::remove(link);
    fs::create_symlink(target, link);
    const auto before = files();
    const auto outcome = end_of(start(words("link.json")));
    EXPECT_EQ(outcome.status, 2) << target;
    EXPECT_THAT(outcome.err, HasSubstr("link.json: expected a file that can be written")) << target;
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(files(), before);
  }
}

TEST_P(Outputs, APipeIsWrittenOrWaitedFor) {
  const auto pipe = folder_ / "work/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const auto before = files();
  const auto child = start(words("pipe"));
  write("read.json", content(pipe));
  EXPECT_EQ(end_of(child).status, 0);
  EXPECT_TRUE(is_written("read.json"));
  fs::remove(folder_ / "work/read.json");
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const auto waiting = start(words("pipe"));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    ::kill(waiting.child, signal);
    EXPECT_EQ(end_of(waiting).status, 128 + signal);
  }
  EXPECT_EQ(files(), before);
}

INSTANTIATE_TEST_SUITE_P(All, Outputs, ::testing::ValuesIn([] {
                           std::vector<Command> writing;
                           for (const auto& command : kCommands)
                             if (!command.out.empty()) writing.push_back(command);
                           return writing;
                         }()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
