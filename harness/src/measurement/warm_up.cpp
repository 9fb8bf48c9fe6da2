// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/warm_up.hpp"

#include <cmath>
#include <span>

#include "tickbench/statistics.hpp"

namespace tickbench {
namespace {

/// Enough that its median ignores two outliers, and few enough for launches of tens of
/// milliseconds.
constexpr std::size_t kGroup = 5;

}  // namespace

bool WarmUpRule::is_finished(Seconds elapsed) const {
  if (launches_.empty() || elapsed < settings_.minimum_warm_up) return false;
  return elapsed >= settings_.warm_up_budget || is_settled();
}

bool WarmUpRule::is_settled() const {
  if (launches_.size() < 2 * kGroup || launches_.size() % kGroup != 0) return false;
  const std::span<const double> all(launches_);
  const double latest = median(all.last(kGroup));
  const double before = median(all.last(2 * kGroup).first(kGroup));
  return std::abs(latest - before) <= settings_.precision * latest;
}

WarmUp warm_up(Bracketer& bracketer, const MeasurementSettings& settings) {
  WarmUpRule rule(settings);
  WarmUp result;
  const auto begin = bracketer.now();
  do {
    const Seconds device = bracketer.run(1, true).bracket.device;
    ++result.launches;
    result.all_zero = result.all_zero && device == Seconds(0);
    rule.add(device);
  } while (!rule.is_finished(bracketer.now() - begin));
  return result;
}

}  // namespace tickbench
