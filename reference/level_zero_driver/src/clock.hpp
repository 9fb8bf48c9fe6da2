// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "laboratory.hpp"

namespace zecpu {

constexpr std::uint64_t kNsPerSecond = 1'000'000'000;

/// When a command ran, in nanoseconds of CLOCK_MONOTONIC_RAW.
struct Interval {
  std::uint64_t start_ns = 0;
  std::uint64_t end_ns = 0;
};

/// CLOCK_MONOTONIC_RAW, the clock that the specification names for host timestamps.
std::uint64_t host_now_ns();

/// The device's timer: the host's clock at the simulated frequency, cut to the valid bits. By
/// default it is the host clock itself: 1 GHz and 64 bits.
class DeviceClock {
 public:
  DeviceClock(const Laboratory& laboratory, std::uint64_t now_ns);

  std::uint64_t global(std::uint64_t ns) const { return ticks(ns) & global_mask_; }
  std::uint64_t kernel(std::uint64_t ns) const { return ticks(ns) & kernel_mask_; }
  /// The per-context counter: another origin, the same rate.
  std::uint64_t context(std::uint64_t ns) const {
    return (ticks(ns) + context_origin_) & kernel_mask_;
  }

 private:
  std::uint64_t ticks(std::uint64_t ns) const;

  std::uint64_t hz_, start_tick_, start_ns_, context_origin_, global_mask_, kernel_mask_;
};

}  // namespace zecpu
