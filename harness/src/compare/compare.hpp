// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "compare/comparison.hpp"
#include "compare/match.hpp"
#include "results/result_file.hpp"

namespace tickbench::compare {

/// A benchmark's values, or the verdict where there is nothing to judge.
struct Sides {
  Row row;                                   ///< verdict kUnclear where the sides can be judged
  std::vector<RunValue> old_runs, new_runs;  ///< paired: equally many, in order
  bool can_be_judged = false;
};

/// The better direction of the metric: as told, or by its name. Throws UsageError where neither
/// says.
results::Direction direction_of(const Options& options);

/// What of each benchmark can be judged. Throws UsageError where paired sides differ in their
/// number of runs.
std::vector<Sides> sides_of(std::span<const results::ResultFile> old_files,
                            std::span<const results::ResultFile> new_files, const Options& options);

/// What the clocks' steps round the logarithm of a pair's ratio to; 0 where no file says.
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

}  // namespace tickbench::compare
