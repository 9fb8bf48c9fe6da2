// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace tickbench {

/// A confidence interval, [low, high], at `level` (0.95; less where there are too few values for
/// that).
struct Interval {
  double low = 0;
  double high = 0;
  double level = 0.95;
};

/// A value with its interval, of which the value's other figures are the extension. A level of 0:
/// no interval is known.
struct Estimate {
  double value = 0;
  Interval interval{0, 0, 0};

  bool has_interval() const { return interval.level > 0; }
  /// The interval, or the value itself twice.
  Interval ends() const { return has_interval() ? interval : Interval{value, value, 0}; }
};

/// All of these throw std::invalid_argument on an empty span, and none needs sorted values.
double median(std::span<const double> values);

/// The p-quantile, p in [0, 1], linearly interpolated (Hyndman and Fan's type 7).
double quantile(std::span<const double> values, double p);

/// Half the interquartile range over the median: the noise of one sample, as a fraction.
double noise(std::span<const double> values);

/// The correlation of successive values, in [-1, 1]; 0 for fewer than 3 or equal values.
double lag1_autocorrelation(std::span<const double> values);

/// The interval of the median from order statistics, without assuming a distribution.
///
/// For independent values the ranks are the binomial's. The samples of one run are often
/// correlated, in the order in which they were taken: then the variance of the number of values
/// below the median is larger than the binomial n/4, and it is estimated from the means of blocks
/// (method of batch means). With too few values for the level (fewer than six for 95 %) no such
/// interval exists: it is [min, max], and `level` is its true level.
Interval median_interval(std::span<const double> values, double level = 0.95);

/// The interval of a `noise` of so many samples, as that of normal ones. Throws
/// std::invalid_argument for no samples.
Interval noise_interval(double noise, std::size_t samples, double level = 0.95);

}  // namespace tickbench
