// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "fake_source.hpp"

namespace tickbench {
namespace {

AppliedFloor floor_on(const std::string& metric, double at_least) {
  AppliedFloor applied;
  applied.floor.metric = metric;
  applied.floor.threshold = at_least;
  applied.floor.tolerance = 0;
  return applied;
}

/// With these intervals at one look after the other, at the level that is asked for.
void judge_repetition(FloorJudge& judge, std::vector<std::pair<double, double>> looks) {
  FakeSource source(
      [&](const AppliedFloor&, double level, int times) -> std::optional<Evidence> {
        const auto [low, high] = looks.at(static_cast<std::size_t>(times));
        return Evidence{{(low + high) / 2, {low, high, level}}, 30};
      },
      static_cast<int>(looks.size()) - 1);
  judge.judge_repetition(source);
}

TEST(FloorJudge, WithoutFloorsThereIsNothingToSampleFor) {
  FloorJudge judge({});
  EXPECT_EQ(judge.level(), level_for(1, kMaxFloorLooks));
  judge_repetition(judge, {});
  EXPECT_TRUE(judge.judgements().empty());
}

TEST(FloorJudge, RaisesTheLevelForAllFloorsAndLooks) {
  FloorJudge judge({{floor_on("time", 1), floor_on("noise", 1)}, 0}, 3);
  EXPECT_EQ(judge.level(), level_for(2, 3));
  FakeSource source([&](const AppliedFloor&, double level, int) {
    EXPECT_EQ(level, level_for(2, 3));
    return std::optional<Evidence>();
  });
  judge.judge_repetition(source);
}

TEST(FloorJudge, StopsAtTheFirstLookThatIsSure) {
  FloorJudge judge({{floor_on("time", 10)}, 0});
  judge_repetition(judge, {{11, 12}, {8, 9}});
  const auto judgement = judge.judgements().at(0);
  EXPECT_EQ(judgement.verdict, FloorVerdict::kPass);
  EXPECT_EQ(judgement.looks, 1);
  EXPECT_EQ(judgement.repetitions, 1U);
}

TEST(FloorJudge, SamplesOnWhileTheIntervalHoldsTheFloorAndLooksAreLeft) {
  FloorJudge judge({{floor_on("time", 10)}, 0}, 3);
  judge_repetition(judge, {{9, 12}, {9.5, 11}, {9.8, 10.5}, {11, 12}});
  const auto judgement = judge.judgements().at(0);
  EXPECT_EQ(judgement.verdict, FloorVerdict::kInconclusive);
  EXPECT_EQ(judgement.looks, 3);
  EXPECT_EQ(judgement.evidence->interval.low, 9.8);
}

TEST(FloorJudge, AnEndOfTheSamplesIsTheLastLook) {
  FloorJudge judge({{floor_on("time", 10)}, 0}, 3);
  judge_repetition(judge, {{9, 12}});
  EXPECT_EQ(judge.judgements().at(0).verdict, FloorVerdict::kInconclusive);
  EXPECT_EQ(judge.judgements().at(0).looks, 1);
}

TEST(FloorJudge, WhatIsDecidedStaysDecided) {
  FloorJudge judge({{floor_on("time", 10), floor_on("noise", 10)}, 0});
  FakeSource source(
      [](const AppliedFloor& applied, double level, int times) -> std::optional<Evidence> {
        const double low = times > 0 ? 8 : applied.floor.metric == "time" ? 11 : 9;
        return Evidence{{low, {low, times > 0 ? 9.0 : 13.0, level}}, 30};
      });
  judge.judge_repetition(source);
  const auto judgements = judge.judgements();
  EXPECT_EQ(judgements.at(0).verdict, FloorVerdict::kPass);
  EXPECT_EQ(judgements.at(0).looks, 1);
  EXPECT_EQ(judgements.at(0).evidence->interval.low, 11);
  EXPECT_EQ(judgements.at(1).verdict, FloorVerdict::kFail);
  EXPECT_EQ(judgements.at(1).looks, 2);
}

TEST(FloorJudge, NoSampleFindsAMetricThatIsNotThere) {
  FloorJudge judge({{floor_on("flops_per_second", 10)}, 0});
  FakeSource source([](const AppliedFloor&, double, int) { return std::optional<Evidence>(); });
  judge.judge_repetition(source);
  EXPECT_EQ(judge.judgements().at(0).verdict, FloorVerdict::kNotMeasured);
  EXPECT_EQ(judge.judgements().at(0).looks, 1);
  EXPECT_FALSE(judge.judgements().at(0).evidence.has_value());
}

TEST(FloorJudge, JudgesRepetitionsTogether) {
  FloorJudge judge({{floor_on("time", 10)}, 0});
  for (const double low : {11.0, 10.5, 12.0}) judge_repetition(judge, {{low, low + 1}});
  const auto judgement = judge.judgements().at(0);
  EXPECT_EQ(judgement.verdict, FloorVerdict::kPass);
  EXPECT_EQ(judgement.repetitions, 3U);
  EXPECT_EQ(judgement.evidence->interval.low, 10.5);
  EXPECT_EQ(judgement.evidence->interval.high, 13);
  EXPECT_EQ(judgement.evidence->value, 11.5);
}

TEST(FloorJudge, OneRepetitionThatAllocatesMoreMissesTheFloor) {
  const auto verdict_of = [](const std::string& metric) {
    auto applied = floor_on(metric, 10);
    applied.floor.bound = Floor::Bound::kAtMost;
    FloorJudge judge({{applied}, 0});
    for (const double count : {9.0, 11.0, 9.0}) {
      Evidence counted;
      counted.value = counted.lowest = counted.highest = count;
      counted.interval = {count, count, 0};
      counted.samples = 1;
      counted.is_exact = true;
      FakeSource source([&](const AppliedFloor&, double, int) { return Finding(counted); });
      judge.judge_repetition(source);
    }
    return judge.judgements().at(0).verdict;
  };
  EXPECT_EQ(verdict_of("device_memory"), FloorVerdict::kFail);
  EXPECT_EQ(verdict_of("counter:steps"), FloorVerdict::kInconclusive) << "it may change";
}

TEST(FloorJudge, DoesNotSampleOnWhereRepetitionsDisagree) {
  FloorJudge judge({{floor_on("time", 10)}, 0}, 3);
  judge_repetition(judge, {{11, 12}});
  judge_repetition(judge, {{8, 9}});
  EXPECT_EQ(judge.judgements().at(0).verdict, FloorVerdict::kInconclusive);
  judge_repetition(judge, {{9, 11}, {11, 12}});
  EXPECT_EQ(judge.judgements().at(0).looks, 1);
}

TEST(FloorJudge, ARepetitionWithoutTheMetricLeavesTheFloorUnmeasured) {
  FloorJudge judge({{floor_on("time", 10)}, 0});
  judge_repetition(judge, {{11, 12}});
  FakeSource source(
      [](const AppliedFloor&, double, int) { return Finding(std::nullopt, "it went away"); });
  judge.judge_repetition(source);
  EXPECT_EQ(judge.judgements().at(0).verdict, FloorVerdict::kNotMeasured);
  EXPECT_EQ(judge.judgements().at(0).why_not, "it went away");
}

TEST(FloorJudge, OnlyAMissOfASharedDeviceAsksForOtherSamples) {
  // Open at first, then missed, then met.
  const auto find = [](const AppliedFloor&, double level, int times) -> std::optional<Evidence> {
    const double low = times == 1 ? 4 : times == 0 ? 8 : 11;
    return Evidence{{low + 1, {low, times == 0 ? 12 : low + 2, level}}, 30};
  };
  FakeSource source(find);
  source.without_others = find;
  FloorJudge judge({{floor_on("time", 10)}, 0}, 3);
  judge.judge_repetition(source);
  EXPECT_EQ(judge.judgements().at(0).verdict, FloorVerdict::kPass);
  EXPECT_THAT(source.missed_floors, testing::ElementsAre(0, 1));
}

/// Of a floor of 10, with this value, and this one without what others took.
void judge_shared(FloorJudge& judge, double value, double unshared) {
  const auto find = [](double of) {
    return [of](const AppliedFloor&, double level, int) -> std::optional<Evidence> {
      return Evidence{{of, {0.99 * of, 1.01 * of, level}}, 30};
    };
  };
  FakeSource source(find(value));
  source.without_others = find(unshared);
  judge.judge_repetition(source);
}

TEST(FloorJudge, AMissOnASharedDeviceIsTakenAgainAndInconclusiveWhereOthersExplainIt) {
  FloorJudge judge({{floor_on("time", 10)}, 0}, 3);
  judge_shared(judge, 5, 12);
  const auto judgement = judge.judgements().at(0);
  EXPECT_EQ(judgement.verdict, FloorVerdict::kInconclusive);
  EXPECT_EQ(judgement.looks, 3);
  EXPECT_EQ(judgement.evidence->value, 5);
  EXPECT_EQ(judgement.unshared.value(), 12);
}

TEST(FloorJudge, AMissThatOthersDoNotExplainIsOneBehindTheLastLook) {
  FloorJudge judge({{floor_on("time", 10)}, 0}, 3);
  judge_shared(judge, 5, 8);
  const auto judgement = judge.judgements().at(0);
  EXPECT_EQ(judgement.verdict, FloorVerdict::kFail);
  EXPECT_EQ(judgement.looks, 3);
  EXPECT_FALSE(judgement.unshared);
}

TEST(FloorJudge, WhatIsMetOnASharedDeviceIsMet) {
  FloorJudge judge({{floor_on("time", 10)}, 0}, 3);
  judge_shared(judge, 12, 20);
  EXPECT_EQ(judge.judgements().at(0).verdict, FloorVerdict::kPass);
  EXPECT_EQ(judge.judgements().at(0).looks, 1);
  EXPECT_FALSE(judge.judgements().at(0).unshared);
}

TEST(FloorJudge, OneSharedRepetitionLeavesTheOthersMissesOpen) {
  FloorJudge judge({{floor_on("time", 10)}, 0}, 3);
  judge_shared(judge, 5, 12);
  judge_repetition(judge, {{5, 6}});
  EXPECT_EQ(judge.judgements().at(0).verdict, FloorVerdict::kInconclusive);
  FloorJudge beyond({{floor_on("time", 10)}, 0}, 3);
  judge_shared(beyond, 5, 8);
  judge_repetition(beyond, {{5, 6}});
  EXPECT_EQ(beyond.judgements().at(0).verdict, FloorVerdict::kFail);
}

}  // namespace
}  // namespace tickbench
