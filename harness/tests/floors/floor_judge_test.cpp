// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "floors/verdict.hpp"

namespace tickbench {
namespace {

AppliedFloor floor_on(const std::string& metric, double at_least) {
  AppliedFloor applied;
  applied.floor.metric = metric;
  applied.floor.threshold = at_least;
  applied.floor.tolerance = 0;
  return applied;
}

/// At the level that is asked for.
FloorJudge::EvidenceFor always(double low, double high) {
  return [=](const AppliedFloor&, double level) -> std::optional<Evidence> {
    return Evidence{(low + high) / 2, {low, high, level}, 30};
  };
}

TEST(FloorJudge, WithoutFloorsThereIsNothingToSampleFor) {
  FloorJudge judge({});
  EXPECT_EQ(judge.level(), level_for(1, kMaxFloorLooks));
  EXPECT_FALSE(judge.look(always(1, 2)));
  judge.end_repetition();
  EXPECT_TRUE(judge.judgements().empty());
}

TEST(FloorJudge, RaisesTheLevelForAllFloorsAndLooks) {
  FloorJudge judge({{floor_on("time", 1), floor_on("noise", 1)}, 0}, 3);
  EXPECT_EQ(judge.level(), level_for(2, 3));
  judge.look([&](const AppliedFloor&, double level) {
    EXPECT_EQ(level, level_for(2, 3));
    return std::optional<Evidence>();
  });
}

TEST(FloorJudge, StopsAtTheFirstLookThatIsSure) {
  FloorJudge judge({{floor_on("time", 10)}, 0});
  EXPECT_FALSE(judge.look(always(11, 12)));
  judge.end_repetition();
  const auto judgement = judge.judgements().at(0);
  EXPECT_EQ(judgement.verdict, FloorVerdict::kPass);
  EXPECT_EQ(judgement.looks, 1);
  EXPECT_EQ(judgement.repetitions, 1U);
}

TEST(FloorJudge, SamplesOnWhileTheIntervalHoldsTheFloorAndLooksAreLeft) {
  FloorJudge judge({{floor_on("time", 10)}, 0}, 3);
  EXPECT_TRUE(judge.look(always(9, 12)));
  EXPECT_TRUE(judge.look(always(9.5, 11)));
  EXPECT_FALSE(judge.look(always(9.8, 10.5)));
  const auto judgement = judge.judgements().at(0);
  EXPECT_EQ(judgement.verdict, FloorVerdict::kInconclusive);
  EXPECT_EQ(judgement.looks, 3);
  EXPECT_EQ(judgement.evidence->interval.low, 9.8);
}

TEST(FloorJudge, ALookTooManyIsAnError) {
  FloorJudge judge({{floor_on("time", 10)}, 0}, 2);
  judge.look(always(9, 12));
  judge.look(always(9, 12));
  EXPECT_THROW(judge.look(always(9, 12)), std::logic_error);
}

TEST(FloorJudge, ARepetitionWithoutALookIsAnError) {
  FloorJudge judge({{floor_on("time", 10)}, 0});
  EXPECT_THROW(judge.end_repetition(), std::logic_error);
}

TEST(FloorJudge, WhatIsDecidedStaysDecided) {
  FloorJudge judge({{floor_on("time", 10), floor_on("noise", 10)}, 0});
  const auto first = [](const AppliedFloor& applied, double level) -> std::optional<Evidence> {
    const double low = applied.floor.metric == "time" ? 11 : 9;
    return Evidence{12, {low, 13, level}, 30};
  };
  EXPECT_TRUE(judge.look(first));
  EXPECT_FALSE(judge.look(always(8, 9)));
  const auto judgements = judge.judgements();
  EXPECT_EQ(judgements.at(0).verdict, FloorVerdict::kPass);
  EXPECT_EQ(judgements.at(0).looks, 1);
  EXPECT_EQ(judgements.at(0).evidence->interval.low, 11);
  EXPECT_EQ(judgements.at(1).verdict, FloorVerdict::kFail);
  EXPECT_EQ(judgements.at(1).looks, 2);
}

TEST(FloorJudge, NoSampleFindsAMetricThatIsNotThere) {
  FloorJudge judge({{floor_on("flops_per_second", 10)}, 0});
  EXPECT_FALSE(judge.look([](const AppliedFloor&, double) { return std::optional<Evidence>(); }));
  judge.end_repetition();
  EXPECT_EQ(judge.judgements().at(0).verdict, FloorVerdict::kNotMeasured);
  EXPECT_FALSE(judge.judgements().at(0).evidence.has_value());
}

TEST(FloorJudge, JudgesRepetitionsTogether) {
  FloorJudge judge({{floor_on("time", 10)}, 0});
  for (const double low : {11.0, 10.5, 12.0}) {
    EXPECT_FALSE(judge.look(always(low, low + 1)));
    judge.end_repetition();
  }
  const auto judgement = judge.judgements().at(0);
  EXPECT_EQ(judgement.verdict, FloorVerdict::kPass);
  EXPECT_EQ(judgement.repetitions, 3U);
  EXPECT_EQ(judgement.evidence->interval.low, 10.5);
  EXPECT_EQ(judgement.evidence->interval.high, 13);
  EXPECT_EQ(judgement.evidence->value, 11.5);
}

TEST(FloorJudge, RepetitionsThatDisagreeAreInconclusive) {
  FloorJudge judge({{floor_on("time", 10)}, 0});
  judge.look(always(11, 12));
  judge.end_repetition();
  judge.look(always(8, 9));
  judge.end_repetition();
  EXPECT_EQ(judge.judgements().at(0).verdict, FloorVerdict::kInconclusive);
}

TEST(FloorJudge, DoesNotSampleOnForWhatIsLostAlready) {
  FloorJudge judge({{floor_on("time", 10)}, 0}, 1);
  EXPECT_FALSE(judge.look(always(9, 11)));
  judge.end_repetition();
  FloorJudge with_looks({{floor_on("time", 10)}, 0}, 3);
  with_looks.look(always(11, 12));
  with_looks.end_repetition();
  with_looks.look(always(8, 9));
  with_looks.end_repetition();
  EXPECT_FALSE(with_looks.look(always(9, 11))) << "two repetitions disagree already";
}

TEST(FloorJudge, ARepetitionWithoutTheMetricLeavesTheFloorUnmeasured) {
  FloorJudge judge({{floor_on("time", 10)}, 0});
  judge.look(always(11, 12));
  judge.end_repetition();
  judge.look([](const AppliedFloor&, double) { return Finding(std::nullopt, "it went away"); });
  judge.end_repetition();
  EXPECT_EQ(judge.judgements().at(0).verdict, FloorVerdict::kNotMeasured);
  EXPECT_EQ(judge.judgements().at(0).why_not, "it went away");
}

}  // namespace
}  // namespace tickbench
