// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include "base/throw_error.hpp"
#include "process/child_process.hpp"
#include "process/files.hpp"
#include "process/guards.hpp"
#include "results/merge.hpp"

/// Google Benchmark programs of anyone's.
namespace tickbench::programs {

inline constexpr const char* kFilterFlag = "--benchmark_filter";
inline constexpr const char* kBenchmarkFlag = "--tickbench_benchmark";
/// What lists the benchmarks of any program, and those of tickbench's.
inline constexpr const char* kListTestsFlag = "--benchmark_list_tests=true";
inline constexpr const char* kListFlag = "--tickbench_list";

/// How `ab`, `calibrate` and `run` run programs that write Google Benchmark's results.
struct ProgramFlags {
  std::vector<std::string> flags{};  ///< given to each
  Seconds timeout{600};              ///< of one run
  std::string keep{};                ///< the folder that each run's results stay in; empty: none
  std::string skip_pattern{};        ///< RE2: a plain error with such a message is a skip
};

/// What is judged, and what is said of it: `check` and `run` take it alike.
struct JudgingFlags {
  std::vector<std::string> floors;  ///< files
  std::string out;                  ///< the file of all runs; empty: none
  bool is_strict = false, is_ctest = false;
};

bool has_flag(const std::vector<std::string>& flags, std::string_view begin);

/// Throws UsageError where one cannot be started: before another has run for minutes.
void require_programs(const std::vector<std::string>& programs);

/// Takes a flag out of `words`, as --name=VALUE or --name VALUE, and returns its values.
std::vector<std::string> take_flag(std::vector<std::string>& words, const std::string& name);

/// The command `words` for one benchmark, judged alike; `more`: further flags. Flags that choose
/// benchmarks are left out. CTest's log is read elsewhere: there it begins with the folder.
std::string repeating_command(std::vector<std::string> words, const std::string& benchmark,
                              const JudgingFlags& judging, std::vector<std::string> more,
                              const ProgramFlags& program_flags);

/// How one run of a program ended, and what it left.
struct ProgramEnd {
  process::ChildResult end;
  std::string log;     ///< the file with all that it printed
  std::string list{};  ///< where that is only its standard error: the file of its output
  /// With what its result file holds, where that counts.
  results::RunRecord record{};
  std::string fault{};    ///< "wrote no result file": why there are none that count
  bool is_empty = false;  ///< it left what a Google Benchmark program does that ran no benchmark

  bool is_success() const { return end.is_success(); }
  bool has_exited(int status) const {
    return end.end == process::ChildResult::End::kExited && end.code == status;
  }
  /// "it printed last: ...".
  std::string last_lines() const;
  /// What went wrong, with what it printed last; empty where nothing did.
  std::string complaint() const {
    const auto what = is_success() ? fault : end.text();
    return what.empty() ? what : what + "; " + last_lines();
  }
};

/// Runs one program after the other, without a shell, each in files of its own.
class ProgramRunner {
 public:
  /// Throws UsageError where the flags say where results go, or the folder to keep is not empty.
  explicit ProgramRunner(ProgramFlags flags);

  /// Runs it and reads its results: `name`.json in the folder, and `name`.log is what it printed.
  /// `more`: flags behind the others. `timeout`: in place of theirs. `under`: a command, found by
  /// PATH, that runs it. Throws UsageError where it cannot be started, and process::Interrupted.
  ProgramEnd run(const std::string& program, const std::string& name,
                 const std::vector<std::string>& more = {}, std::optional<Seconds> timeout = {},
                 const std::vector<std::string>& under = {}) const;

  const ProgramFlags& flags() const { return flags_; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  /// A reader of the output that leaves (`| head`) must not leave the folder behind.
  process::SignalAction ignored_{SIGPIPE, SIG_IGN};
  process::HeldSignals signals_{SIGCHLD};
  ProgramFlags flags_;
  std::optional<process::TemporaryFolder> temporary_;
  std::filesystem::path folder_;
  results::SkipRule is_skip_;
};

/// A run of a suite that checks and measures nothing: its rows have their launches' digests.
/// Nothing where it is no suite, or leaves no results.
std::optional<results::RunRecord> check_only(const ProgramRunner& runner,
                                             const std::string& program, const std::string& name);

/// Without the empty ones.
std::vector<std::string> split_lines(std::string_view text);

/// Asks programs what they have; nothing is measured.
class Lister {
 public:
  struct Answer {
    ProgramEnd program;
    std::string out, errors;  ///< the next answer takes the place of the files

    /// Throws UsageError where the program did not end well. `flag` asked for the list.
    void require_success(const std::string& name, const std::string& flag) const {
      if (!program.is_success())
        throw_usage_error("{}: expected the list of its benchmarks ({}), found that it {}", name,
                          flag, program.complaint());
    }
  };

  /// `timeout`: of all that it asks.
  explicit Lister(Seconds timeout) : timeout_(timeout) {}
  /// Throws UsageError where the flags already say where results go.
  Answer ask(const std::string& program, std::vector<std::string> flags) const;

 private:
  process::HeldSignals signals_{SIGCHLD};  // until the folder is gone
  process::TemporaryFolder folder_;
  Seconds timeout_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

inline constexpr auto kAnyNumber = std::numeric_limits<std::size_t>::max();

/// The loop of `run`, `check`, `ab` and `calibrate`. In a turn each program runs once, in an order
/// that changes, so that a drift of the machine hits all alike. `take` is given the turn's number,
/// from 1 on, and says whether to go on; `has_time`: for a turn beyond the `least`.
template <class HasTime, class Take>
void take_turns(std::size_t least, std::size_t most, HasTime has_time, Take take) {
  for (std::size_t turn = 1; turn <= most && (turn <= least || has_time()); ++turn)
    if (!take(turn)) return;
}

}  // namespace tickbench::programs
