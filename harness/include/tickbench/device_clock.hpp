// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tickbench/seconds.hpp"

namespace tickbench {

/// A tick count of one of a device's counters. The tag keeps counters of different widths apart:
/// Level Zero's kernel timestamps have 32 valid bits where its global timestamps have 36.
template <class Tag>
struct Stamp {
  std::uint64_t ticks = 0;
  friend bool operator==(Stamp, Stamp) = default;
};

using KernelStamp = Stamp<struct KernelStampTag>;  ///< from the event of a command
using GlobalStamp =
    Stamp<struct GlobalStampTag>;  ///< written between commands, or read by the host

/// All ones in the low `bits` bits; 64 gives all ones (a shift by 64 would be undefined).
/// Throws std::invalid_argument outside 1 to 64.
std::uint64_t valid_bits_mask(int bits);

/// Ticks to time: the only place where that happens.
///
/// The trap: a counter of 32 bits at 19.2 MHz wraps every 224 s, so `end - start` of a sound pair
/// may be "negative", and `end == start` may not be taken for a whole wrap. Elapsed ticks are
/// therefore
/// `(end - start) & mask`. A 64-bit counter does not wrap in practice; there `end < start` is a
/// broken clock, reported as a negative time for the plausibility gate to refuse.
///
///     const DeviceClock clock = DeviceClock::from_frequency(19.2e6, 32);
///     clock.elapsed(KernelStamp{0xFFFF'FFFF}, KernelStamp{2});  // 3 ticks: 156.25 ns
class DeviceClock {
 public:
  /// `hertz` ticks a second, `valid_bits` from 1 to 64. Throws std::invalid_argument.
  static DeviceClock from_frequency(double hertz, int valid_bits);
  /// For drivers that state whole nanoseconds a tick, truncated: 83 stands for 83.333 (12 MHz).
  static DeviceClock from_truncated_nanoseconds(std::uint64_t nanoseconds_per_tick, int valid_bits);
  /// OpenCL's profiling times: nanoseconds in 64 bits.
  static DeviceClock nanoseconds();

  /// Subtracts first, converts after: converting first loses up to a unit at each end.
  template <class Tag>
  Seconds elapsed(Stamp<Tag> start, Stamp<Tag> end) const {
    return to_time(elapsed_ticks(start.ticks, end.ticks));
  }

  Seconds tick() const noexcept { return Seconds(1.0 / hertz_); }
  double hertz() const noexcept { return hertz_; }
  int valid_bits() const noexcept { return valid_bits_; }
  /// The time after which the counter starts over.
  Seconds wrap() const noexcept;

 private:
  DeviceClock(double hertz, int valid_bits);
  std::int64_t elapsed_ticks(std::uint64_t start, std::uint64_t end) const noexcept;
  Seconds to_time(std::int64_t ticks) const noexcept;

  double hertz_;
  int valid_bits_;
  std::uint64_t mask_;
};

}  // namespace tickbench
