// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "statistics/statistics.hpp"

namespace tickbench {

/// What is known of a metric, of one run or over several.
struct Evidence {
  double value = 0;
  Interval interval;  ///< at the level that was asked for, or the highest that the samples allow
  std::size_t samples = 0;
  /// The extremes of the samples; infinite where they are not known.
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();
  double step = 0;  ///< what the clock's step rounds the value to, as a fraction; 0: not known
  /// False: the brackets were so short that their marks, or the clock's step, are in the value. The
  /// benchmark may be faster than that, so it is not known to miss a floor.
  bool resolved = true;
  std::size_t runs = 1;
  std::optional<double> spread{};  ///< between the runs, as a fraction; of one run nothing
  /// Of runs that were timed by several: "bracket and held bracket". Nothing is sure then.
  std::string differing_methods{};
};

/// What was found of a metric, or why nothing was.
struct Finding {
  /// Implicit: whoever finds nothing because the benchmark has none need not say so.
  // NOLINTNEXTLINE(google-explicit-constructor): as said above.
  Finding(const std::optional<Evidence>& found, std::string why_none = "this benchmark has none")
      : evidence(found), why_not(found ? std::string() : std::move(why_none)) {}
  std::optional<Evidence> evidence;
  std::string why_not;
};

}  // namespace tickbench
