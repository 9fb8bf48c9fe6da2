// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/verdict.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <vector>

namespace tickbench {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Floor at_least(double threshold, double tolerance = 0) {
  Floor floor;
  floor.threshold = threshold;
  floor.tolerance = tolerance;
  return floor;
}

Floor at_most(double threshold, double tolerance = 0) {
  auto floor = at_least(threshold, tolerance);
  floor.bound = Floor::Bound::kAtMost;
  return floor;
}

Evidence between(double low, double high, std::size_t samples = 30, double level = 0.95) {
  return {(low + high) / 2, {low, high, level}, samples};
}

TEST(Effective, ToleranceMakesAFloorEasierInEitherDirection) {
  EXPECT_DOUBLE_EQ(at_least(100, 0.05).effective(), 95);
  EXPECT_DOUBLE_EQ(at_most(100, 0.05).effective(), 105);
  EXPECT_EQ(at_least(100, 0).effective(), 100);
}

TEST(LevelFor, SharesFivePercentOverFloorsAndLooks) {
  EXPECT_DOUBLE_EQ(level_for(1, 1), 0.95);
  EXPECT_DOUBLE_EQ(level_for(1, 3), 1 - 0.05 / 3);
  EXPECT_DOUBLE_EQ(level_for(4, 3), 1 - 0.05 / 12);
  EXPECT_THROW(level_for(0, 1), std::invalid_argument);
  EXPECT_THROW(level_for(1, 0), std::invalid_argument);
}

TEST(Judge, TheIntervalLiesOnOneSide) {
  const struct {
    double low, high;
    FloorVerdict at_least, at_most;
  } cases[] = {{10.1, 10.3, FloorVerdict::kPass, FloorVerdict::kFail},
               {9.7, 9.9, FloorVerdict::kFail, FloorVerdict::kPass},
               {9.9, 10.1, FloorVerdict::kInconclusive, FloorVerdict::kInconclusive},
               // The floor itself is enough.
               {10, 11, FloorVerdict::kPass, FloorVerdict::kInconclusive},
               {9, 10, FloorVerdict::kInconclusive, FloorVerdict::kPass}};
  for (const auto& [low, high, least, most] : cases) {
    EXPECT_EQ(judge(at_least(10), between(low, high), 0.95), least) << low;
    EXPECT_EQ(judge(at_most(10), between(low, high), 0.95), most) << low;
    EXPECT_EQ(judge(at_least(12.5, 0.2), between(low, high), 0.95), least) << low;
    EXPECT_EQ(judge(at_most(8, 0.25), between(low, high), 0.95), most) << low;
  }
}

TEST(Judge, WhatIsNotResolvedMayBeFaster) {
  auto slow = between(8.7, 8.9), fast = between(10.1, 10.3);
  slow.resolved = fast.resolved = false;
  EXPECT_EQ(judge(at_least(10), slow, 0.95), FloorVerdict::kInconclusive);
  EXPECT_EQ(judge(at_least(10), fast, 0.95), FloorVerdict::kPass);
  EXPECT_FALSE(combine(std::vector{between(8.7, 8.9), slow}).resolved);
}

TEST(Judge, FewSamplesAreNeverSureByTheirInterval) {
  EXPECT_EQ(judge(at_least(10), between(11, 12, 9), 0.95), FloorVerdict::kInconclusive);
  EXPECT_EQ(judge(at_least(10), between(8, 9, 9), 0.95), FloorVerdict::kInconclusive);
  EXPECT_EQ(judge(at_least(10), between(8, 9, 10), 0.95), FloorVerdict::kFail);
}

TEST(Judge, FiveSamplesAreSureWhenAllLieOnOneSide) {
  Evidence few{{11, {10.5, 11.5, 0.75}}, 5, 10.5, 11.5};
  EXPECT_EQ(judge(at_least(10), few, 0.99), FloorVerdict::kPass);
  EXPECT_EQ(judge(at_least(12), few, 0.99), FloorVerdict::kFail);
  EXPECT_EQ(judge(at_least(11), few, 0.99), FloorVerdict::kInconclusive);
  EXPECT_EQ(judge(at_most(10), few, 0.99), FloorVerdict::kFail);
  EXPECT_EQ(judge(at_most(12), few, 0.99), FloorVerdict::kPass);
  for (few.samples = 1; few.samples < 5; ++few.samples)
    EXPECT_EQ(judge(at_least(12), few, 0.99), FloorVerdict::kInconclusive) << few.samples;
}

TEST(Judge, OneExactCountDecides) {
  for (const auto& counts : {std::vector{3.0}, std::vector{3.0, 3.0}}) {
    const auto exact = median_evidence(counts, 0.99, true);
    EXPECT_EQ(judge(at_most(3), exact, 0.99), FloorVerdict::kPass);
    EXPECT_EQ(judge(at_most(2), exact, 0.99), FloorVerdict::kFail);
    EXPECT_EQ(judge(at_most(1), quotient(exact, exact), 0.99), FloorVerdict::kPass);
    const auto other = median_evidence(std::vector{2.0}, 0.99, true);
    EXPECT_EQ(judge(at_most(9), combine(std::vector{exact, other}), 0.99),
              FloorVerdict::kInconclusive);
  }
  EXPECT_EQ(judge(at_most(9), median_evidence(std::vector{2.0, 3.0}, 0.99, true), 0.99),
            FloorVerdict::kInconclusive);
  EXPECT_EQ(judge(at_most(9), median_evidence(std::vector{3.0}, 0.99), 0.99),
            FloorVerdict::kInconclusive);
}

TEST(Judge, AnIntervalBelowTheLevelDecidesNothing) {
  EXPECT_EQ(judge(at_least(10), between(11, 12, 30, 0.95), level_for(1, 3)),
            FloorVerdict::kInconclusive);
  EXPECT_EQ(judge(at_least(10), between(11, 12, 30, level_for(1, 3)), level_for(1, 3)),
            FloorVerdict::kPass);
}

TEST(Judge, WhatIsNotFiniteIsNotMeasured) {
  EXPECT_EQ(judge(at_least(10), {std::numeric_limits<double>::quiet_NaN(), {1, 2, 0.95}, 30}, 0.95),
            FloorVerdict::kNotMeasured);
  EXPECT_EQ(judge(at_least(10), {20, {11, kInfinity, 0.95}, 30}, 0.95), FloorVerdict::kNotMeasured);
}

TEST(IsFailure, OnlyStrictFailsTheInconclusive) {
  for (const bool strict : {false, true}) {
    EXPECT_FALSE(is_failure(FloorVerdict::kNoFloor, strict));
    EXPECT_FALSE(is_failure(FloorVerdict::kPass, strict));
    EXPECT_EQ(is_failure(FloorVerdict::kInconclusive, strict), strict);
    EXPECT_TRUE(is_failure(FloorVerdict::kNotMeasured, strict));
    EXPECT_TRUE(is_failure(FloorVerdict::kFail, strict));
  }
}

TEST(Combine, IsTheHullOfAllRepetitions) {
  const std::vector<Evidence> repetitions = {{10, {9, 11, 0.98}, 30, 5, 20},
                                             {12, {11.5, 12.5, 0.97}, 20, 11, 13},
                                             {11, {10, 12, 0.99}, 10, 4, 14}};
  const Evidence all = combine(repetitions);
  EXPECT_EQ(all.value, 11);
  EXPECT_EQ(all.interval.low, 9);
  EXPECT_EQ(all.interval.high, 12.5);
  EXPECT_EQ(all.interval.level, 0.97);
  EXPECT_EQ(all.samples, 60U);
  EXPECT_EQ(all.lowest, 4);
  EXPECT_EQ(all.highest, 20);
  EXPECT_EQ(combine(std::span(repetitions).first(2)).value, 11);
  EXPECT_THROW(combine({}), std::invalid_argument);
}

}  // namespace
}  // namespace tickbench
