// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "history/series.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "history/steps.hpp"

namespace tickbench::history {
namespace {

using ::testing::HasSubstr;

/// Values of commits c0, c1, ...; each a run.
struct Builder {
  StoredValues values;
  Line line = Line({});

  explicit Builder(std::size_t commits) {
    std::vector<Commit> all;
    for (std::size_t i = 0; i < commits; ++i)
      all.push_back({"c" + std::to_string(i), "", "", "", ""});
    line = Line(std::move(all));
  }
  static SeriesKey key(const std::string& conditions = "driver: 1",
                       const std::string& machine = "m") {
    return {"f", machine, "GPU", conditions};
  }
  void add(const SeriesKey& key, std::size_t commit, double value, double canary = 0) {
    values.values.push_back({key, "c" + std::to_string(commit), value, value, value, canary});
  }
  History make(bool higher_is_better = false) const {
    return make_history(values, line, higher_is_better);
  }
};

TEST(Series, APointIsTheMedianOfItsRunsInTheOrderOfCommits) {
  Builder builder(3);
  const auto key = builder.key();
  builder.add(key, 2, 7);
  for (const double value : {3.0, 1.0, 2.0}) builder.add(key, 0, value);
  const auto history = builder.make();
  ASSERT_EQ(history.series.size(), 1U);
  const auto& points = history.series[0].points;
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].place, 0U);
  EXPECT_EQ(points[0].value, 2);
  EXPECT_EQ(points[0].low, 1);
  EXPECT_EQ(points[0].high, 3);
  EXPECT_EQ(points[0].runs, 3U);
  EXPECT_EQ(points[1].place, 2U);
}

TEST(Series, CommitsBesideTheLineAreCountedAndLeftOut) {
  Builder builder(1);
  const auto key = builder.key();
  builder.add(key, 0, 1);
  builder.add(key, 5, 1);
  builder.add(key, 6, 1);
  const auto history = builder.make();
  EXPECT_EQ(history.series[0].points.size(), 1U);
  EXPECT_EQ(history.elsewhere, 2U);
}

TEST(Series, WhereAConditionChangesTheLineBreaksAndNoStepIsClaimed) {
  Builder builder(40);
  const auto before = builder.key("driver: 1\nversion: 1"),
             now = builder.key("driver: 2\nversion: 1");
  for (std::size_t i = 0; i < 40; ++i) builder.add(i < 20 ? before : now, i, i < 20 ? 1.0 : 1.5);
  const auto history = builder.make();
  ASSERT_EQ(history.breaks.size(), 1U);
  EXPECT_NEAR(history.breaks[0].ratio, 1.5, 1e-9);
  EXPECT_EQ(history.breaks[0].what, "driver: 1 before, 2 now");
  EXPECT_TRUE(find_steps(history, {}, 0.015).empty());
}

TEST(Series, AnOlderCommitUnderTheNewConditionsHidesNoBreak) {
  Builder builder(40);
  const auto before = builder.key("driver: 1"), other = builder.key("driver: 1", "other"),
             now = builder.key("driver: 2");
  for (std::size_t i = 0; i < 40; ++i) builder.add(i < 20 ? before : now, i, i < 20 ? 1.0 : 1.5);
  for (const std::size_t i : {5U, 30U}) builder.add(other, i, 7);
  builder.add(now, 10, 1.5);
  const auto history = builder.make();
  ASSERT_EQ(history.breaks.size(), 1U);
  EXPECT_EQ(history.breaks[0].what, "driver: 1 before, 2 now");
  EXPECT_NEAR(history.breaks[0].ratio, 1.5, 1e-9);
}

TEST(Series, TwoMachinesSideBySideAreNoBreak) {
  Builder builder(20);
  const auto a = builder.key("", "a"), b = builder.key("", "b");
  for (std::size_t i = 0; i < 20; ++i) builder.add(i % 2 == 0 ? a : b, i, i % 2 == 0 ? 1.0 : 2.0);
  const auto history = builder.make();
  EXPECT_EQ(history.series.size(), 2U);
  EXPECT_TRUE(history.breaks.empty());
}

/// A machine that is 10 % slower from the middle on. `memory_bound`: this benchmark is not.
History with_canary(double step, bool follows_machine) {
  std::mt19937_64 random(8);
  std::normal_distribution<double> own(0, 0.002), machine(0, 0.02);
  Builder builder(60);
  const auto key = builder.key();
  for (std::size_t i = 0; i < 60; ++i) {
    const double speed = std::exp(machine(random)) * (i < 30 ? 1.0 : 1.1);
    builder.add(key, i,
                std::exp(own(random)) * (follows_machine ? speed : 1.0) * (i < 45 ? 1.0 : step),
                speed);
  }
  return builder.make();
}

TEST(Series, TheCanaryDividesTheMachineOut) {
  const auto history = with_canary(1.03, true);
  EXPECT_TRUE(history.series[0].divides_canary);
  const auto steps = find_steps(history, {}, 0.015);
  ASSERT_EQ(steps.size(), 1U) << "the machine's own step is none of the code";
  EXPECT_EQ(steps[0].at, 45U);
  EXPECT_NEAR(steps[0].ratio, 1.03, 0.005);
}

TEST(Series, ACanaryThatSaysNothingOfTheBenchmarkMakesNoStep) {
  const auto history = with_canary(1.0, false);
  EXPECT_FALSE(history.series[0].divides_canary);
  EXPECT_TRUE(find_steps(history, {}, 0.015).empty());
}

/// 60 commits with these levels from each place on.
History with_levels(const std::vector<std::pair<std::size_t, double>>& levels) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> noise(0, 0.003);
  Builder builder(60);
  const auto key = builder.key();
  for (std::size_t i = 0; i < 60; ++i) {
    double level = 1;
    for (const auto& [begin, value] : levels)
      if (i >= begin) level = value;
    builder.add(key, i, level * std::exp(noise(random)));
  }
  return builder.make();
}

Decision decision(StepState state, const std::string& before, const std::string& after,
                  double ratio) {
  return {.state = state,
          .id = "f",
          .machine = "m",
          .device = "GPU",
          .before = before,
          .after = after,
          .ratio = ratio,
          .made = "2026",
          .step_ratio = 1.04,
          .conditions = "driver: 1"};
}

TEST(Steps, OnlyWhatIsConfirmedFails) {
  const auto history = with_levels({{30, 1.04}});
  const auto state_with = [&](std::vector<Decision> decisions) {
    const auto steps = find_steps(history, decisions, 0.015);
    EXPECT_EQ(steps.size(), 1U);
    return std::pair(steps.at(0).state(), steps.at(0).is_failing());
  };
  EXPECT_EQ(state_with({}), std::pair(StepState::kProposed, false));
  const auto confirmed = decision(StepState::kConfirmed, "c29", "c30", 1.04);
  EXPECT_EQ(state_with({confirmed}), std::pair(StepState::kConfirmed, true));
  EXPECT_EQ(state_with({decision(StepState::kRefuted, "c29", "c30", 1.0)}),
            std::pair(StepState::kRefuted, false));
  for (const auto state : {StepState::kConfirmed, StepState::kRefuted}) {
    const auto wide = decision(state, "c10", "c50", 1.04);
    EXPECT_EQ(state_with({wide}).first, state);
    for (auto [member, value] : {std::pair(&Decision::before, "c30"),
                                 {&Decision::after, "c29"},
                                 {&Decision::conditions, "driver: 2"}}) {
      auto beside = wide;
      beside.*member = value;
      EXPECT_EQ(state_with({beside}).first, StepState::kProposed) << value;
    }
    auto smaller = wide;
    smaller.step_ratio = 1.02;
    EXPECT_EQ(state_with({smaller}).first, StepState::kProposed) << "a step of another size";
  }
  const auto meant = decision(StepState::kAcknowledged, "c28", "c31", 1.04);
  for (const auto& both : {std::vector{confirmed, meant}, std::vector{meant, confirmed}})
    EXPECT_EQ(state_with(both), std::pair(StepState::kAcknowledged, false));
}

TEST(Steps, AReasonQuietsThatStepAlone) {
  const auto history = with_levels({{20, 1.04}, {40, 1.10}});
  const std::vector decisions{decision(StepState::kAcknowledged, "c19", "c20", 1.04)};
  const auto steps = find_steps(history, decisions, 0.015);
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].state(), StepState::kAcknowledged);
  EXPECT_EQ(steps[1].state(), StepState::kProposed);
  // A larger one within the same commits is another one.
  const auto larger = with_levels({{20, 1.10}});
  EXPECT_EQ(find_steps(larger, decisions, 0.015).at(0).state(), StepState::kProposed);
}

TEST(Steps, WhatHasRecoveredDoesNotFail) {
  const auto history = with_levels({{20, 1.05}, {40, 1.0}});
  const std::vector decisions{decision(StepState::kConfirmed, "c19", "c20", 1.05)};
  const auto steps = find_steps(history, decisions, 0.015);
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_TRUE(steps[0].is_recovered);
  EXPECT_FALSE(steps[0].is_failing());
  EXPECT_FALSE(steps[1].is_worse);
  EXPECT_FALSE(steps[1].is_recovered) << "there is nothing to recover from";
}

TEST(Steps, OfRatesLessIsWorse) {
  Builder builder(40);
  const auto key = builder.key();
  for (std::size_t i = 0; i < 40; ++i)
    builder.add(key, i, (i < 20 ? 1.0 : 0.9) + 0.001 * static_cast<double>(i % 3));
  const auto steps = find_steps(builder.make(true), {}, 0.015);
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_TRUE(steps[0].is_worse);
}

TEST(Steps, BelowTheEffectThereIsNone) {
  EXPECT_TRUE(find_steps(with_levels({{30, 1.01}}), {}, 0.015).empty());
  EXPECT_EQ(find_steps(with_levels({{30, 1.01}}), {}, 0.005).size(), 1U);
}

}  // namespace
}  // namespace tickbench::history
