// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "floors/floor.hpp"
#include "floors/verdict.hpp"
#include "programs/plain_list.hpp"
#include "results/merge.hpp"
#include "tickbench/seconds.hpp"

namespace tickbench::programs {

/// What one process measured of one benchmark.
struct PlainRun {
  std::string_view outcome = "passed";  ///< else one of kCrashed, ..., with a message
  std::string message;
  std::map<std::string, std::vector<double>, std::less<>> values;  ///< of each repetition
  std::optional<results::RunRecord> record;
  Seconds wall{};      ///< of the process
  Seconds measured{};  ///< of that, within the benchmark's loop

  bool is_good() const { return outcome == "passed"; }
};

// How a process may end, beside well.
inline constexpr std::string_view kCrashed = "crashed", kTimedOut = "timed_out", kError = "error",
                                  kSkipped = "skipped", kInvalidResults = "invalid_results";

/// What sampling needs of the world; replaced in tests.
struct PlainWorld {
  /// One process with so many repetitions of one benchmark.
  std::function<PlainRun(const PlainBenchmark& benchmark, int repetitions)> run;
  std::function<Seconds()> elapsed;  ///< since it began
};

struct PlainSettings {
  Seconds budget{20};      ///< for all processes
  Seconds min_time{0.02};  ///< of a repetition
};

/// What was found of one benchmark.
struct PlainFindings {
  std::string_view outcome = "passed";
  std::string message;
  /// One a turn: the process of the benchmark, with the rows of those that it is compared with.
  std::vector<results::RunRecord> turns;
  std::map<std::string, std::vector<double>, std::less<>> values;
  FloorReport report;

  bool is_good() const { return outcome == "passed"; }
};

/// Takes processes of one benchmark in turn with those of the benchmarks that its floors compare it
/// with, until every floor is sure or the budget is spent.
///
/// A first process with one repetition is a rehearsal: it fills the caches of files and tells how
/// long a process takes to start. Its times are not judged. Then a turn is one process of each. The
/// values of all processes are the samples, and of a ratio those of each turn. There are at most
/// three looks, which share the error rate with the floors.
///
/// A process that goes wrong ends it: no floor is measured then. `device`: of the report.
PlainFindings sample_plain(const PlainBenchmark& benchmark, const std::string& device,
                           const std::vector<PlainBenchmark>& others, const FloorSelection& floors,
                           const PlainSettings& settings, const PlainWorld& world);

}  // namespace tickbench::programs
