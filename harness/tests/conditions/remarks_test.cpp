// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conditions/conditions.hpp"

namespace tickbench::conditions {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> remark_words(const Conditions& conditions) {
  std::vector<std::string> words;
  for (const auto& said : remarks(conditions)) words.push_back(said.words);
  return words;
}

TEST(Remarks, AreNoneWhereAllIsAsItShouldBe) {
  Conditions conditions;
  EXPECT_THAT(remark_words(conditions), IsEmpty());
  conditions.batched = ClockConditions{};
  conditions.begin.company = conditions.end.company = Company{0, "all but this process"};
  conditions.host = HostConditions{};
  conditions.host->pressure = kMuchPressure;
  conditions.host->steal = kMuchSteal;
  EXPECT_THAT(remark_words(conditions), IsEmpty());
}

ClockConditions throttled(ThrottleSet reasons, std::size_t dropped, std::size_t slowed = 0) {
  ClockConditions clocks;
  clocks.throttle = reasons;
  clocks.dropped = dropped;
  clocks.slowed = slowed;
  return clocks;
}

ClockConditions throttled_throughout(ThrottleSet reasons) {
  auto clocks = throttled(reasons, 0);
  clocks.throughout = reasons;
  return clocks;
}

TEST(Remarks, NameTheReasonsOfTheModeThatTimeShowsFirst) {
  Conditions conditions;
  conditions.isolated = throttled(bit(Throttle::kThermal), 1);
  EXPECT_THAT(remark_words(conditions), ElementsAre("throttled: thermal (1 sample dropped)"));
  conditions.batched = throttled(bit(Throttle::kPowerCap), 2);
  EXPECT_THAT(remark_words(conditions),
              ElementsAre("throttled: power_cap (2 samples dropped)",
                          "throttled in isolated mode: thermal (1 sample dropped)"));
  conditions.batched = ClockConditions{};
  EXPECT_THAT(remark_words(conditions),
              ElementsAre("throttled in isolated mode: thermal (1 sample dropped)"));
}

TEST(Remarks, SayThatSlowedSamplesWereKept) {
  Conditions conditions;
  conditions.batched = throttled(bit(Throttle::kPowerCap), 0, 57);
  EXPECT_THAT(remark_words(conditions),
              ElementsAre("throttled: power_cap (57 slowed samples kept)"));
  conditions.batched = throttled(0, 0, 1);
  conditions.batched->fall = 0.15;
  EXPECT_THAT(remark_words(conditions), ElementsAre("clock fell 15 % (1 slowed sample kept)"));
}

TEST(Remarks, SayThatItHeldThroughout) {
  Conditions conditions;
  conditions.batched = throttled_throughout(bit(Throttle::kPowerCap));
  EXPECT_THAT(remark_words(conditions), ElementsAre("throttled throughout: power_cap"));
}

TEST(Remarks, SayThatItHeldThroughoutTheModeThatTimeShows) {
  Conditions conditions;
  conditions.isolated = ClockConditions{};
  conditions.batched = throttled_throughout(bit(Throttle::kPowerCap));
  EXPECT_THAT(remark_words(conditions), ElementsAre("throttled throughout: power_cap"));
  // What holds for both is said once.
  conditions.isolated = conditions.batched;
  EXPECT_THAT(remark_words(conditions), ElementsAre("throttled throughout: power_cap"));
}

TEST(Remarks, NameOnlyTheReasonsThatHeldThroughoutAsSuch) {
  Conditions conditions;
  conditions.batched = throttled_throughout(bit(Throttle::kPowerCap));
  conditions.batched->throttle |= bit(Throttle::kThermal);
  conditions.batched->dropped = 12;
  EXPECT_THAT(remark_words(conditions), ElementsAre("throttled throughout: power_cap",
                                                    "throttled: thermal (12 samples dropped)"));
}

TEST(Remarks, NameAClockWithoutAReason) {
  Conditions conditions;
  conditions.batched = ClockConditions{};
  conditions.batched->fall = 0.15;
  conditions.batched->dropped = 1;
  EXPECT_THAT(remark_words(conditions), ElementsAre("clock fell 15 % (1 sample dropped)"));
  conditions.batched->fall = 0;
  conditions.batched->below_highest = 0.15;
  EXPECT_THAT(remark_words(conditions), ElementsAre("clock 15 % below its highest"));
}

TEST(Remarks, SayHowSlowTheCanaryWasAndWhatBecameOfTheSamples) {
  Conditions conditions;
  conditions.canary = SpeedConditions{1.124, 0, 0};
  EXPECT_THAT(remark_words(conditions), ElementsAre("canary 12 % slower"));
  conditions.canary = SpeedConditions{1.37, 30, 0};
  EXPECT_THAT(remark_words(conditions), ElementsAre("canary 37 % slower (30 samples dropped)"));
  conditions.canary = SpeedConditions{1.37, 0, 1};
  EXPECT_THAT(remark_words(conditions), ElementsAre("canary 37 % slower (1 slowed sample kept)"));
}

TEST(Remarks, NameCompanyAndTheHost) {
  Conditions conditions;
  conditions.end.company = Company{1, ""};
  conditions.host = HostConditions{};
  conditions.host->pressure = 0.35;
  conditions.host->steal = 0.12;
  EXPECT_THAT(remark_words(conditions),
              ElementsAre("1 other process on the device", "host pressure 35 %", "steal 12 %"));
  conditions.host->others = kMuchForOthers;  // it was this process that waited for itself
  EXPECT_THAT(remark_words(conditions), ElementsAre("1 other process on the device", "steal 12 %"));
  conditions.begin.company = Company{2, ""};
  EXPECT_EQ(remark_words(conditions).front(), "2 other processes on the device");
}

}  // namespace
}  // namespace tickbench::conditions
