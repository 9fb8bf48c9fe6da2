// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/backend/device_clock.hpp"

#include <gtest/gtest.h>

#include <concepts>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

// The numbers in the comments are the rows of what goes wrong with device time.
namespace tickbench {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t kAllOnes = std::numeric_limits<std::uint64_t>::max();

Seconds kernel_time(const DeviceClock& clock, std::uint64_t start, std::uint64_t end) {
  return clock.elapsed(KernelStamp{start}, KernelStamp{end});
}

template <class First, class Second>
concept HaveADifference = requires(const DeviceClock& clock, First first, Second second) {
  clock.elapsed(first, second);
};

// 1: whole nanoseconds a tick are truncated ones.
TEST(DeviceClock, TruncatedNanosecondsStandForTheCrystal) {
  EXPECT_DOUBLE_EQ(DeviceClock::from_truncated_nanoseconds(83, 32).hertz(), 12e6);
  EXPECT_DOUBLE_EQ(DeviceClock::from_truncated_nanoseconds(52, 32).hertz(), 19.2e6);
  EXPECT_DOUBLE_EQ(DeviceClock::from_truncated_nanoseconds(41, 32).hertz(), 24e6);
  EXPECT_DOUBLE_EQ(DeviceClock::from_truncated_nanoseconds(26, 32).hertz(), 38.4e6);
  EXPECT_DOUBLE_EQ(DeviceClock::from_truncated_nanoseconds(80, 32).hertz(), 12.5e6);
  EXPECT_DOUBLE_EQ(DeviceClock::from_truncated_nanoseconds(1, 64).hertz(), 1e9);
}

TEST(DeviceClock, TruncatedNanosecondsOfNoKnownCrystalAreTakenAsTheyAre) {
  EXPECT_DOUBLE_EQ(DeviceClock::from_truncated_nanoseconds(100, 32).hertz(), 10e6);
}

TEST(DeviceClock, KeepsTheFrequencyWhole) {
  const auto clock = DeviceClock::from_frequency(19.2e6, 32);
  EXPECT_DOUBLE_EQ(clock.tick().count(), 1 / 19.2e6);
  EXPECT_DOUBLE_EQ(kernel_time(clock, 0, 19'200'000).count(), 1.0);
}

TEST(DeviceClock, RefusesWhatIsNoClock) {
  EXPECT_THROW(DeviceClock::from_frequency(0, 32), std::invalid_argument);
  EXPECT_THROW(DeviceClock::from_frequency(-1, 32), std::invalid_argument);
  EXPECT_THROW(DeviceClock::from_frequency(std::numeric_limits<double>::quiet_NaN(), 32),
               std::invalid_argument);
  EXPECT_THROW(DeviceClock::from_frequency(std::numeric_limits<double>::infinity(), 32),
               std::invalid_argument);
  EXPECT_THROW(DeviceClock::from_frequency(1e9, 0), std::invalid_argument);
  EXPECT_THROW(DeviceClock::from_frequency(1e9, 65), std::invalid_argument);
  EXPECT_THROW(DeviceClock::from_truncated_nanoseconds(0, 32), std::invalid_argument);
}

// 2: a shift by 64 is undefined.
TEST(ValidBitsMask, IsAllOnesInEveryWidth) {
  for (int bits = 1; bits <= 64; ++bits)
    EXPECT_EQ(valid_bits_mask(bits), static_cast<std::uint64_t>((Wide{1} << bits) - 1)) << bits;
  EXPECT_THROW(valid_bits_mask(0), std::invalid_argument);
  EXPECT_THROW(valid_bits_mask(65), std::invalid_argument);
  EXPECT_THROW(valid_bits_mask(-1), std::invalid_argument);
}

// 3 and 6: a wrap within the bracket; max - start + end would be one short.
TEST(DeviceClock, CountsOverTheWrap) {
  const auto clock = DeviceClock::from_frequency(19.2e6, 32);
  EXPECT_DOUBLE_EQ(kernel_time(clock, 0xFFFF'FFFF, 2).count(), 3 / 19.2e6);
  EXPECT_DOUBLE_EQ(kernel_time(clock, 0xFFFF'FFFF, 0).count(), 1 / 19.2e6);
  EXPECT_DOUBLE_EQ(kernel_time(clock, 1, 0).count(), 0xFFFF'FFFF / 19.2e6);
}

TEST(DeviceClock, KnowsWhenItWraps) {
  EXPECT_NEAR(DeviceClock::from_frequency(19.2e6, 32).wrap().count(), 223.7, 0.1);
  EXPECT_NEAR(DeviceClock::from_frequency(12e6, 32).wrap().count(), 357.9, 0.1);
  EXPECT_NEAR(DeviceClock::nanoseconds().wrap().count(), 18446744073.7, 0.1);
}

// 4: counters of different widths do not mix; 15: no bare integers.
TEST(DeviceClock, TakesOnlyTwoStampsOfOneCounter) {
  static_assert(HaveADifference<KernelStamp, KernelStamp>);
  static_assert(HaveADifference<GlobalStamp, GlobalStamp>);
  static_assert(!HaveADifference<KernelStamp, GlobalStamp>);
  static_assert(!HaveADifference<GlobalStamp, KernelStamp>);
  static_assert(!HaveADifference<std::uint64_t, std::uint64_t>);
  static_assert(!std::is_convertible_v<KernelStamp, std::uint64_t>);
  const auto kernel = DeviceClock::from_frequency(1e6, 32);
  const auto global = DeviceClock::from_frequency(1e6, 36);
  EXPECT_DOUBLE_EQ(kernel.elapsed(KernelStamp{kAllOnes >> 32}, KernelStamp{0}).count(), 1e-6);
  EXPECT_DOUBLE_EQ(global.elapsed(GlobalStamp{kAllOnes >> 28}, GlobalStamp{0}).count(), 1e-6);
}

// 5: equal stamps are zero, not a whole wrap.
TEST(DeviceClock, EqualStampsAreZero) {
  for (int bits = 1; bits <= 64; ++bits) {
    const auto clock = DeviceClock::from_frequency(1e9, bits);
    for (const std::uint64_t stamp : {std::uint64_t{0}, valid_bits_mask(bits)})
      EXPECT_EQ(kernel_time(clock, stamp, stamp).count(), 0.0) << bits;
  }
}

// 8: a kernel split over tiles.
Seconds parts_time(const DeviceClock& clock, const std::vector<KernelStampPair>& parts) {
  return clock.elapsed(std::span(parts));
}

TEST(DeviceClock, TakesTheEarliestStartAndTheLatestEndOfTheParts) {
  for (const int bits : {32, 64}) {
    const auto clock = DeviceClock::from_frequency(1e6, bits);
    EXPECT_DOUBLE_EQ(parts_time(clock, {{{100}, {180}}, {{90}, {150}}, {{120}, {200}}}).count(),
                     110e-6);
    EXPECT_DOUBLE_EQ(parts_time(clock, {{{100}, {180}}}).count(), 80e-6);
    EXPECT_THROW(parts_time(clock, {}), std::invalid_argument);
  }
}

TEST(DeviceClock, PartsMayLieOnBothSidesOfTheWrap) {
  const auto clock = DeviceClock::from_frequency(1e6, 8);
  EXPECT_DOUBLE_EQ(parts_time(clock, {{{5}, {20}}, {{250}, {10}}, {{255}, {30}}}).count(), 36e-6);
}

// 11 and 17: subtract first, convert after. In microseconds, 1999 - 1001 ns would be 0 or 1 us.
TEST(DeviceClock, SubtractsFirst) {
  EXPECT_DOUBLE_EQ(kernel_time(DeviceClock::nanoseconds(), 1001, 1999).count(), 998e-9);
  // As doubles of seconds, two stamps of today resolve no better than 240 ns.
  constexpr std::uint64_t kToday = 1'790'000'000'000'000'001;
  EXPECT_DOUBLE_EQ(kernel_time(DeviceClock::nanoseconds(), kToday, kToday + 7).count(), 7e-9);
}

// 14: a broken pair is negative, not huge.
TEST(DeviceClock, EndBeforeStartOfAWholeCounterIsNegative) {
  EXPECT_DOUBLE_EQ(kernel_time(DeviceClock::nanoseconds(), 2000, 1000).count(), -1e-6);
  EXPECT_DOUBLE_EQ(kernel_time(DeviceClock::nanoseconds(), 0, kAllOnes).count(), -1e-9);
  // A counter that began just below its end comes round all the same.
  EXPECT_DOUBLE_EQ(kernel_time(DeviceClock::nanoseconds(), kAllOnes, 0).count(), 1e-9);
}

// Widths and wraps against arithmetic that cannot wrap: a counter that starts anywhere, runs for
// less than a wrap and is cut to its width, with anything above the valid bits.
TEST(DeviceClock, AgreesWithWideArithmetic) {
  std::mt19937_64 random(20240229);
  constexpr int kCasesPerWidth = 20'000;
  for (int bits = 1; bits <= 64; ++bits) {
    const auto clock = DeviceClock::from_frequency(1.0, bits);
    const Wide wrap = Wide{1} << bits;
    const std::uint64_t extension = bits == 64 ? 0 : kAllOnes << (bits % 64);
    for (int i = 0; i < kCasesPerWidth; ++i) {
      // Shifts make small values, and so the edges, as likely as large ones.
      const Wide start = (Wide{random()} >> (random() % 64)) % wrap;
      Wide elapsed = (Wide{random()} >> (random() % 64)) % wrap;
      if (bits == 64) elapsed %= wrap / 2;
      const auto start_ticks = static_cast<std::uint64_t>(start) | (random() & extension);
      const auto end_ticks =
          static_cast<std::uint64_t>((start + elapsed) % wrap) | (random() & extension);
      ASSERT_EQ(kernel_time(clock, start_ticks, end_ticks).count(),
                static_cast<double>(static_cast<std::uint64_t>(elapsed)))
          << bits << " bits, from " << start_ticks << " to " << end_ticks;
    }
  }
}

TEST(DeviceClock, PartsAgreeWithWideArithmetic) {
  std::mt19937_64 random(42);
  constexpr int kCasesPerWidth = 2'000;
  for (int bits = 8; bits <= 63; ++bits) {
    const auto clock = DeviceClock::from_frequency(1.0, bits);
    const Wide wrap = Wide{1} << bits;
    const std::uint64_t reach = valid_bits_mask(bits) / 4;
    for (int i = 0; i < kCasesPerWidth; ++i) {
      const Wide origin = random() % wrap;
      std::vector<KernelStampPair> parts;
      Wide first = ~Wide{0};
      Wide last = 0;
      for (int part = 0; part < 4; ++part) {
        const Wide start = origin + random() % reach;
        const Wide end = start + random() % reach;
        first = start < first ? start : first;
        last = end > last ? end : last;
        parts.push_back(
            {{static_cast<std::uint64_t>(start % wrap)}, {static_cast<std::uint64_t>(end % wrap)}});
      }
      ASSERT_EQ(parts_time(clock, parts).count(),
                static_cast<double>(static_cast<std::uint64_t>(last - first)))
          << bits;
    }
  }
}

TEST(DeviceTimeLine, TakesTheWrapsOut) {
  DeviceTimeLine line(DeviceClock::from_frequency(1e6, 32));
  EXPECT_EQ(line.advance_to(GlobalStamp{0xFFFF'FFFF}), std::chrono::microseconds(0xFFFF'FFFF));
  EXPECT_EQ(line.at(GlobalStamp{4}), std::chrono::microseconds(0x1'0000'0004));
  // Whatever the driver has put above the valid bits.
  EXPECT_EQ(line.advance_to(GlobalStamp{0xAB'0000'0004}), std::chrono::microseconds(0x1'0000'0004));
  EXPECT_EQ(line.advance_to(GlobalStamp{4}), std::chrono::microseconds(0x1'0000'0004));
  EXPECT_EQ(line.advance_to(GlobalStamp{3}), std::chrono::microseconds(0x2'0000'0003));
}

// 32 bits of nanoseconds wrap every 4.3 s: many times between two readings.
TEST(DeviceTimeLine, TakesOutTheWrapsThatAnotherClockSays) {
  DeviceTimeLine line(DeviceClock::from_frequency(1e9, 32));
  const auto wrap = std::chrono::nanoseconds(0x1'0000'0000);
  line.advance_to(GlobalStamp{100});
  // The other clock is off by a hundredth.
  EXPECT_EQ(line.advance_to(GlobalStamp{50}, Seconds(10 * wrap) * 1.01).count(),
            (10 * wrap).count() + 50);
  EXPECT_EQ(line.advance_to(GlobalStamp{70}, Seconds(20e-9)).count(), (10 * wrap).count() + 70);
  EXPECT_EQ(line.advance_to(GlobalStamp{60}, Seconds(wrap)).count(), (11 * wrap).count() + 60);
  EXPECT_EQ(line.at(GlobalStamp{61}).count(), (11 * wrap).count() + 61);
}

TEST(DeviceTimeLine, NoOtherClockMovesAWholeCounter) {
  DeviceTimeLine line(DeviceClock::nanoseconds());
  line.advance_to(GlobalStamp{1000});
  EXPECT_EQ(line.advance_to(GlobalStamp{2000}, Seconds(1e12)), std::chrono::nanoseconds(2000));
}

// In sums of rounded times, or in doubles of seconds, a year of ticks of 83.333 ns would drift.
TEST(DeviceTimeLine, IsExactToHalfANanosecondAfterYears) {
  DeviceTimeLine line(DeviceClock::from_frequency(12e6, 64));
  constexpr std::uint64_t kTenYears = 315'360'000ULL * 12'000'000;
  for (std::uint64_t tick = 0; tick <= 12; ++tick)
    EXPECT_EQ(line.advance_to(GlobalStamp{kTenYears + tick}),
              std::chrono::seconds(315'360'000) + std::chrono::nanoseconds((tick * 1000 + 6) / 12))
        << tick;
}

TEST(DeviceTimeLine, AWholeCounterMayStartJustBelowItsEnd) {
  DeviceTimeLine line(DeviceClock::nanoseconds());
  EXPECT_EQ(line.advance_to(GlobalStamp{kAllOnes}), std::chrono::nanoseconds(-1));
  EXPECT_EQ(line.advance_to(GlobalStamp{7}), std::chrono::nanoseconds(7));
}

}  // namespace
}  // namespace tickbench
