// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "statistics/statistics.hpp"

namespace tickbench {

/// What is known of a metric, of one run or over several. Its interval is at the level that was
/// asked for, or at the highest that the samples allow.
struct Evidence : Estimate {
  std::size_t samples = 0;
  /// The extremes of the samples; infinite where they are not known.
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();
  double step = 0;  ///< what the clock's step rounds the value to, as a fraction; 0: not known
  /// False: the brackets were so short that their marks, or the clock's step, are in the value. The
  /// benchmark may be faster than that, so it is not known to miss a floor.
  bool resolved = true;
  bool is_exact = false;  ///< a count whose values are all equal: one is enough to be sure
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

/// Samples in the order in which they were taken: what is known of their median. One has no
/// interval. `is_count`: they are counts, exact where they are equal.
Evidence median_evidence(std::span<const double> samples, double level, bool is_count = false);

/// numerators[i] / denominators[i], taken next to each other in time: their median. Throws
/// std::invalid_argument where the sizes differ.
Evidence paired_ratio(std::span<const double> numerators, std::span<const double> denominators,
                      double level = 0.95);

/// One metric over another, both above 0, by the ends of both intervals: the widest that the two
/// allow, which need not be independent. The level is a lower bound (Bonferroni); 0 where either
/// has no interval.
Evidence quotient(const Evidence& top, const Evidence& bottom);

}  // namespace tickbench
