// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/bracket_growth.hpp"

#include <gtest/gtest.h>

#include "fakes/fake_queue.hpp"

namespace tickbench {
namespace {

class BracketGrowth : public testing::Test {
 protected:
  std::int64_t grow(fakes::FakeDevice device, Seconds budget = Seconds(0.5)) {
    fakes::FakeClock clock;
    fakes::FakeQueue queue(clock, std::move(device));
    const Work work = queue.work();
    Bracketer bracketer(queue, work, clock, TimeMethod::kBracket, 0);
    // As after a warm-up, which shows the clock's step.
    for (int i = 0; i < 50; ++i) bracketer.run(1, true);
    const auto begin = clock.elapsed();
    const std::int64_t launches = grow_bracket(bracketer, budget);
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

}  // namespace
}  // namespace tickbench
