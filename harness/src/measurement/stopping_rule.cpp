// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/stopping_rule.hpp"

#include "measurement/precision.hpp"
#include "tickbench/statistics.hpp"

namespace tickbench {

void StoppingRule::add(Seconds sample, Seconds measured) {
  samples_.push_back(sample.count());
  measured_ += measured;
}

std::optional<StopReason> StoppingRule::judge(Seconds elapsed) {
  if (settings_.samples > 0) {
    const bool is_last = samples_.size() >= static_cast<std::size_t>(settings_.samples);
    return is_last ? std::optional(StopReason::kCount) : std::nullopt;
  }
  if (!has_minimum_time()) return std::nullopt;
  if (looks_.is_due(samples_.size())) {
    if (const auto reason = do_look(samples_)) return reason;
  }
  if (elapsed >= settings_.budget) return StopReason::kBudget;
  return std::nullopt;
}

std::optional<StopReason> StoppingRule::do_look(const std::vector<double>& samples) {
  const Interval interval = median_interval(samples);
  if (is_precise(samples, interval, settings_.precision)) return StopReason::kPrecision;
  floor_.look(samples.size(), (interval.high - interval.low) / 2);
  if (floor_.is_reached()) return StopReason::kNoiseFloor;
  return std::nullopt;
}

}  // namespace tickbench
