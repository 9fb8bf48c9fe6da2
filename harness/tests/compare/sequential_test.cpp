// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "compare/compare.hpp"

namespace tickbench::compare {
namespace {

constexpr auto kBetter = metrics::Direction::kLowerIsBetter;

TEST(BalancedOrder, EachSideIsFirstOnceInEveryTwoPairs) {
  std::mt19937_64 random(1);
  const auto order = balanced_order(100, random);
  ASSERT_EQ(order.size(), 100U);
  int old_first_in_block = 0;
  for (std::size_t i = 0; i < order.size(); i += 2) {
    EXPECT_NE(order[i], order[i + 1]);
    old_first_in_block += order[i];
  }
  EXPECT_GT(old_first_in_block, 10) << "drawn, not fixed";
  EXPECT_LT(old_first_in_block, 40);
}

TEST(BalancedOrder, AnOddNumberIsCut) {
  std::mt19937_64 random(1);
  EXPECT_EQ(balanced_order(3, random).size(), 3U);
}

TEST(Plan, SpendsExactlyTheErrorRate) {
  for (const std::size_t pairs : {2U, 4U, 10U, 40U, 81U, 500U})
    for (const double alpha : {0.05, 0.01, 0.01 / 300}) {
      const Plan plan(pairs, alpha);
      EXPECT_EQ(plan.looks.back(), pairs);
      EXPECT_TRUE(std::is_sorted(plan.looks.begin(), plan.looks.end()));
      EXPECT_DOUBLE_EQ(plan.spent(pairs), alpha);
      double before = 0;
      for (const auto look : plan.looks) {
        EXPECT_GT(plan.spent(look), before);
        before = plan.spent(look);
      }
    }
}

TEST(Plan, LooksFirstWhereAnIntervalExists) {
  const Plan plan(80, 0.01);
  EXPECT_FALSE(plan.assumes_normal);
  const auto first = plan.looks.front();
  EXPECT_GE(first, inference::signed_rank_least(plan.spent(first)));
  EXPECT_LT(first - 2, inference::signed_rank_least(plan.spent(first - 2)));
}

TEST(Plan, TooFewPairsAssumeNormalNoise) {
  EXPECT_TRUE(Plan(4, 0.01).assumes_normal);
  EXPECT_FALSE(Plan(8, 0.01).assumes_normal);
  EXPECT_TRUE(Plan(8, 0.01 / 300).assumes_normal);
}

std::vector<double> noisy(std::size_t n, double centre, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> noise(centre, 0.02);
  std::vector<double> values(n);
  for (auto& value : values) value = noise(random);
  return values;
}

std::size_t pairs_until_clear(double centre, Verdict& verdict) {
  const Plan plan(80, 0.01);
  SequentialTest test{&plan, 0.015, kBetter};
  const auto values = noisy(80, centre, 5);
  for (const auto look : plan.looks) {
    test.look(std::span(values).first(look));
    verdict = test.verdict;
    if (verdict != Verdict::kUnclear) return look;
  }
  return 0;
}

TEST(SequentialTest, ALargeDifferenceEndsItEarlier) {
  Verdict verdict{};
  const auto large = pairs_until_clear(std::log(1.2), verdict);
  EXPECT_EQ(verdict, Verdict::kSlower);
  const auto small = pairs_until_clear(std::log(1.02), verdict);
  EXPECT_EQ(verdict, Verdict::kSlower);
  const auto none = pairs_until_clear(0, verdict);
  EXPECT_EQ(verdict, Verdict::kSame);
  EXPECT_LT(large, small);
  EXPECT_GT(none, 0U);
}

TEST(SequentialTest, WhatIsClearStays) {
  const Plan plan(80, 0.01);
  SequentialTest test{&plan, 0.015, kBetter};
  const auto& looks = plan.looks;
  test.look(noisy(looks[0], std::log(1.3), 1));
  ASSERT_EQ(test.verdict, Verdict::kSlower);
  test.look(noisy(looks[1], 0, 2));
  EXPECT_EQ(test.verdict, Verdict::kSlower);
}

TEST(SequentialTest, LookingTwiceAtTheSamePairsChangesNothing) {
  const Plan plan(20, 0.01);
  SequentialTest test{&plan, 0.015, kBetter};
  const auto values = noisy(20, 0.02, 3);
  test.look(values);
  const auto ratio = test.ratio.value();
  test.look(values);
  EXPECT_EQ(test.ratio->interval.low, ratio.interval.low);
}

// Over all looks together, on noise with a heavy tail, the promised rate holds; by intervals at the
// full rate at every look it does not.
TEST(SequentialTest, ManyLooksKeepTheErrorRate) {
  static constexpr int kTrials = 2000;
  static constexpr double kAlpha = 0.05;
  std::mt19937_64 random(17);
  std::student_t_distribution<double> noise(2);
  int sequential = 0, naive = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> values(60);
    for (auto& value : values) value = 0.05 * noise(random);
    const Plan plan(values.size(), kAlpha);
    SequentialTest test{&plan, 0, kBetter};
    bool naive_alarm = false;
    for (const auto look : plan.looks) {
      const auto seen = std::span(values).first(look);
      test.look(seen);
      const auto interval = inference::signed_rank(seen, kAlpha).interval;
      naive_alarm |= interval.low > 0 || interval.high < 0;
    }
    sequential += test.verdict == Verdict::kSlower || test.verdict == Verdict::kFaster;
    naive += naive_alarm;
  }
  EXPECT_LE(sequential / double{kTrials}, kAlpha + 0.015) << "three standard errors";
  EXPECT_GT(naive / double{kTrials}, kAlpha + 0.03);
}

}  // namespace
}  // namespace tickbench::compare
