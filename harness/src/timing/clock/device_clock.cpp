// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/backend/device_clock.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <thread>

#include "tickbench/timed_queue.hpp"

namespace tickbench {
namespace {

/// CLOCK_MONOTONIC_RAW, which no time server bends: PoCL stamps its events with it, and Level Zero
/// pairs its device clock with it.
class MonotonicRawClock final : public HostClock {
 public:
  std::chrono::nanoseconds now() override {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC_RAW, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }
  void sleep_for(Seconds duration) override { std::this_thread::sleep_for(duration); }
  std::chrono::nanoseconds busy_time() override {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    std::int64_t spent = 0, waited = 0;
    std::ifstream("/proc/thread-self/schedstat") >> spent >> waited;
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec + waited);
  }
};

constexpr int kWidest = 64;

/// The crystals that devices with truncated nanoseconds count by. Truncated, no two of them are
/// equal, so that the whole number names one; without this, 83 would be off by 0.4 %.
constexpr std::array kKnownHertz = {12e6, 12.5e6, 19.2e6, 24e6, 25e6, 38.4e6};

double truncated_hertz(std::uint64_t nanoseconds_per_tick) {
  const auto stated = static_cast<double>(nanoseconds_per_tick);
  const auto* const known = std::find_if(kKnownHertz.begin(), kKnownHertz.end(), [=](double hertz) {
    return std::floor(1e9 / hertz) == stated;
  });
  return known != kKnownHertz.end() ? *known : 1e9 / stated;
}

}  // namespace

HostClock& host_clock() {
  static MonotonicRawClock clock;
  return clock;
}

std::uint64_t valid_bits_mask(int bits) {
  if (bits < 1 || bits > kWidest)
    throw std::invalid_argument(
        fmt::format("a counter's valid bits: expected 1 to 64, found {}", bits));
  return ~std::uint64_t{0} >> (kWidest - bits);
}

DeviceClock::DeviceClock(double hertz, int valid_bits)
    : hertz_(hertz), valid_bits_(valid_bits), mask_(valid_bits_mask(valid_bits)) {
  if (!(hertz > 0) || !std::isfinite(hertz))
    throw std::invalid_argument(
        fmt::format("a device clock's frequency: expected more than 0 Hz, found {:f}", hertz));
}

DeviceClock DeviceClock::from_frequency(double hertz, int valid_bits) {
  return {hertz, valid_bits};
}

DeviceClock DeviceClock::from_truncated_nanoseconds(std::uint64_t nanoseconds_per_tick,
                                                    int valid_bits) {
  if (nanoseconds_per_tick == 0)
    throw std::invalid_argument(
        "a device clock's tick: expected at least 1 ns, found 0 (faster than the unit can say)");
  return {truncated_hertz(nanoseconds_per_tick), valid_bits};
}

DeviceClock DeviceClock::nanoseconds() { return {1e9, kWidest}; }

Seconds DeviceClock::wrap() const noexcept {
  return Seconds(std::ldexp(1.0, valid_bits_) / hertz_);
}

Seconds DeviceClock::elapsed_time(std::uint64_t start, std::uint64_t end) const noexcept {
  if (valid_bits_ == kWidest && is_before(end, start)) return -to_time(start - end);
  return to_time((end - start) & mask_);
}

Seconds DeviceClock::to_time(std::uint64_t ticks) const noexcept {
  return Seconds(static_cast<double>(ticks) / hertz_);
}

bool DeviceClock::is_before(std::uint64_t tick, std::uint64_t than) const noexcept {
  return ((tick - than) & mask_) > mask_ / 2;
}

std::uint64_t DeviceTimeLine::unwrapped(GlobalStamp stamp) const {
  return ticks_ + ((stamp.ticks - ticks_) & valid_bits_mask(clock_.valid_bits()));
}

std::chrono::nanoseconds DeviceTimeLine::at(GlobalStamp stamp) const {
  // Signed, as a counter of 64 bits may start just below its end. In a long double, which holds
  // every tick: a double is 2 ns off after 104 days.
  const auto ticks = static_cast<std::int64_t>(unwrapped(stamp));
  return std::chrono::nanoseconds(
      std::llround(static_cast<long double>(ticks) * 1e9L / clock_.hertz()));
}

std::chrono::nanoseconds DeviceTimeLine::advance_to(GlobalStamp reading) {
  ticks_ = unwrapped(reading);
  return at(reading);
}

std::chrono::nanoseconds DeviceTimeLine::advance_to(GlobalStamp reading, Seconds since_last) {
  // A counter of 64 bits does not come round in practice.
  constexpr int kLargest = 63;
  const int bits = clock_.valid_bits();
  if (bits > kLargest) return advance_to(reading);
  const auto next = unwrapped(reading);
  const double ticks = since_last.count() * clock_.hertz() - static_cast<double>(next - ticks_);
  const auto wraps = std::llround(ticks / std::ldexp(1.0, bits));
  ticks_ = next + (wraps > 0 ? static_cast<std::uint64_t>(wraps) << bits : 0);
  return at(reading);
}

}  // namespace tickbench
