// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compare/comparison.hpp"
#include "results/result_file.hpp"

namespace tickbench::compare {

/// One run's value of one metric, and what the run itself says about its spread.
struct RunValue {
  double value = 0;
  SpreadSource source = SpreadSource::kNone;
  /// The standard error of log(value) within the run; it knows nothing of other runs.
  double log_error = 0;
  double freedom = std::numeric_limits<double>::infinity();  ///< of the error
  /// What the clock's step rounds log(value) to; 0 where the file does not say.
  double step = 0;
};

/// A metric's value of a benchmark in one file; nothing, and `reason` says why, where it has none
/// that a ratio can be formed of.
std::optional<RunValue> run_value(const results::Benchmark& benchmark, const std::string& metric,
                                  std::string& reason);

struct Options {
  std::string metric = "time";
  /// As the user says it; else the table of metrics does.
  std::optional<metrics::Direction> better;
  /// The smallest relevant effect. Below it a difference is real at most, never worth a stop: other
  /// code placement alone moves a benchmark by about 1 %.
  double effect = 0.015;
  /// Of raising any false alarm in the whole table. 1 in 100: a project that compares daily sees a
  /// false alarm in some months, so that an alarm is still believed.
  double error_rate = 0.01;
  /// Below this, one run a side shows nothing: the same program differs that much between two runs
  /// (placement of memory, clocks, neighbours).
  double one_run_effect = 0.05;
  /// The standard deviation between runs of one program, as a fraction, where it is known.
  std::optional<double> run_spread;
  bool force = false;   ///< compare what is not comparable
  bool paired = false;  ///< the i-th run of one side was taken next to the i-th of the other
};

/// A benchmark's values, or the verdict where there is nothing to judge.
struct Sides {
  Row row;                                   ///< verdict kUnclear where the sides can be judged
  std::vector<RunValue> old_runs, new_runs;  ///< paired: equally many, in order
  bool can_be_judged = false;
};

/// Which direction of the metric is better; nothing for a counter of which nobody says it.
std::optional<metrics::Direction> direction_of(const Options& options);

/// What of each benchmark can be judged. Throws UsageError where paired sides differ in their
/// number of runs.
std::vector<Sides> sides_of(std::span<const results::ResultFile> old_files,
                            std::span<const results::ResultFile> new_files, const Options& options);

/// log(new / old) of every pair.
std::vector<double> log_ratios_of_pairs(const Sides& sides);

/// What the clocks' steps round them to; 0 where no file says.
double step_of_pairs(const Sides& sides);

/// Compares the runs of two sides, one file a run.
///
/// With several runs a side the run is the unit: the samples of one run are not independent of each
/// other (one placement of memory, one state of the machine), so each run gives one value, and the
/// spread is that between runs. With one run on either side its own spread is unknown: a difference
/// below 5 % is then unclear whatever the samples say, and no error rate is promised. Intervals are
/// simultaneous over the table by Bonferroni's inequality (Dunn, J. Am. Stat. Assoc. 56, 1961).
/// Throws UsageError where one run was given twice.
Comparison compare(std::span<const results::ResultFile> old_files,
                   std::span<const results::ResultFile> new_files, const Options& options);

/// How the runs of two sides lie in time.
enum class RunOrder {
  kUnknown,  ///< the files do not say when they began, or not to the second
  kInTurn,   ///< now the one side, now the other: a drift of the machine hits both
  kParted,   ///< in stretches: a drift of the machine looks like a difference
};

/// By the times at which the runs began. In turn: the side changes at least as often as the smaller
/// side has runs, as in A B B A or A B A B, not in A A B B.
RunOrder run_order(std::span<const results::ResultFile> old_files,
                   std::span<const results::ResultFile> new_files);

}  // namespace tickbench::compare
