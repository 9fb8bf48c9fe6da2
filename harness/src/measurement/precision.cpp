// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/precision.hpp"

#include <algorithm>
#include <limits>

#include "measurement/look_schedule.hpp"
#include "statistics/correlation.hpp"

namespace tickbench {
namespace {

/// Of the interval of the median; it is less where there are too few or too correlated samples.
constexpr double kLevel = 0.95;

}  // namespace

double relative_half_width(const Interval& interval, double median) {
  if (!(median > 0)) return std::numeric_limits<double>::infinity();
  return (interval.high - interval.low) / 2 / median;
}

bool is_precise(std::span<const double> samples, const Interval& interval, double precision) {
  if (samples.size() < LookSchedule::kFirst) return false;
  const double middle = median(samples);
  if (effective_count(samples) < static_cast<double>(LookSchedule::kFirst)) {
    const auto [low, high] = std::minmax_element(samples.begin(), samples.end());
    return relative_half_width({*low, *high}, middle) <= precision;
  }
  return interval.level >= kLevel && relative_half_width(interval, middle) <= precision;
}

}  // namespace tickbench
