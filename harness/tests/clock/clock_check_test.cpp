// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "clock/clock_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fakes/fake_queue.hpp"

namespace tickbench {
namespace {

using testing::HasSubstr;
using Verdict = ClockCheck::Verdict;

class ClockCheckTest : public testing::Test {
 protected:
  ClockCheck check(fakes::FakeDevice device) {
    fakes::FakeQueue queue(clock_, std::move(device));
    return check_clock(queue, clock_);
  }
  fakes::FakeClock clock_;
};

TEST_F(ClockCheckTest, ASoundClockIsSoundAfterFiftyMilliseconds) {
  const ClockCheck result = check({});
  EXPECT_EQ(result.verdict, Verdict::kSound);
  EXPECT_NEAR(result.rate, 1, result.uncertainty);
  EXPECT_LT(result.uncertainty, 1e-4);
  EXPECT_GE(result.span, Seconds(0.05));
  EXPECT_LT(clock_.elapsed(), Seconds(0.06));
  EXPECT_EQ(result.message, "");
}

TEST_F(ClockCheckTest, FindsTheRate) {
  for (const double rate : {0.9995, 1.0, 1.0015}) {
    const ClockCheck result = check({.clock_rate = rate});
    EXPECT_NEAR(result.rate, rate, result.uncertainty);
    EXPECT_EQ(result.verdict, Verdict::kSound) << rate;
  }
}

TEST_F(ClockCheckTest, FourPerMilleOffIsAWarning) {
  for (const double rate : {1.004, 0.996, 1.049}) {
    const ClockCheck result = check({.clock_rate = rate});
    EXPECT_EQ(result.verdict, Verdict::kWarning) << rate;
    EXPECT_THAT(result.message, HasSubstr("the device's clock is off"));
  }
}

TEST_F(ClockCheckTest, AFactorOfAThousandIsBroken) {
  EXPECT_EQ(check({.clock_rate = 1000}).verdict, Verdict::kBroken);
  EXPECT_NEAR(check({.clock_rate = 1000}).rate, 1000, 1);
  EXPECT_EQ(check({.clock_rate = 1e-3}).verdict, Verdict::kBroken);
  EXPECT_EQ(check({.clock_rate = 1.06}).verdict, Verdict::kBroken);
  EXPECT_THAT(check({.clock_rate = 1000}).message, HasSubstr("found 1000"));
}

TEST_F(ClockCheckTest, AClockThatStandsStillIsBroken) {
  const ClockCheck result = check({.stuck_after = Seconds(0)});
  EXPECT_EQ(result.verdict, Verdict::kBroken);
  EXPECT_EQ(result.rate, 0);
  EXPECT_THAT(result.message, HasSubstr("stands still"));
}

TEST_F(ClockCheckTest, NoTimeLineIsItsOwnVerdict) {
  const ClockCheck result = check({.has_time_line = false});
  EXPECT_EQ(result.verdict, Verdict::kNoTimeLine);
  EXPECT_EQ(result.rate, 0);
  EXPECT_THAT(result.message, HasSubstr("time line"));
}

TEST_F(ClockCheckTest, WideWindowsTakeALongerSpan) {
  const ClockCheck result = check({.clock_window = Seconds(200e-6)});
  EXPECT_EQ(result.verdict, Verdict::kSound);
  EXPECT_GT(result.span, Seconds(0.1));
  EXPECT_LT(result.span, Seconds(0.5));
}

TEST_F(ClockCheckTest, WindowsTooWideToTellAreAWarningThatSaysSo) {
  const ClockCheck result = check({.clock_window = Seconds(5e-3)});
  EXPECT_EQ(result.verdict, Verdict::kWarning);
  EXPECT_THAT(result.message, HasSubstr("may be off"));
  EXPECT_LT(clock_.elapsed(), Seconds(1));
}

TEST_F(ClockCheckTest, CoarseTicksCountAsUncertainty) {
  // At 1 kHz, 50 ms are 50 ticks: one of them is 2 %.
  const ClockCheck result = check({.tick_hertz = 1e3});
  EXPECT_GT(result.span, Seconds(0.2));
  EXPECT_NE(result.verdict, Verdict::kBroken);
}

}  // namespace
}  // namespace tickbench
