// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "clock/device_time.hpp"

namespace tickbench {
namespace {

Plausibility judged(double device_us, double host_us, double step_us = 0) {
  return judge(Seconds(device_us * 1e-6), Seconds(host_us * 1e-6), Seconds(step_us * 1e-6));
}

TEST(PlausibilityGate, PassesWhatTheHostHadTimeFor) {
  EXPECT_EQ(judged(10, 100), Plausibility::kPlausible);
  EXPECT_EQ(judged(100, 100), Plausibility::kPlausible);
  EXPECT_EQ(judged(1e-3, 100), Plausibility::kPlausible);
}

TEST(PlausibilityGate, AllowsARateFivePercentOffAndAStep) {
  EXPECT_EQ(judged(104.9, 100), Plausibility::kPlausible);
  EXPECT_EQ(judged(105.1, 100), Plausibility::kLongerThanHost);
  EXPECT_EQ(judged(106.9, 100, 2), Plausibility::kPlausible);
  EXPECT_EQ(judged(107.1, 100, 2), Plausibility::kLongerThanHost);
}

TEST(PlausibilityGate, RefusesWhatIsNoTime) {
  EXPECT_EQ(judged(0, 100), Plausibility::kZero);
  EXPECT_EQ(judged(-1, 100), Plausibility::kNotATime);
  EXPECT_EQ(judged(std::numeric_limits<double>::quiet_NaN(), 100), Plausibility::kNotATime);
  EXPECT_EQ(judged(std::numeric_limits<double>::infinity(), 100), Plausibility::kNotATime);
}

TEST(PlausibilityGate, SaysWhatItExpectsAndWhatItFound) {
  EXPECT_EQ(
      refusal_text(Seconds(0.02), Seconds(40e-6), Seconds(1e-6)),
      "expected 0 < device time <= host time x 1.05 + step, found a device time of 20 ms in a "
      "host time of 40 us (step 1 us)");
}

}  // namespace
}  // namespace tickbench
