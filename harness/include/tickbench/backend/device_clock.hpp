// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>

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

/// What one part of a command left behind: a kernel split over a device's tiles leaves one a tile.
template <class Tag>
struct StampPair {
  Stamp<Tag> start;
  Stamp<Tag> end;
};

using KernelStampPair = StampPair<KernelStampTag>;

/// All ones in the low `bits` bits; 64 gives all ones (a shift by 64 would be undefined).
/// Throws std::invalid_argument outside 1 to 64.
std::uint64_t valid_bits_mask(int bits);

/// Ticks to time: the only place where that happens.
///
/// A counter of 32 bits at 19.2 MHz wraps every 224 s, so `end - start` of a sound pair may be
/// "negative", and `end == start` is no whole wrap. Elapsed ticks are `(end - start) & mask`, which
/// also drops what a driver puts above the valid bits. A 64-bit counter does not come round: an end
/// up to half of its range before the start is a broken clock, a negative time for the plausibility
/// gate to refuse.
///
///     const DeviceClock clock = DeviceClock::from_frequency(19.2e6, 32);
///     clock.elapsed(KernelStamp{0xFFFF'FFFF}, KernelStamp{2});  // 3 ticks: 156.25 ns
class DeviceClock {
 public:
  /// `hertz` ticks a second, `valid_bits` from 1 to 64. Throws std::invalid_argument.
  static DeviceClock from_frequency(double hertz, int valid_bits);
  /// For drivers that state whole nanoseconds a tick, truncated: 83 stands for 83.333 (12 MHz). A
  /// value that is no known crystal's, truncated, is taken as it is. Throws std::invalid_argument.
  static DeviceClock from_truncated_nanoseconds(std::uint64_t nanoseconds_per_tick, int valid_bits);
  /// OpenCL's profiling times: nanoseconds in 64 bits.
  static DeviceClock nanoseconds();

  /// Subtracts first, converts after: converting first loses up to a unit at each end.
  template <class Tag>
  Seconds elapsed(Stamp<Tag> start, Stamp<Tag> end) const {
    return elapsed_time(start.ticks, end.ticks);
  }
  /// Of a command in several parts, from the earliest start to the latest end. The stamps lie
  /// within half a wrap of each other. Throws std::invalid_argument where there is none.
  template <class Tag>
  Seconds elapsed(std::span<const StampPair<Tag>> parts) const {
    return elapsed(parts, parts);
  }
  /// Of a chain of commands, from the earliest start of the first one's parts to the latest end of
  /// the last one's: less than a wrap, and each command's own stamps within half of one.
  template <class Tag>
  Seconds elapsed(std::span<const StampPair<Tag>> first,
                  std::span<const StampPair<Tag>> last) const {
    if (first.empty() || last.empty())
      throw std::invalid_argument("a command's stamps: expected at least one pair");
    auto start = first.front().start;
    for (const auto& part : first)
      if (is_before(part.start.ticks, start.ticks)) start = part.start;
    auto end = last.front().end;
    for (const auto& part : last)
      if (is_before(end.ticks, part.end.ticks)) end = part.end;
    return elapsed(start, end);
  }

  Seconds tick() const noexcept { return Seconds(1.0 / hertz_); }
  double hertz() const noexcept { return hertz_; }
  int valid_bits() const noexcept { return valid_bits_; }
  /// The time after which the counter starts over.
  Seconds wrap() const noexcept;

 private:
  DeviceClock(double hertz, int valid_bits);
  /// Of two stamps less than half of the counter's range apart.
  bool is_before(std::uint64_t tick, std::uint64_t than) const noexcept;
  Seconds elapsed_time(std::uint64_t start, std::uint64_t end) const noexcept;
  Seconds to_time(std::uint64_t ticks) const noexcept;

  double hertz_;
  int valid_bits_;
  std::uint64_t mask_;
};

/// The time that one of a device's counters shows, from its zero on, with the wraps taken out.
///
/// It converts all ticks since the zero at once: with ticks of 83.33 ns, every reading is off by at
/// most half a nanosecond however long the line.
///
///     DeviceTimeLine line(DeviceClock::from_frequency(1e6, 32));
///     line.advance_to(GlobalStamp{0xFFFF'FFFF});  // 4294967295 us
///     line.advance_to(GlobalStamp{4});            // 4294967300 us
class DeviceTimeLine {
 public:
  explicit DeviceTimeLine(const DeviceClock& clock) : clock_(clock) {}

  /// The next reading, less than a wrap after the last one.
  std::chrono::nanoseconds advance_to(GlobalStamp reading);
  /// The same over whole wraps: `since_last` by another clock is less than half a wrap wrong.
  std::chrono::nanoseconds advance_to(GlobalStamp reading, Seconds since_last);
  /// A stamp less than a wrap after the last reading.
  std::chrono::nanoseconds at(GlobalStamp stamp) const;

 private:
  std::uint64_t unwrapped(GlobalStamp stamp) const;

  DeviceClock clock_;
  std::uint64_t ticks_ = 0;
};

}  // namespace tickbench
