// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "measurement/measurement.hpp"

namespace tickbench {
namespace {

// The names are those of the JSON output.
TEST(Names, AreThoseOfTheOutput) {
  EXPECT_EQ(to_string(TimeMethod::kOneEvent), "event");
  EXPECT_EQ(to_string(TimeMethod::kBracket), "bracket");
  EXPECT_EQ(to_string(TimeMethod::kEventSum), "events");
  EXPECT_EQ(to_string(TimeMethod::kHost), "host");
  EXPECT_EQ(to_string(Mode::kIsolated), "isolated");
  EXPECT_EQ(to_string(Mode::kBatched), "batched");
  EXPECT_EQ(to_string(Cache::kWarm), "warm");
  EXPECT_EQ(to_string(Cache::kCold), "cold");
  EXPECT_EQ(to_string(StopReason::kPrecision), "precision");
  EXPECT_EQ(to_string(StopReason::kNoiseFloor), "noise_floor");
  EXPECT_EQ(to_string(StopReason::kBudget), "budget");
  EXPECT_EQ(to_string(StopReason::kCount), "count");
  EXPECT_EQ(to_string(ClockCheck::Verdict::kSound), "sound");
  EXPECT_EQ(to_string(ClockCheck::Verdict::kWarning), "warning");
  EXPECT_EQ(to_string(ClockCheck::Verdict::kBroken), "broken");
  EXPECT_EQ(to_string(ClockCheck::Verdict::kNoTimeLine), "no_time_line");
}

}  // namespace
}  // namespace tickbench
