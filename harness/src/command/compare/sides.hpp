// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compare/compare.hpp"

/// The values of each benchmark on both sides.
namespace tickbench::compare {

/// One run's value of one metric, and what the run itself says about its spread.
struct RunValue {
  double value = 0;
  SpreadSource source = SpreadSource::kNone;
  std::uint32_t file = 0;  ///< which of the side's files has it
  /// The standard error of log(value) within the run; it knows nothing of other runs.
  double log_error = 0;
  double freedom = std::numeric_limits<double>::infinity();  ///< of the error
  /// What the clock's step rounds log(value) to; 0 where the file does not say.
  double step = 0;
};

/// A benchmark's values, or the verdict where there is nothing to judge.
struct Sides {
  Row row;                                   ///< verdict kUnclear where the sides can be judged
  std::vector<RunValue> old_runs, new_runs;  ///< paired: equally many, in order
  /// The wall times of the same runs, where processor times were chosen: of both sides, or null.
  std::shared_ptr<const std::array<std::vector<RunValue>, 2>> wall;
  bool can_be_judged = false;
  bool is_quieter_relatively = false;  ///< the others explain most of its noise
};

/// What of each benchmark can be judged. Throws UsageError where paired sides differ in their
/// number of runs.
std::vector<Sides> make_sides(std::span<const results::ResultFile> old_files,
                              std::span<const results::ResultFile> new_files,
                              const Options& options);

/// Nothing of no runs.
std::optional<double> median_value(const std::vector<RunValue>& runs);

/// log(new / old) of every pair.
std::vector<double> pair_log_ratios(const Sides& sides);

/// What the clocks' steps round them to; 0 where no file says.
double pair_step(const Sides& sides);

/// Whether runs are compared machine by machine: where some file has several. Else a side's runs
/// are what the user says.
bool are_by_machine(std::span<const results::ResultFile> old_files,
                    std::span<const results::ResultFile> new_files);

}  // namespace tickbench::compare
