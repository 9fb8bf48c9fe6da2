// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/clock_watch.hpp"

#include <gtest/gtest.h>

#include "fakes/fake_clock.hpp"
#include "fakes/fake_monitor.hpp"

namespace tickbench::conditions {
namespace {

constexpr double kFull = 1.98e9;

class ClockWatchTest : public testing::Test {
 protected:
  void say(double core, ThrottleSet throttle = 0, bool is_idle = false) {
    state_.reading = [=] { return DeviceReading{core, 2.6e9, throttle, is_idle}; };
  }
  WatchedDevice device() { return {std::make_unique<fakes::FakeMonitor>(state_), clock_}; }

  fakes::FakeClock clock_;
  fakes::FakeState state_;
};

TEST_F(ClockWatchTest, ReadingsTakeOnePerCentOfTheWall) {
  state_.reading = [this] {
    clock_.advance(Seconds(1e-4));
    return DeviceReading{};
  };
  auto watched = device();
  EXPECT_NEAR(watched.cost().count(), 1e-4, 1e-9);
  ClockWatch watch(watched, clock_);
  watch.begin();
  EXPECT_FALSE(watch.is_due());
  clock_.advance(Seconds(0.0099));
  EXPECT_FALSE(watch.is_due());
  clock_.advance(Seconds(0.0002));
  EXPECT_TRUE(watch.is_due());
}

TEST_F(ClockWatchTest, NamesTheSamplesBesideAReason) {
  say(kFull);
  auto watched = device();
  ClockWatch watch(watched, clock_);
  watch.begin();
  EXPECT_FALSE(watch.read(10));
  say(kFull, bit(Throttle::kThermal));
  EXPECT_TRUE(watch.read(20));
  say(kFull);
  EXPECT_TRUE(watch.read(30));
  EXPECT_FALSE(watch.read(40));
  for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(watch.is_slowed(i), i >= 10 && i < 30) << i;
  watch.end(true);
  EXPECT_EQ(watch.conditions().dropped, 20U);
  EXPECT_EQ(watch.conditions().throttle, bit(Throttle::kThermal));
  EXPECT_EQ(watch.conditions().throughout, 0U);
  watch.end(false);
  EXPECT_EQ(watch.conditions().dropped, 0U);
  EXPECT_EQ(watch.conditions().slowed, 20U);
}

TEST_F(ClockWatchTest, AReasonThatHoldsForAllIsTheDevicesState) {
  say(kFull, bit(Throttle::kPowerCap));
  auto watched = device();
  ClockWatch watch(watched, clock_);
  watch.begin();
  EXPECT_FALSE(watch.read(10));
  // The clock wavers under the cap: still nothing differs.
  say(0.7 * kFull, bit(Throttle::kPowerCap));
  EXPECT_FALSE(watch.read(20));
  EXPECT_FALSE(watch.is_slowed(0));
  watch.end(true);
  EXPECT_EQ(watch.conditions().throughout, bit(Throttle::kPowerCap));
  EXPECT_EQ(watch.conditions().dropped, 0U);
}

TEST_F(ClockWatchTest, ThatStateIsNoneOnceItIsSeenToEnd) {
  say(kFull, bit(Throttle::kPowerCap));
  auto watched = device();
  ClockWatch watch(watched, clock_);
  watch.begin();
  watch.read(10);
  say(kFull);
  EXPECT_EQ(watch.read(20), 0U);
  EXPECT_FALSE(watch.read(30));
  EXPECT_TRUE(watch.is_slowed(0));
  EXPECT_TRUE(watch.is_slowed(19));
  EXPECT_FALSE(watch.is_slowed(20));
}

TEST_F(ClockWatchTest, AReasonAtEveryOtherReadingIsNotTheDevicesState) {
  say(kFull);
  auto watched = device();
  ClockWatch watch(watched, clock_);
  watch.begin();
  for (std::size_t taken = 10; taken <= 40; taken += 20) {
    say(0.7 * kFull, bit(Throttle::kPowerCap));
    watch.read(taken);
    say(kFull);
    watch.read(taken + 10);
  }
  for (std::size_t i = 0; i < 40; ++i) EXPECT_TRUE(watch.is_slowed(i)) << i;
  watch.end(false);
  EXPECT_EQ(watch.conditions().slowed, 40U);
  EXPECT_EQ(watch.conditions().throttle, bit(Throttle::kPowerCap));
  EXPECT_EQ(watch.conditions().throughout, 0U);
}

TEST_F(ClockWatchTest, AReasonThatComesBesideTheDevicesStateSlows) {
  const auto cap = bit(Throttle::kPowerCap);
  say(kFull, cap);
  auto watched = device();
  ClockWatch watch(watched, clock_);
  watch.begin();
  watch.read(10);
  say(0.7 * kFull, cap | bit(Throttle::kThermal));
  watch.read(20);
  say(kFull, cap);
  watch.read(30);
  watch.read(40);
  for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(watch.is_slowed(i), i >= 10 && i < 30) << i;
  watch.end(true);
  EXPECT_EQ(watch.conditions().dropped, 20U);
  EXPECT_EQ(watch.conditions().throttle, cap | bit(Throttle::kThermal));
  EXPECT_EQ(watch.conditions().throughout, cap);
}

TEST_F(ClockWatchTest, AnIdleReadingDoesNotEndTheDevicesState) {
  say(0.2 * kFull, 0, true);
  auto watched = device();
  ClockWatch watch(watched, clock_);
  watch.begin();
  say(kFull, bit(Throttle::kPowerCap));
  watch.read(10);
  watch.read(20);
  EXPECT_FALSE(watch.is_slowed(0));
  watch.end(true);
  EXPECT_EQ(watch.conditions().throughout, bit(Throttle::kPowerCap));
  EXPECT_EQ(watch.conditions().dropped, 0U);
}

TEST_F(ClockWatchTest, ADeviceThatOnlyIdledHasNoStateThroughout) {
  say(kFull, 0, true);
  auto watched = device();
  ClockWatch watch(watched, clock_);
  watch.begin();
  watch.read(10);
  watch.end(true);
  EXPECT_EQ(watch.conditions().throughout, 0U);
}

TEST_F(ClockWatchTest, AClockThatFellNeedsNoReason) {
  say(kFull);
  auto watched = device();
  ClockWatch watch(watched, clock_);
  watch.begin();
  watch.read(10);
  say(0.85 * kFull);
  EXPECT_TRUE(watch.read(20));
  EXPECT_FALSE(watch.is_slowed(9));
  EXPECT_TRUE(watch.is_slowed(10));
  watch.end(true);
  EXPECT_NEAR(watch.conditions().fall, 0.15, 1e-6);
  EXPECT_DOUBLE_EQ(watch.conditions().core.median, kFull);
}

TEST_F(ClockWatchTest, AStepOfTheClockIsNoFall) {
  say(kFull);
  auto watched = device();
  ClockWatch watch(watched, clock_);
  watch.begin();
  say(0.96 * kFull);
  EXPECT_FALSE(watch.read(10));
  EXPECT_FALSE(watch.is_slowed(0));
}

TEST_F(ClockWatchTest, AnIdleClockSaysNothing) {
  say(0.2 * kFull, 0, true);
  auto watched = device();
  ClockWatch watch(watched, clock_);
  watch.begin();
  say(kFull);
  EXPECT_FALSE(watch.read(10));
  EXPECT_FALSE(watch.is_slowed(0));
  watch.end(true);
  EXPECT_DOUBLE_EQ(watch.conditions().core.low, kFull);
  EXPECT_EQ(watch.conditions().fall, 0);
}

TEST_F(ClockWatchTest, RemembersTheHighestClockOfTheProcess) {
  say(kFull);
  auto watched = device();
  ClockWatch first(watched, clock_);
  first.begin();
  first.read(10);
  say(0.85 * kFull);
  ClockWatch second(watched, clock_);
  second.begin();
  second.read(10);
  second.end(true);
  EXPECT_NEAR(second.conditions().below_highest, 0.15, 1e-6);
  EXPECT_EQ(second.conditions().dropped, 0U);
}

TEST_F(ClockWatchTest, ADeviceThatTellsNothingIsNeverSlowed) {
  say(0);
  state_.reading = [] { return DeviceReading{}; };
  auto watched = device();
  ClockWatch watch(watched, clock_);
  watch.begin();
  EXPECT_FALSE(watch.read(10));
  watch.end(true);
  EXPECT_EQ(watch.conditions().core.median, 0);
  EXPECT_EQ(watch.conditions().below_highest, 0);
}

}  // namespace
}  // namespace tickbench::conditions
