// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <map>

#include "floors/floor.hpp"
#include "floors/verdict.hpp"
#include "programs/program.hpp"
#include "results/merge.hpp"
#include "tickbench/seconds.hpp"

/// Plain Google Benchmark programs: their lists, their samples, and the check of their floors.
namespace tickbench::programs {

inline constexpr std::string_view kMinTimeFlag = "--benchmark_min_time";

struct PlainBenchmark {
  std::string name;  ///< as Google Benchmark's filter takes it
  std::string id;    ///< as floors and tests do: without suffixes
  /// No other has its name, from which no filter could tell it.
  bool is_single = true;
};

struct PlainList {
  std::vector<PlainBenchmark> all;     ///< in its order
  std::vector<PlainBenchmark> chosen;  ///< by a --benchmark_filter among its flags; else all
  std::vector<std::string> suite_ids;  ///< of tickbench's benchmarks in the same program
  std::string last_lines;              ///< what it printed where none is chosen
  bool takes_suffix = false;           ///< --benchmark_min_time=0.1s or 10x, as from 1.8 on

  /// Of all of them, of both kinds.
  std::vector<std::string> ids() const;
  /// Throws UsageError where there is none of this name or id.
  const PlainBenchmark& find(const std::string& name) const;
};

/// Asks the program. What it prints beside its list, before or behind it, is left out: that is what
/// it prints too when its filter matches nothing. Throws UsageError where that differs from call to
/// call, where the program lists nothing, and where the flags say where results go.
PlainList list_plain(const std::string& program, const std::vector<std::string>& flags,
                     Seconds timeout);

/// The list that `output` has somewhere in `chatter`: it may begin within a line. Nothing where
/// `output` is not so.
std::optional<std::string_view> without_chatter(std::string_view output, std::string_view chatter);

struct PlainResult {
  std::string_view outcome = "passed";  ///< else one of kCrashed, ..., with a message
  std::string message{};
  std::map<std::string, std::vector<double>, std::less<>> values{};  ///< of each repetition

  bool is_good() const { return outcome == "passed"; }
};

/// By one process.
struct PlainRun : PlainResult {
  std::optional<results::RunRecord> record{};
  Seconds wall{};      ///< of the process
  Seconds measured{};  ///< of that, within the benchmark's loop
};

// How a process may end, beside well.
inline constexpr std::string_view kCrashed = "crashed", kTimedOut = "timed_out", kError = "error",
                                  kSkipped = "skipped", kInvalidResults = "invalid_results",
                                  kNotCounted = "not_counted";

/// Choose it alone, and all of its results.
std::vector<std::string> flags_for(const PlainBenchmark& benchmark, int repetitions);

/// What a process of `program` left of a benchmark, in `timeout`. Throws UsageError for a suite.
PlainRun read_plain_run(ProgramEnd& process, const std::string& program,
                        const PlainBenchmark& benchmark, Seconds timeout);

/// What sampling needs of the world; replaced in tests.
struct PlainWorld {
  std::function<PlainRun(const PlainBenchmark& benchmark, int repetitions)> run;
  std::function<Seconds()> elapsed;  ///< since it began
};

struct PlainSettings {
  Seconds budget{20};      ///< for all processes
  Seconds min_time{0.02};  ///< of a repetition
  bool is_count = false;   ///< no rehearsal; the first turn may be sure
};

/// By all its processes, with what its floors say.
struct PlainFindings : PlainResult {
  PlainBenchmark benchmark{};
  /// One a turn: the process of the benchmark, with the rows of those that it is compared with.
  std::vector<results::RunRecord> turns{};
  FloorReport report{};
};

/// Takes processes of one benchmark in turn with those of the benchmarks that its floors compare it
/// with, until every floor is sure or the budget is spent. A first process, not judged, fills the
/// caches of files and tells how long a process takes to start. The values of all processes are the
/// samples, and of a ratio those of each turn. At most three looks share the error rate with the
/// floors. A process that goes wrong ends it, without a floor. `device`: of the report.
PlainFindings sample_plain(const PlainBenchmark& benchmark, const std::string& device,
                           const std::vector<PlainBenchmark>& others, const FloorSelection& floors,
                           const PlainSettings& settings, const PlainWorld& world);

/// What `tickbench check` is told.
struct PlainCheck : JudgingFlags {
  std::string program;
  ProgramFlags program_flags{.timeout = Seconds(300)};  ///< of all processes of a benchmark
  std::string benchmark;               ///< its name or id; empty: all that the flags choose
  std::string metric{metrics::kTime};  ///< or instructions
  PlainSettings settings;
  bool as_json = false;
  bool has_colour = false;  ///< of the table
};

/// Measures the benchmarks and judges their floors. Returns the exit status: that of a suite.
/// Throws UsageError, and process::Interrupted.
int check_plain(const PlainCheck& check, std::ostream& out, std::ostream& err);

/// The ids of the benchmarks that the flags choose. Throws UsageError, also where a floor is for a
/// benchmark that the program does not have.
std::vector<std::string> plain_ids(const PlainCheck& check);

}  // namespace tickbench::programs
