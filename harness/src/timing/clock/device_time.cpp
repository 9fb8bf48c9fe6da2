// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "clock/device_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

#include "text/wording.hpp"

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

Plausibility judge(Seconds device, Seconds host, Seconds step) {
  if (!std::isfinite(device.count()) || device < Seconds(0)) return Plausibility::kNotATime;
  if (device == Seconds(0)) return Plausibility::kZero;
  const Seconds most = host * (1 + kRateTolerance) + step;
  return device <= most ? Plausibility::kPlausible : Plausibility::kLongerThanHost;
}

std::string refusal_text(Seconds device, Seconds host, Seconds step) {
  return fmt::format(
      "expected 0 < device time <= host time x {:g} + step, found a device time of {} in a host "
      "time of {} (step {})",
      1 + kRateTolerance, duration_text(device), duration_text(host), duration_text(step));
}

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
  std::vector<Seconds> gaps;
  std::transform(std::next(distinct_.begin()), distinct_.end(), distinct_.begin(),
                 std::back_inserter(gaps), std::minus<>());
  // The smallest, those of truncation last.
  const Seconds gap =
      std::ranges::min(gaps, {}, [](Seconds size) { return std::pair(size <= kTruncation, size); });
  const auto alike = std::ranges::count_if(
      gaps, [gap](Seconds size) { return size >= gap && size <= gap + kTruncation; });
  const bool is_believed = reported_ > Seconds(0) && !(repeats_ && alike > 1);
  return is_believed ? std::min(gap, reported_) : gap;
}

}  // namespace tickbench
