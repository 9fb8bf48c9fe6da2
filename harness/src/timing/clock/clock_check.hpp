// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/timed_queue.hpp"

namespace tickbench {

/// The device clock's rate against the host's.
struct ClockCheck {
  enum class Verdict { kSound, kWarning, kBroken, kNoTimeLine } verdict = Verdict::kNoTimeLine;
  double rate = 0;         ///< device seconds a host second; 0 where there is no time line
  double uncertainty = 0;  ///< of the rate, from the host's windows around the stamps
  Seconds span{};
  std::string message;  ///< empty where sound
};
std::string_view to_string(ClockCheck::Verdict verdict) noexcept;

/// The one of several readings that the host's times enclose most closely.
std::optional<ClockReading> narrowest_reading(TimedQueue& queue);

/// Compares the rates over at least 50 ms, longer while the windows leave it unclear. Off by more
/// than 0.2 % is a warning, by more than 5 %, or standing still, broken.
ClockCheck check_clock(TimedQueue& queue, HostClock& host);

}  // namespace tickbench
