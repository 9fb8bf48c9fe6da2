// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/stopping_rule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "statistics/inference.hpp"

namespace tickbench {
namespace {

/// Of the interval of the median; it is less where there are too few or too correlated samples.
constexpr double kLevel = 0.95;

/// Below this the half-width is itself too noisy to compare.
constexpr std::size_t kFewestSamples = 100;

/// What a row takes at most whose interval is wide: 0.58 times as wide, of independent samples.
constexpr double kMostBudgets = 3;
/// From one look at it to the next.
constexpr double kLonger = 1.5;

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

void NoiseFloor::look(std::size_t count, double half_width) {
  const bool has_stalled = last_ && count >= kFewestSamples && half_width >= *last_;
  stalled_ = has_stalled ? stalled_ + 1 : 0;
  last_ = half_width;
}

std::optional<StopReason> StoppingRule::judge(Seconds elapsed) {
  if (settings_.samples > 0)
    return std::ssize(samples_) >= settings_.samples ? std::optional(StopReason::kCount)
                                                     : std::nullopt;
  if (measured_ < settings_.minimum_time) return std::nullopt;
  if (looks_.is_due(samples_.size()))
    if (const auto reason = do_look(samples_);
        reason && (reason != StopReason::kNoiseFloor || (2 * elapsed >= limit_ && !is_wide())))
      return reason;
  if (has_time(elapsed)) return std::nullopt;
  const Seconds most = kMostBudgets * settings_.budget;
  if (elapsed >= most || !is_wide()) return StopReason::kBudget;
  limit_ = std::min(most, kLonger * elapsed);
  return std::nullopt;
}

bool StoppingRule::is_wide() const {
  if (std::isinf(settings_.wide)) return false;
  const Interval interval = samples_.empty() ? Interval{0, 0, 0} : median_interval(samples_);
  if (interval.level < kLevel && !is_precise(samples_, interval, settings_.precision)) return true;
  return relative_half_width(interval, median(samples_)) > settings_.wide;
}

}  // namespace tickbench
