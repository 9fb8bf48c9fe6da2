// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/brackets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fakes/fake_queue.hpp"

namespace tickbench {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class PlanTest : public testing::Test {
 protected:
  fakes::FakeClock clock_;
  fakes::FakeQueue queue_{clock_, {}};
  Work work_ = queue_.work();
  MeasurementSettings settings_;
};

TEST_F(PlanTest, IsolatedTakesTheLaunchsOwnEventFirst) {
  EXPECT_THAT(make_plan(queue_, work_, Mode::kIsolated, settings_).device_methods,
              ElementsAre(TimeMethod::kOneEvent, TimeMethod::kBracket));
}

TEST_F(PlanTest, BatchedTakesBracketsFirst) {
  EXPECT_THAT(make_plan(queue_, work_, Mode::kBatched, settings_).device_methods,
              ElementsAre(TimeMethod::kBracket, TimeMethod::kEventSum));
}

TEST_F(PlanTest, BatchedTakesGraphsOnRequestWhereTheQueueHasThem) {
  queue_.device().methods.insert(TimeMethod::kGraph);
  EXPECT_THAT(make_plan(queue_, work_, Mode::kBatched, settings_).device_methods,
              ElementsAre(TimeMethod::kBracket, TimeMethod::kEventSum));
  settings_.graphs = true;
  EXPECT_THAT(make_plan(queue_, work_, Mode::kBatched, settings_).device_methods,
              ElementsAre(TimeMethod::kGraph, TimeMethod::kBracket, TimeMethod::kEventSum));
  EXPECT_THAT(make_plan(queue_, work_, Mode::kIsolated, settings_).device_methods,
              ElementsAre(TimeMethod::kOneEvent, TimeMethod::kBracket));
}

TEST_F(PlanTest, WorkOfSeveralCommandsHasNoEventOfItsOwn) {
  work_.commands = 0;
  EXPECT_THAT(make_plan(queue_, work_, Mode::kIsolated, settings_).device_methods,
              ElementsAre(TimeMethod::kBracket));
}

TEST_F(PlanTest, AChainHasTheEventsOfItsEnds) {
  work_.commands = 3;
  EXPECT_THAT(make_plan(queue_, work_, Mode::kIsolated, settings_).device_methods,
              ElementsAre(TimeMethod::kEventSum, TimeMethod::kBracket));
  EXPECT_THAT(make_plan(queue_, work_, Mode::kBatched, settings_).device_methods,
              ElementsAre(TimeMethod::kBracket, TimeMethod::kEventSum));
}

TEST_F(PlanTest, ColdBatchesSumEventsSoThatTheDisplacementStaysOutside) {
  settings_.cache = Cache::kCold;
  settings_.displace_bytes = 1 << 20;
  const Plan plan = make_plan(queue_, work_, Mode::kBatched, settings_);
  EXPECT_THAT(plan.device_methods, ElementsAre(TimeMethod::kEventSum));
  EXPECT_EQ(plan.displace_bytes, std::size_t{1} << 20);
}

TEST_F(PlanTest, WarmDisplacesNothingWhateverIsSet) {
  settings_.displace_bytes = 1 << 20;
  EXPECT_EQ(make_plan(queue_, work_, Mode::kIsolated, settings_).displace_bytes, 0U);
}

TEST_F(PlanTest, AQueueWithoutDeviceTimesLeavesNone) {
  queue_.device().methods = {TimeMethod::kHost};
  EXPECT_THAT(make_plan(queue_, work_, Mode::kIsolated, settings_).device_methods, IsEmpty());
}

class BracketGrowth : public testing::Test {
 protected:
  std::int64_t grow(fakes::FakeDevice device, Seconds budget = Seconds(0.5)) {
    fakes::FakeClock clock;
    fakes::FakeQueue queue(clock, std::move(device));
    const Work work = queue.work();
    Bracketer bracketer{queue, work, clock, TimeMethod::kBracket, 0};
    // As after a warm-up, which shows the clock's step.
    for (int i = 0; i < 50; ++i) bracketer.run(1, true);
    const auto begin = clock.elapsed();
    const std::int64_t launches = grow_bracket(bracketer, {.budget = budget});
    wall_ = clock.elapsed() - begin;
    return launches;
  }
  Seconds wall_{};
};

TEST_F(BracketGrowth, TakesOneLaunchThatIsLongEnough) {
  EXPECT_EQ(grow({.launch = Seconds(2e-3)}), 1);
}

TEST_F(BracketGrowth, MakesABracketAMillisecondLong) {
  // 128 x 10 us is the first power of two above 1 ms.
  EXPECT_EQ(grow({.launch = Seconds(10e-6), .host_cost = Seconds(1e-7)}), 128);
}

TEST_F(BracketGrowth, MakesABracketAThousandStepsLong) {
  const fakes::FakeDevice coarse{.launch = Seconds(103e-6),
                                 .host_cost = Seconds(1e-7),
                                 .ticks_a_step = 10'000,
                                 .reported_resolution = Seconds(0)};
  // 1000 steps of 10 us are 98 launches.
  EXPECT_EQ(grow(coarse, Seconds(10)), 128);
}

TEST_F(BracketGrowth, LeavesRoomForThirtySamplesInTheBudget) {
  const fakes::FakeDevice costly{
      .launch = Seconds(1e-6), .host_cost = Seconds(126e-6), .starts_at_wait = true};
  const std::int64_t launches = grow(costly);
  EXPECT_EQ(launches, 64);
  EXPECT_LE(static_cast<double>(launches) * 127e-6 * 30, 0.5);
  EXPECT_LT(wall_, Seconds(0.05));
}

TEST_F(BracketGrowth, ABudgetOfNothingStillTakesABracket) { EXPECT_EQ(grow({}, Seconds(0)), 1); }

TEST_F(BracketGrowth, OneInterruptionDoesNotEndIt) {
  EXPECT_EQ(grow({.launch = Seconds(10e-6),
                  .host_cost = Seconds(1e-7),
                  .wait_cost = Seconds(5e-6),
                  .wait_noise =
                      fakes::product(fakes::slow_start(51, 10'000), fakes::slow_start(50, 1e-4))}),
            128);
}

TEST_F(BracketGrowth, RefusesAClockThatStandsStill) {
  EXPECT_THROW(grow({.stuck_after = Seconds(0)}), ImplausibleTime);
}

TEST(ImplausibleTime, NamesWhatItRefuses) {
  const Bracket bracket{Seconds(0.02), Seconds(40e-6), {}};
  try {
    refuse(Plausibility::kLongerThanHost, bracket, {64, TimeMethod::kBracket, 0}, Seconds(1e-6));
    FAIL() << "nothing was thrown";
  } catch (const ImplausibleTime& refused) {
    EXPECT_EQ(refused.found(), Plausibility::kLongerThanHost);
    EXPECT_STREQ(
        refused.what(),
        "expected 0 < device time <= host time x 1.05 + step, found a device time of 20 ms "
        "in a host time of 40 us (step 1 us) over 64 launches by method bracket");
  }
}

}  // namespace
}  // namespace tickbench
