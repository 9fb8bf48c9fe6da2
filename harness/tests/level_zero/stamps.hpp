// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "level_zero/error.hpp"
#include "tickbench/backend/device_clock.hpp"

namespace tickbench::level_zero::testing {

inline ze_kernel_timestamp_result_t stamps(std::uint64_t start, std::uint64_t end) {
  ze_kernel_timestamp_result_t result{};
  result.global = {start, end};
  result.context = {start + 7, end + 5};
  return result;
}

/// 1 MHz in 32 bits: a tick is a microsecond.
inline const DeviceClock& clock32() {
  static const DeviceClock kClock = DeviceClock::from_frequency(1e6, 32);
  return kClock;
}

inline double microseconds(Seconds time) { return time.count() * 1e6; }

}  // namespace tickbench::level_zero::testing
