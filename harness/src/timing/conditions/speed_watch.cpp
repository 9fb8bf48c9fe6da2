// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/speed_watch.hpp"

#include <algorithm>

namespace tickbench::conditions {
namespace {

/// A GPU that was used within this time has its clocks.
constexpr std::chrono::milliseconds kAwake{50};
/// A device that is slow for so long is slow.
constexpr std::chrono::seconds kMostWaking{1};

}  // namespace

void SpeedWatch::begin() {
  conditions_ = {};
  if (!last_use_ || host_.now() - *last_use_ > kAwake) wake();
}

bool SpeedWatch::is_awake() {
  const auto ratio = look();
  if (!ratio) return true;
  note(*ratio);
  return !is_slow(*ratio);
}

std::chrono::nanoseconds SpeedWatch::wake() {
  const auto since = host_.now();
  auto ratio = look();
  while (ratio && is_slow(*ratio) && host_.now() - since < kMostWaking) ratio = look();
  if (ratio) {
    if (is_slow(*ratio)) awake_ = *ratio;
    note(*ratio);
  }
  return host_.now() - since;
}

/// One that is faster than it was counts as awake at no less than that again.
std::optional<double> SpeedWatch::look() {
  const auto ratio = look_();
  if (ratio) awake_ = std::max(1.0, std::min(awake_, *ratio));
  last_use_ = host_.now();
  return ratio;
}

/// Of a look that decides; those of a device that wakes up are no part of a measurement.
void SpeedWatch::note(double ratio) {
  if (ratio > 1 + kSpeedTolerance) conditions_.slowest = std::max(conditions_.slowest, ratio);
}

}  // namespace tickbench::conditions
