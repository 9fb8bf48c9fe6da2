// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace tickbench {

/// A confidence interval, [low, high], at `level` (0.95; less where there are too few values for
/// that).
struct Interval {
  double low = 0;
  double high = 0;
  double level = 0.95;
};

/// A value with its interval. A level of 0: no interval is known.
struct Estimate {
  double value = 0;
  Interval interval{0, 0, 0};

  bool has_interval() const { return interval.level > 0; }
  /// The interval, or the value itself twice.
  Interval ends() const { return has_interval() ? interval : Interval{value, value, 0}; }
};

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
  bool is_exact = false;  ///< a count whose values are equal_counts: one is enough to be sure
  std::size_t runs = 1;
  std::optional<double> spread{};  ///< between the runs, as a fraction; of one run nothing
  /// Of runs that were timed by several: "bracket and held bracket". Nothing is sure then.
  std::string differing_methods{};
};

/// What was found of a metric, or why nothing was.
struct Finding {
  // NOLINTNEXTLINE(google-explicit-constructor): evidence is a finding.
  Finding(const std::optional<Evidence>& found, std::string why_none = "this benchmark has none")
      : evidence(found), why_not(found ? std::string() : std::move(why_none)) {}
  std::optional<Evidence> evidence;
  std::string why_not;
};

/// All of these throw std::invalid_argument on an empty span, and none needs sorted values.
double median(std::span<const double> values);

/// The p-quantile, p in [0, 1], linearly interpolated (Hyndman and Fan's type 7).
double quantile(std::span<const double> values, double p);

/// Whether all counts between these are one: what a process counts beside its work is less.
constexpr bool equal_counts(double lowest, double highest) noexcept {
  return highest - lowest <= 1e-3 * (lowest < 0 ? -lowest : lowest);
}

/// Half the interquartile range over the median: the noise of one sample, as a fraction.
double noise(std::span<const double> values);

/// The correlation of successive values, in [-1, 1]; 0 for fewer than 3 or equal values.
double lag1_autocorrelation(std::span<const double> values);

/// The interval of the p-quantile, p in (0, 1), from order statistics, without assuming a
/// distribution (David and Nagaraja, Order Statistics, 3rd ed., section 7.1).
///
/// For independent values the ranks are the binomial's. Of correlated ones, in the order in which
/// they were taken, the variance of the number of values below the quantile is larger than the
/// binomial n p (1 - p): it is estimated by batch means. With too few values for the level (for
/// 95 % fewer than 6 at the median, 36 at p = 0.9, 368 at p = 0.99) an end is an extreme, and
/// `level` is the true level.
Interval quantile_interval(std::span<const double> values, double p, double level = 0.95);
inline Interval median_interval(std::span<const double> values, double level = 0.95) {
  return quantile_interval(values, 0.5, level);
}

/// The interval of a `noise` of so many samples, as that of normal ones. Throws
/// std::invalid_argument for no samples.
Interval noise_interval(double noise, std::size_t samples, double level = 0.95);

/// Samples in the order in which they were taken: what is known of their p-quantile. Its extremes
/// are left open: that all samples meet a bound says little of a tail.
Evidence quantile_evidence(std::span<const double> samples, double p, double level);
/// The same of their median. One has no interval. `is_count`: they are counts, exact where they are
/// equal_counts.
Evidence median_evidence(std::span<const double> samples, double level, bool is_count = false);

/// numerators[i] / denominators[i], taken next to each other in time: their median. Throws
/// std::invalid_argument where the sizes differ.
Evidence paired_ratio(std::span<const double> numerators, std::span<const double> denominators,
                      double level = 0.95);

/// One metric over another, both above 0, by the ends of both intervals, which need not be
/// independent. The level is a lower bound (Bonferroni); 0 where either has no interval.
Evidence quotient(const Evidence& top, const Evidence& bottom);

}  // namespace tickbench
