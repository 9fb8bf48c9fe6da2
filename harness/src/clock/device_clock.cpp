// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/device_clock.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

namespace tickbench {
namespace {

constexpr int kWidest = 64;

/// The crystals that devices with truncated nanoseconds count by. Truncated, no two of them are
/// equal, so that the whole number names one; without this, 83 would be off by 0.4 %.
constexpr std::array kKnownHertz = {12e6, 12.5e6, 19.2e6, 24e6, 25e6, 38.4e6};

double hertz_of_truncated(std::uint64_t nanoseconds_per_tick) {
  const auto stated = static_cast<double>(nanoseconds_per_tick);
  const auto* const known = std::find_if(kKnownHertz.begin(), kKnownHertz.end(), [=](double hertz) {
    return std::floor(1e9 / hertz) == stated;
  });
  return known != kKnownHertz.end() ? *known : 1e9 / stated;
}

}  // namespace

std::uint64_t valid_bits_mask(int bits) {
  if (bits < 1 || bits > kWidest)
    throw std::invalid_argument("a counter's valid bits: expected 1 to 64, found " +
                                std::to_string(bits));
  return ~std::uint64_t{0} >> (kWidest - bits);
}

DeviceClock::DeviceClock(double hertz, int valid_bits)
    : hertz_(hertz), valid_bits_(valid_bits), mask_(valid_bits_mask(valid_bits)) {
  if (!(hertz > 0) || !std::isfinite(hertz))
    throw std::invalid_argument("a device clock's frequency: expected more than 0 Hz, found " +
                                std::to_string(hertz));
}

DeviceClock DeviceClock::from_frequency(double hertz, int valid_bits) {
  return {hertz, valid_bits};
}

DeviceClock DeviceClock::from_truncated_nanoseconds(std::uint64_t nanoseconds_per_tick,
                                                    int valid_bits) {
  if (nanoseconds_per_tick == 0)
    throw std::invalid_argument(
        "a device clock's tick: expected at least 1 ns, found 0 (faster than the unit can say)");
  return {hertz_of_truncated(nanoseconds_per_tick), valid_bits};
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

void DeviceClock::PartsSpan::add(std::uint64_t start, std::uint64_t end) {
  if (is_empty_ || clock_.is_before(start, start_)) start_ = start;
  if (is_empty_ || clock_.is_before(end_, end)) end_ = end;
  is_empty_ = false;
}

bool DeviceClock::is_before(std::uint64_t tick, std::uint64_t than) const noexcept {
  return ((tick - than) & mask_) > mask_ / 2;
}

Seconds DeviceClock::PartsSpan::elapsed() const {
  if (is_empty_) throw std::invalid_argument("a command's stamps: expected at least one pair");
  return clock_.elapsed_time(start_, end_);
}

}  // namespace tickbench
