// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "clock/plausibility_gate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace tickbench {
namespace {

Plausibility judged(double device_us, double host_us, double step_us = 0) {
  return judge({Seconds(device_us * 1e-6), Seconds(host_us * 1e-6), {}}, Seconds(step_us * 1e-6));
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

TEST(PlausibilityGate, NamesWhatItRefuses) {
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
