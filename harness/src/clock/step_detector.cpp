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
  const Seconds gap = smallest_gap();
  const bool is_believed = reported_ > Seconds(0) && !(repeats_ && occurrences(gap) > 1);
  return is_believed ? std::min(gap, reported_) : gap;
}

Seconds StepDetector::smallest_gap() const {
  constexpr Seconds kNone{std::numeric_limits<double>::infinity()};
  Seconds smallest = kNone;
  Seconds above_truncation = kNone;
  for_each_gap([&](Seconds gap) {
    smallest = std::min(smallest, gap);
    if (gap > kTruncation) above_truncation = std::min(above_truncation, gap);
  });
  return above_truncation < kNone ? above_truncation : smallest;
}

int StepDetector::occurrences(Seconds size) const {
  int count = 0;
  for_each_gap([&](Seconds gap) { count += gap >= size && gap <= size + kTruncation; });
  return count;
}

template <class Function>
void StepDetector::for_each_gap(const Function& function) const {
  for (auto low = distinct_.begin(), high = std::next(low); high != distinct_.end(); ++low, ++high)
    function(*high - *low);
}

}  // namespace tickbench
