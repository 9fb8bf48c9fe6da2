// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "clock/clock_check.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/enumerator_name.hpp"
#include "clock/device_time.hpp"

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

ClockCheck compare(const ClockReading& first, const ClockReading& last) {
  ClockCheck check;
  check.span = (Seconds(last.host_before - first.host_before) +
                Seconds(last.host_after - first.host_after)) /
               2;
  check.rate = (last.device - first.device) / check.span;
  check.uncertainty = (window(first) / 2 + window(last) / 2 + last.device_tick) / check.span;
  return check;
}

/// The largest and the smallest distance from the host's rate that the windows leave possible.
double most_off(const ClockCheck& check) { return std::abs(check.rate - 1) + check.uncertainty; }
double least_off(const ClockCheck& check) {
  return std::max(0.0, std::abs(check.rate - 1) - check.uncertainty);
}

bool is_clear(const ClockCheck& check) {
  if (most_off(check) <= kWarning || least_off(check) > kRateTolerance) return true;
  return least_off(check) > kWarning && most_off(check) <= kRateTolerance;
}

void conclude(ClockCheck& check) {
  using Verdict = ClockCheck::Verdict;
  const auto conclude_by = [&check](Verdict verdict, const char* finding) {
    check.verdict = verdict;
    check.message = fmt::format(
        "the device's clock {}: expected 1 device second a host second, found {:.6g} (+- {:.2g}) "
        "over {:.3g} s",
        finding, check.rate, check.uncertainty, check.span.count());
  };
  if (check.rate == 0) return conclude_by(Verdict::kBroken, "stands still");
  if (least_off(check) > kRateTolerance) return conclude_by(Verdict::kBroken, "is wrong");
  if (most_off(check) > kWarning)
    return conclude_by(Verdict::kWarning, least_off(check) > kWarning ? "is off" : "may be off");
  check.verdict = Verdict::kSound;
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
  return enumerator_name<ClockCheck::Verdict::kNoTimeLine>(
      verdict, {"sound", "warning", "broken", "no_time_line"});
}

}  // namespace tickbench
