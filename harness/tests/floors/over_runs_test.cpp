// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "fake_source.hpp"
#include "floors/floor_report.hpp"

namespace tickbench::floors {
namespace {

using testing::HasSubstr;

/// Each known to 0.1 % inside its run.
std::vector<Evidence> make_runs(const std::vector<double>& values) {
  std::vector<Evidence> runs;
  for (const double value : values)
    runs.push_back({value, {value * 0.999, value * 1.001, 0.95}, 30});
  return runs;
}

Floor at_most(double threshold, std::size_t runs = 1) {
  Floor floor;
  floor.metric = "time";
  floor.bound = Floor::Bound::kAtMost;
  floor.threshold = threshold;
  floor.tolerance = 0;
  floor.runs = runs;
  return floor;
}

TEST(OverRuns, IsStudentsIntervalOfTheLogarithms) {
  const auto all = over_runs(make_runs({std::exp(1.0), std::exp(2.0), std::exp(3.0)}), 0.95);
  EXPECT_NEAR(all.value, std::exp(2.0), 1e-12);
  // The quantile of two degrees of freedom, a deviation of 1 and three runs.
  EXPECT_NEAR(std::log(all.interval.high), 2 + 4.302653 / std::sqrt(3.0), 1e-5);
  EXPECT_NEAR(std::log(all.interval.low), 2 - 4.302653 / std::sqrt(3.0), 1e-5);
  EXPECT_EQ(all.runs, 3U);
  EXPECT_EQ(all.samples, 90U);
  EXPECT_NEAR(all.spread.value(), 1, 1e-12);
}

TEST(OverRuns, OneRunStaysAsItIs) {
  const auto one = over_runs(make_runs({2}), 0.95);
  EXPECT_EQ(one.interval.low, 2 * 0.999);
  EXPECT_EQ(one.runs, 1U);
  EXPECT_FALSE(one.spread);
  EXPECT_THROW(over_runs({}, 0.95), std::invalid_argument);
}

TEST(OverRuns, WhereOneIsNotAboveZeroItIsOfTheValues) {
  const auto all = over_runs(make_runs({-1, 0, 1}), 0.95);
  EXPECT_EQ(all.value, 0);
  EXPECT_NEAR(all.interval.high, 4.302653 / std::sqrt(3.0), 1e-5);
  EXPECT_FALSE(all.spread);
}

TEST(OverRuns, EqualValuesThatMayBeSoByChanceDecideNothing) {
  EXPECT_EQ(over_runs(make_runs({1, 1, 1}), 0.95).interval.level, 0);
  EXPECT_EQ(judge(at_most(2), over_runs(make_runs({1, 1, 1}), 0.95), 0.95),
            FloorVerdict::kInconclusive);
  EXPECT_EQ(judge(at_most(2), over_runs(make_runs({1, 1, 1, 1, 1, 1}), 0.95), 0.95),
            FloorVerdict::kPass);
}

TEST(OverRuns, CountsThatAreEqualAreExact) {
  const auto count = [](double value) { return median_evidence({&value, 1}, 0.95, true); };
  EXPECT_EQ(judge(at_most(2, 3), over_runs(std::vector{count(1), count(1), count(1)}, 0.95), 0.95),
            FloorVerdict::kPass);
  EXPECT_EQ(judge(at_most(2, 3), over_runs(std::vector{count(1), count(1), count(0)}, 0.95), 0.95),
            FloorVerdict::kInconclusive);
}

TEST(OverRuns, ValuesThatRoundAlikeAreKnownToTheStep) {
  auto runs = make_runs({1, 1, 1});
  for (auto& run : runs) run.step = 0.01;
  const auto all = over_runs(runs, 0.95);
  EXPECT_NEAR(std::log(all.interval.high), 4.302653 * 0.01 / std::sqrt(12.0), 1e-6);
  EXPECT_EQ(judge(at_most(1.02), all, 0.95), FloorVerdict::kPass);
  EXPECT_EQ(judge(at_most(1.01), all, 0.95), FloorVerdict::kInconclusive);
}

TEST(OverRuns, WhatIsNotFiniteIsNotMeasured) {
  const auto all = over_runs(make_runs({1, std::numeric_limits<double>::quiet_NaN()}), 0.95);
  EXPECT_EQ(judge(at_most(2), all, 0.95), FloorVerdict::kNotMeasured);
}

TEST(OverRuns, OneRunIsNeverSureWhereTheFloorAsksForMore) {
  const auto one = make_runs({1}).front();
  EXPECT_EQ(judge(at_most(2), one, 0.95), FloorVerdict::kPass);
  EXPECT_EQ(judge(at_most(2, 3), one, 0.95), FloorVerdict::kInconclusive);
  EXPECT_EQ(judge(at_most(0.5, 3), one, 0.95), FloorVerdict::kInconclusive);
  EXPECT_EQ(judge(at_most(2, 3), over_runs(make_runs({1, 1.01}), 0.95), 0.95),
            FloorVerdict::kInconclusive);
  EXPECT_EQ(judge(at_most(2, 3), over_runs(make_runs({1, 1.01, 1.02}), 0.95), 0.95),
            FloorVerdict::kPass);
}

TEST(OverRuns, ASuiteDoesNotSampleOnForIt) {
  FloorJudge judge({{{at_most(1, 3), {}, "f: floors[0]"}}, 0});
  FakeSource source([](const AppliedFloor&, double level, int) -> std::optional<Evidence> {
    return Evidence{{1, {0.9, 1.1, level}}, 30};
  });
  judge.judge_repetition(source);
  EXPECT_EQ(judge.judgements().at(0).looks, 1);
  const FloorReport report{"D", "a", judge.judgements(), 0};
  EXPECT_EQ(report.verdict(), FloorVerdict::kInconclusive);
  EXPECT_THAT(to_text(report, false), HasSubstr("1 of the 3 runs that this floor asks for"));
  EXPECT_EQ(to_json(report)["judged"][0]["runs"], 3);
}

// 2000 floors that lie at the truth, whose runs spread by 5 %: judged by one run, that knows itself
// to 0.1 %, nearly every verdict is by chance; over runs 2.5 % a side, as the interval promises.
TEST(OverRuns, HoldsItsErrorRateWhateverTheSpread) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> noise(0, 0.05);
  for (const std::size_t n : {2U, 3U, 5U, 10U}) {
    std::size_t by_one = 0, over_all = 0;
    for (int i = 0; i < 2000; ++i) {
      std::vector<double> values(n);
      for (auto& value : values) value = std::exp(noise(random));
      const auto runs = make_runs(values);
      by_one += judge(at_most(1), runs.front(), 0.95) != FloorVerdict::kInconclusive ? 1U : 0U;
      over_all +=
          judge(at_most(1), over_runs(runs, 0.95), 0.95) != FloorVerdict::kInconclusive ? 1U : 0U;
    }
    EXPECT_GT(by_one, 1900U) << n;
    EXPECT_NEAR(static_cast<double>(over_all), 100, 40) << n;
  }
}

TEST(OverRuns, JsonSaysOverHowMany) {
  FloorReport report{"D", "a", {}, 0};
  Judgement judgement;
  judgement.applied = {at_most(2, 2), {}, "f: floors[0]"};
  judgement.evidence = over_runs(make_runs({1, 1.1}), 0.95);
  report.judgements = {judgement};
  const auto json = to_json(report)["judged"][0];
  EXPECT_EQ(json["runs"], 2);
  EXPECT_EQ(json["runs_judged"], 2);
  EXPECT_NEAR(json["spread"].get<double>(), std::log(1.1) / std::sqrt(2.0), 1e-12);
}

}  // namespace
}  // namespace tickbench::floors
