// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "clock.hpp"

#include <ctime>

#include "laboratory.hpp"

namespace cuhost {

std::uint64_t host_now_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC_RAW, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

std::uint64_t device_now_ns() {
  static const std::uint64_t kStart = host_now_ns();
  const std::uint64_t passed = (host_now_ns() - kStart) * laboratory().clock_percent / 100;
  return (kStart + passed) / kClockStep * kClockStep;
}

}  // namespace cuhost
