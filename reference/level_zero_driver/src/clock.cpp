// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "clock.hpp"

#include <ctime>

namespace zecpu {
namespace {

__extension__ using Wide = __int128;

std::uint64_t mask(unsigned bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

}  // namespace

std::uint64_t host_now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_RAW, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * kNsPerSecond +
         static_cast<std::uint64_t>(now.tv_nsec);
}

DeviceClock::DeviceClock(const Laboratory& laboratory, std::uint64_t now_ns)
    : hz_(laboratory.timer_hz),
      start_tick_(laboratory.timer_start.value_or(0)),
      start_ns_(laboratory.timer_start ? now_ns : 0),
      context_origin_(laboratory.context_origin),
      global_mask_(mask(laboratory.timer_bits)),
      kernel_mask_(mask(laboratory.kernel_timer_bits)) {}

std::uint64_t DeviceClock::ticks(std::uint64_t ns) const {
  // Signed: a stamp may lie before the start. 128 bits: hours at 10 GHz overflow the product in 64.
  const Wide elapsed = static_cast<Wide>(ns) - static_cast<Wide>(start_ns_);
  return start_tick_ + static_cast<std::uint64_t>(elapsed * static_cast<Wide>(hz_) /
                                                  static_cast<Wide>(kNsPerSecond));
}

}  // namespace zecpu
