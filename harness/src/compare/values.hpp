// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/result_file.hpp"

namespace tickbench::compare {

/// Where the spread that a verdict rests on comes from, the best one first.
enum class Source {
  kPairs,        ///< runs taken in pairs
  kRuns,         ///< several runs a side, each one value
  kSamples,      ///< the raw samples of one run
  kRepetitions,  ///< the repetitions of one run
  kIntervals,    ///< the intervals that the file records
  kNone,         ///< single values
};
std::string_view to_string(Source source) noexcept;

/// One run's value of one metric, and what the run itself says about its spread.
struct RunValue {
  double value = 0;
  Source source = Source::kNone;
  /// The standard error of log(value) within the run; it knows nothing of other runs.
  double log_error = 0;
  double freedom = std::numeric_limits<double>::infinity();  ///< of the error
  /// What the clock's step rounds log(value) to; 0 where the file does not say.
  double step = 0;
  std::size_t count = 1;  ///< samples or repetitions that it was taken from
};

/// A metric's value of a benchmark in one file; nothing, and `reason` says why, where it has none
/// that a ratio can be formed of.
std::optional<RunValue> run_value(const results::Benchmark& benchmark, const std::string& metric,
                                  std::string& reason);

}  // namespace tickbench::compare
