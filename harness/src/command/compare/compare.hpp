// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compare/comparison.hpp"
#include "results/result_file.hpp"

namespace tickbench::compare {

using results::Runs;

struct Options {
  /// Empty: the processor time of plain benchmarks whose names do not say that wall time counts,
  /// since neighbours change wall times by more; else the time.
  std::string metric{};
  /// As the user says it; else the table of metrics does.
  std::optional<metrics::Direction> better{};
  /// The smallest relevant effect. Below it a difference is real at most, never worth a stop: other
  /// code placement alone moves a benchmark by about 1 %.
  double effect = 0.015;
  /// Of raising any false alarm in the whole table. 1 in 100: a project that compares daily sees a
  /// false alarm in some months, so that an alarm is still believed.
  double error_rate = 0.01;
  /// By how much a row may be worse. Each row is then asked, at the whole error rate on one side,
  /// whether it is worse by less: all have to be, so that none shares its rate with another.
  std::optional<double> margin{};
  /// The standard deviation between runs of one program, as a fraction, where it is known.
  std::optional<double> run_spread{};
  bool force = false;   ///< compare what is not comparable
  bool all = false;     ///< judge by times what is equal by its code and launches
  bool paired = false;  ///< the i-th run of one side was taken next to the i-th of the other
};

/// The clock's step over the time, a launch: what a time or rate of device time is rounded to. 0
/// where the file does not say, or the metric is another.
double find_clock_step(const results::Repetition& repetition, std::string_view metric);

Comparison empty_comparison(const Options& options);

/// Names the metric where it was chosen by row, and says so in a note.
void name_metric(Comparison& comparison, const Options& options);

/// Compares the runs of two sides, machine by machine where a file has several.
///
/// The samples of one run are not independent (one placement of memory, one state of the machine):
/// each run gives one value, and the spread is that between runs. With one run on a side everything
/// is unclear unless the spread is given. Throws UsageError where one run was given twice.
Comparison compare(Runs old_files, Runs new_files, const Options& options);

/// How the runs of two sides lie in time.
enum class RunOrder {
  kUnknown,  ///< the files do not say when they began, or not to the second
  kInTurn,   ///< now the one side, now the other: a drift of the machine hits both
  kParted,   ///< in stretches: a drift of the machine looks like a difference
};

/// By the times at which the runs began. In turn: the side changes at least as often as the smaller
/// side has runs, as in A B B A or A B A B, not in A A B B.
RunOrder run_order(Runs old_files, Runs new_files);

}  // namespace tickbench::compare
