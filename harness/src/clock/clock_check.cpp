// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "clock/plausibility_gate.hpp"
#include "tickbench/measurement.hpp"

namespace tickbench {
namespace {

/// A host second and a device second may differ by this: quartz is good to 0.01 %, and time servers
/// bend a clock by at most 0.05 %.
constexpr double kWarning = 0.002;

/// Long enough that a window of 50 us is 0.1 % of it.
constexpr Seconds kShortestSpan{0.05};
/// As long as anyone should wait for it.
constexpr Seconds kLongestSpan{0.5};

/// The narrowest window of so many is hardly ever one that was interrupted.
constexpr int kTries = 8;

Seconds window(const ClockReading& reading) { return reading.host_after - reading.host_before; }

Seconds since(const ClockReading& first, const ClockReading& last) {
  return (Seconds(last.host_before - first.host_before) +
          Seconds(last.host_after - first.host_after)) /
         2;
}

ClockCheck compare(const ClockReading& first, const ClockReading& last) {
  ClockCheck check;
  check.span = since(first, last);
  const auto ticks = static_cast<double>(last.device_ticks - first.device_ticks);
  check.rate = ticks * last.device_tick / check.span;
  check.uncertainty = (window(first) / 2 + window(last) / 2 + last.device_tick) / check.span;
  return check;
}

/// The largest and the smallest distance from the host's rate that the windows leave possible.
double most_off(const ClockCheck& check) { return std::abs(check.rate - 1) + check.uncertainty; }
double least_off(const ClockCheck& check) {
  return std::max(0.0, std::abs(check.rate - 1) - check.uncertainty);
}

bool stands_still(const ClockCheck& check) { return check.rate == 0; }

bool is_clear(const ClockCheck& check) {
  if (most_off(check) <= kWarning || least_off(check) > kRateTolerance) return true;
  return least_off(check) > kWarning && most_off(check) <= kRateTolerance;
}

std::string rate_text(const ClockCheck& check) {
  std::array<char, 160> text{};
  std::snprintf(text.data(), text.size(),
                "expected 1 device second a host second, found %.6g (+- %.2g) over %.3g s",
                check.rate, check.uncertainty, check.span.count());
  return text.data();
}

void conclude(ClockCheck& check) {
  using Verdict = ClockCheck::Verdict;
  if (stands_still(check)) {
    check.verdict = Verdict::kBroken;
    check.message = "the device's clock stands still: " + rate_text(check);
  } else if (least_off(check) > kRateTolerance) {
    check.verdict = Verdict::kBroken;
    check.message = "the device's clock is wrong: " + rate_text(check);
  } else if (most_off(check) <= kWarning) {
    check.verdict = Verdict::kSound;
  } else {
    check.verdict = Verdict::kWarning;
    check.message = (least_off(check) > kWarning ? "the device's clock is off: "
                                                 : "the device's clock may be off: ") +
                    rate_text(check);
  }
}

}  // namespace

std::optional<ClockReading> narrowest_reading(TimedQueue& queue) {
  auto best = queue.read_clock();
  for (int i = 1; best && i < kTries; ++i) {
    const auto next = queue.read_clock();
    if (next && window(*next) < window(*best)) best = next;
  }
  return best;
}

ClockCheck check_clock(TimedQueue& queue, HostClock& host) {
  ClockCheck check;
  check.message = "no two stamps of the device share a time line: its rate is unchecked";
  const auto first = narrowest_reading(queue);
  if (!first) return check;
  for (Seconds span = kShortestSpan; span <= kLongestSpan;) {
    host.sleep_for(span - check.span);
    const auto last = narrowest_reading(queue);
    if (!last) return check;
    check = compare(*first, *last);
    if (is_clear(check)) break;
    span = std::max(2 * span, check.span);
  }
  conclude(check);
  return check;
}

std::string_view to_string(ClockCheck::Verdict verdict) noexcept {
  switch (verdict) {
    case ClockCheck::Verdict::kSound:
      return "sound";
    case ClockCheck::Verdict::kWarning:
      return "warning";
    case ClockCheck::Verdict::kBroken:
      return "broken";
    case ClockCheck::Verdict::kNoTimeLine:
      return "no_time_line";
  }
  return "unknown";
}

}  // namespace tickbench
