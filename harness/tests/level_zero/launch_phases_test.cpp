// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "level_zero/event.hpp"
#include "level_zero/stamps.hpp"

namespace tickbench::level_zero {
namespace {

using namespace std::chrono_literals;
using testing::clock32;
using testing::microseconds;
using testing::stamps;

/// Appended at 1000 us of the host's clock, submitted at 1100 us; read at 2000 us, when the
/// device's unwrapped counter stood at 5'000'000'000, which is 705'032'704 in 32 bits.
constexpr std::uint64_t kTicks = 5'000'000'000;
constexpr std::uint64_t kLow = kTicks & 0xFFFF'FFFF;
HostView view() {
  ClockReading reading;
  reading.device = std::chrono::microseconds(static_cast<std::int64_t>(kTicks));
  reading.device_tick = Seconds(1e-6);
  reading.host_before = 1999us;
  reading.host_after = 2001us;
  return {1000us, 1100us, reading, kTicks};
}

TEST(LaunchPhases, AreOnTheTimeLineOfTheReading) {
  const CommandStamps one{stamps(kLow - 800, kLow - 500)};
  const auto phases = launch_phases(view(), clock32(), {one, one});
  ASSERT_TRUE(phases.has_value());
  EXPECT_EQ(phases->queued, 4'999'999'000us);  // 1000 us before the reading
  EXPECT_NEAR(microseconds(phases->queued_to_submit), 100, 1e-6);
  EXPECT_NEAR(microseconds(phases->submit_to_start), 100, 1e-6);
  EXPECT_NEAR(microseconds(phases->start_to_end), 300, 1e-6);
}

TEST(LaunchPhases, BeginWithTheFirstTile) {
  const CommandStamps two{stamps(kLow - 700, kLow - 500), stamps(kLow - 850, kLow - 600)};
  const auto phases = launch_phases(view(), clock32(), {two, two});
  ASSERT_TRUE(phases.has_value());
  EXPECT_NEAR(microseconds(phases->submit_to_start), 50, 1e-6);
  EXPECT_NEAR(microseconds(phases->start_to_end), 350, 1e-6);
}

TEST(LaunchPhases, CrossAWrapOfTheKernelsStamps) {
  auto host = view();
  host.ticks = 0x1'0000'0000 + 400;  // 400 ticks after a wrap
  const CommandStamps one{stamps(0xFFFF'FFFF - 299, 100)};
  const auto phases = launch_phases(host, clock32(), {one, one});
  ASSERT_TRUE(phases.has_value());
  EXPECT_NEAR(microseconds(phases->submit_to_start), 200, 1e-6);
  EXPECT_NEAR(microseconds(phases->start_to_end), 400, 1e-6);
}

TEST(LaunchPhases, AreAsExactAsTheReading) {
  // It seems to start a microsecond before it was submitted: half of the window around the reading.
  const CommandStamps early{stamps(kLow - 901, kLow - 500)};
  const auto phases = launch_phases(view(), clock32(), {early, early});
  ASSERT_TRUE(phases.has_value());
  EXPECT_EQ(phases->submit_to_start, Seconds(0));
}

TEST(LaunchPhases, AreNoneWhereTheCountersDisagree) {
  const CommandStamps before{stamps(kLow - 2000, kLow - 1500)};
  EXPECT_FALSE(launch_phases(view(), clock32(), {before, before}).has_value());
  const CommandStamps after{stamps(kLow - 100, kLow + 500)};
  EXPECT_FALSE(launch_phases(view(), clock32(), {after, after}).has_value());
}

TEST(LaunchPhases, OfAChainReachFromItsFirstCommandToItsLastOne) {
  const auto phases = launch_phases(
      view(), clock32(), {{stamps(kLow - 800, kLow - 700)}, {stamps(kLow - 400, kLow - 300)}});
  ASSERT_TRUE(phases.has_value());
  EXPECT_NEAR(microseconds(phases->submit_to_start), 100, 1e-6);
  EXPECT_NEAR(microseconds(phases->start_to_end), 500, 1e-6);
}

TEST(LaunchPhases, AreRightForAChainOfMoreThanHalfAWrap) {
  // Read 3000 s after the submission: a wrap is 4295 s, and the chain took 2900 of them.
  auto host = view();
  host.reading.host_before = host.submitted + 3'000'000'000us;
  host.reading.host_after = host.reading.host_before;
  constexpr std::uint64_t kWrap = std::uint64_t{1} << 32;
  const auto start = (kLow + kWrap - 2'950'000'000) % kWrap;
  const auto phases =
      launch_phases(host, clock32(),
                    {{stamps(start, start + 10)}, {stamps(kLow - 50'000'010, kLow - 50'000'000)}});
  ASSERT_TRUE(phases.has_value());
  EXPECT_NEAR(microseconds(phases->submit_to_start), 50e6, 1);
  EXPECT_NEAR(microseconds(phases->start_to_end), 2900e6, 1);
}

TEST(LaunchPhases, AreNoneWhereAWrapFitsBehindTheSubmission) {
  auto host = view();
  const CommandStamps one{stamps(kLow - 800, kLow - 500)};
  host.reading.host_after = host.submitted + 4'295'000'000us;  // a wrap is 4294967296 us
  host.reading.host_before = host.reading.host_after;
  EXPECT_FALSE(launch_phases(host, clock32(), {one, one}).has_value());
}

}  // namespace
}  // namespace tickbench::level_zero
