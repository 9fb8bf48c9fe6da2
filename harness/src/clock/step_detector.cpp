// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "clock/step_detector.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace tickbench {
namespace {

/// Durations closer than this are equal: no device counts faster than 1 THz, and a double of
/// seconds is finer than this up to an hour.
constexpr Seconds kRounding{1e-12};

/// A difference of two stamps, each truncated to whole nanoseconds, is off by up to 1 ns.
constexpr Seconds kTruncation{1.5e-9};

/// As many distinct durations make 32 000 pairs, among which a step cannot hide; more would only
/// cost time between samples.
constexpr std::size_t kEnough = 256;

}  // namespace

void StepDetector::observe(Seconds duration) {
  if (distinct_.size() >= kEnough) return;
  const auto next = distinct_.lower_bound(duration - kRounding);
  if (next != distinct_.end() && *next <= duration + kRounding)
    repeats_ = true;
  else
    distinct_.insert(next, duration);
  step_ = judge();
}

Seconds StepDetector::judge() const {
  if (distinct_.size() < 2) {
    const Seconds only = *distinct_.begin();
    return reported_ > Seconds(0) ? reported_ : std::max(only, Seconds(0));
  }
  constexpr Seconds kNone{std::numeric_limits<double>::infinity()};
  Seconds smallest = kNone;
  Seconds above_truncation = kNone;
  for (auto low = distinct_.begin(), high = std::next(low); high != distinct_.end();
       ++low, ++high) {
    const Seconds gap = *high - *low;
    smallest = std::min(smallest, gap);
    if (gap > kTruncation) above_truncation = std::min(above_truncation, gap);
  }
  const Seconds gap = above_truncation < kNone ? above_truncation : smallest;
  const bool is_noise = !repeats_ && reported_ > Seconds(0);
  return is_noise ? std::min(gap, reported_) : gap;
}

}  // namespace tickbench
