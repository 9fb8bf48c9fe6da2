// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/speed_watch.hpp"

#include <gtest/gtest.h>

#include "fakes/fake_clock.hpp"

namespace tickbench::conditions {
namespace {

/// A device whose canary takes as many times as long as `ratio` says of the moment.
class SpeedWatchTest : public testing::Test {
 protected:
  fakes::FakeClock clock_;
  int looks_ = 0;
  std::function<std::optional<double>(Seconds)> ratio = [](Seconds) { return 1.0; };
  SpeedWatch watch_{[this] {
                      ++looks_;
                      clock_.advance(Seconds(0.002));
                      return ratio(clock_.elapsed());
                    },
                    clock_};
};

TEST_F(SpeedWatchTest, ADeviceThatIsAwakeIsLookedAtOnce) {
  watch_.begin();
  EXPECT_EQ(looks_, 1);
  EXPECT_TRUE(watch_.is_awake());
  EXPECT_EQ(watch_.conditions().slowest, 1);
}

TEST_F(SpeedWatchTest, ADeviceThatWasUsedIsNotLookedAt) {
  watch_.begin();
  clock_.advance(Seconds(10));
  watch_.end();
  clock_.advance(Seconds(0.049));
  watch_.begin();
  EXPECT_EQ(looks_, 1);
  watch_.end();
  clock_.advance(Seconds(0.051));
  watch_.begin();
  EXPECT_EQ(looks_, 2);
}

TEST_F(SpeedWatchTest, ADeviceThatSleepsIsWoken) {
  ratio = [](Seconds now) { return now < Seconds(0.3) ? 2.3 : 1.01; };
  watch_.begin();
  EXPECT_GE(clock_.elapsed(), Seconds(0.3));
  EXPECT_LT(clock_.elapsed(), Seconds(0.31));
  // It was no part of a measurement.
  EXPECT_EQ(watch_.conditions().slowest, 1);
}

TEST_F(SpeedWatchTest, ADeviceThatIsSlowForASecondIsSlow) {
  ratio = [](Seconds) { return 1.2; };
  watch_.begin();
  EXPECT_NEAR(clock_.elapsed().count(), 1, 0.01);
  EXPECT_EQ(watch_.conditions().slowest, 1.2);
  // That is its speed now: nobody waits for another one.
  clock_.advance(Seconds(1));
  const auto looks = looks_;
  watch_.begin();
  EXPECT_EQ(looks_, looks + 1);
  EXPECT_EQ(watch_.conditions().slowest, 1.2);
  EXPECT_TRUE(watch_.is_awake());
  ratio = [](Seconds) { return 1.3; };
  EXPECT_FALSE(watch_.is_awake());
  EXPECT_EQ(watch_.conditions().slowest, 1.3);
}

TEST_F(SpeedWatchTest, ADeviceThatIsFasterAgainIsHeldToThat) {
  ratio = [](Seconds) { return 1.2; };
  watch_.begin();
  // Faster than at the beginning of the run counts as that.
  ratio = [](Seconds) { return 0.9; };
  EXPECT_TRUE(watch_.is_awake());
  ratio = [](Seconds) { return 1.02; };
  EXPECT_TRUE(watch_.is_awake());
  ratio = [](Seconds) { return 1.2; };
  EXPECT_FALSE(watch_.is_awake());
}

TEST_F(SpeedWatchTest, WhatCannotBeToldIsNotJudged) {
  ratio = [](Seconds) { return std::nullopt; };
  watch_.begin();
  EXPECT_TRUE(watch_.is_awake());
  EXPECT_EQ(looks_, 2);
  EXPECT_EQ(watch_.conditions().slowest, 1);
}

TEST_F(SpeedWatchTest, EachMeasurementHasItsOwnConditions) {
  ratio = [](Seconds now) { return now > Seconds(1) && now < Seconds(2) ? 1.5 : 1.0; };
  watch_.begin();
  clock_.advance_to(Seconds(1.1));
  EXPECT_FALSE(watch_.is_awake());
  watch_.add(30, true);
  watch_.add(1, true);
  watch_.add(2, false);
  EXPECT_GE(Seconds(watch_.wake()), Seconds(0.8));
  EXPECT_EQ(watch_.conditions().slowest, 1.5);
  EXPECT_EQ(watch_.conditions().dropped, 31U);
  EXPECT_EQ(watch_.conditions().slowed, 2U);
  watch_.begin();
  EXPECT_EQ(watch_.conditions().slowest, 1);
  EXPECT_EQ(watch_.conditions().dropped, 0U);
}

}  // namespace
}  // namespace tickbench::conditions
