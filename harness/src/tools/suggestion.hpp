// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tickbench/floor.hpp"
#include "tools/floor_results.hpp"

namespace tickbench::tools {

struct SuggestOptions {
  /// A floor is met at 1 - margin times the speed of the worst run.
  double margin = 0.5;
  /// Empty: the rates that a benchmark states, and the time of one that states none.
  std::vector<std::string> metrics;
  std::string device;  ///< a part of its name; empty: the only one
};

struct Suggestion {
  std::string device;
  std::vector<Floor> floors;
  std::vector<std::string> notes;  ///< what was left out, and what a reader must know
};

/// From several runs of one suite: the worst value of each metric over all runs and repetitions,
/// less the margin, rounded to three digits on the easier side. Rates: at least worst x (1 -
/// margin). Times: at most worst / (1 - margin). The tolerance is 0: the margin is all there is.
/// Throws UsageError where the devices are mixed, or nothing is left to propose.
Suggestion suggest_floors(std::span<const MeasuredFile> runs, const SuggestOptions& options);

}  // namespace tickbench::tools
