// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fakes/fake_queue.hpp"
#include "measurement/sampling.hpp"

namespace tickbench {
namespace {

class WarmUpTest : public testing::Test {
 protected:
  /// Returns what it took, and leaves the wall time in wall_.
  WarmUp warm(fakes::FakeDevice device) {
    fakes::FakeClock clock;
    fakes::FakeQueue queue(clock, std::move(device));
    const Work work = queue.work();
    Bracketer bracketer{queue, work, clock, TimeMethod::kOneEvent, 0};
    const WarmUp result = warm_up(bracketer, settings_);
    wall_ = clock.elapsed();
    EXPECT_EQ(result.launches, queue.launches());
    return result;
  }
  MeasurementSettings settings_;
  Seconds wall_{};
};

TEST_F(WarmUpTest, LastsAtLeastFiftyMilliseconds) {
  warm({.launch = Seconds(10e-6)});
  EXPECT_GE(wall_, Seconds(0.05));
  EXPECT_LT(wall_, Seconds(0.051));
}

TEST_F(WarmUpTest, GoesOnUntilTheLaunchesAreSteady) {
  // 50 ms would end inside the slow start.
  const WarmUp result =
      warm({.launch = Seconds(1e-3),
            .launch_noise = fakes::product(fakes::slow_start(80, 1), fakes::drift(-0.01))});
  EXPECT_GT(result.launches, 200);
  EXPECT_GE(wall_, Seconds(0.1));
}

TEST_F(WarmUpTest, EndsSoonAfterASlowStart) {
  const WarmUp result = warm({.launch = Seconds(0.5e-3), .launch_noise = fakes::slow_start(3, 40)});
  EXPECT_GE(wall_, Seconds(0.06));
  EXPECT_LE(result.launches, 30);
  EXPECT_GE(result.launches, 10);
}

TEST_F(WarmUpTest, LongLaunchesWarmUpThreeTimes) {
  EXPECT_EQ(warm({.launch = Seconds(0.1)}).launches, 3);
}

TEST_F(WarmUpTest, TheBudgetEndsItAfterOneLaunch) {
  EXPECT_EQ(warm({.launch = Seconds(2)}).launches, 1);
}

TEST_F(WarmUpTest, TakesNoLongerThanHalfTheBudgetOfTheSamples) {
  settings_.budget = Seconds(0.2);
  warm({.launch = Seconds(1e-3), .launch_noise = fakes::lognormal_noise(1, 0.5)});
  EXPECT_GE(wall_, Seconds(0.1));
  EXPECT_LT(wall_, Seconds(0.11));
}

TEST_F(WarmUpTest, AMinimumAboveTheBudgetHolds) {
  settings_.minimum_warm_up = Seconds(1);
  warm({});
  EXPECT_GE(wall_, Seconds(1));
}

TEST_F(WarmUpTest, TellsWhetherAnyLaunchShowedATime) {
  EXPECT_FALSE(warm({}).all_zero);
  EXPECT_TRUE(warm({.stuck_after = Seconds(0)}).all_zero);
}

TEST_F(WarmUpTest, AClockThatStopsMeanwhileIsRefused) {
  EXPECT_THROW(warm({.stuck_after = Seconds(1e-3)}), ImplausibleTime);
}

}  // namespace
}  // namespace tickbench
