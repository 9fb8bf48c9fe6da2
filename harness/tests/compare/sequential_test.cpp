// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/sequential.hpp"

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

// Of the error rate half is for the pairs that fit with all benchmarks.
TEST(Plan, KeepsHalfOfTheErrorRateForPairsBeyond) {
  const Plan plan(40, 120, 0.01 / 15);
  EXPECT_DOUBLE_EQ(plan.spent(40), 0.5);
  EXPECT_DOUBLE_EQ(plan.spent(80), 0.75);
  EXPECT_DOUBLE_EQ(plan.spent(120), 1);
  EXPECT_TRUE(plan.has_look_at(40) && plan.has_look_at(120));
}

// Two looks at half and all of the values, the whole rate at t^2: by tables of the bivariate normal
// distribution with correlation sqrt(1/2), the second look's own rate lies between what it may
// spend (0.0375) and all (0.05).
TEST(Plan, TheSecondOfTwoLooksTakesTheFirstOnesErrorsIntoAccount) {
  const Plan plan(6, 0.4);
  ASSERT_EQ(plan.looks.size(), 2U);
  ASSERT_EQ(plan.looks[0].pairs, 4U);
  EXPECT_NEAR(plan.looks[0].alpha, 0.4 * 16 / 36, 1e-6);
  // By simulation of the two sums.
  std::mt19937_64 random(5);
  std::normal_distribution<double> step;
  const double first = inference::normal_quantile(plan.looks[0].alpha),
               second = inference::normal_quantile(plan.looks[1].alpha);
  int errors = 0;
  static constexpr int kTrials = 200000;
  for (int i = 0; i < kTrials; ++i) {
    double sum = 0;
    for (int j = 0; j < 4; ++j) sum += step(random);
    bool is_beyond = std::abs(sum) / 2 > first;
    for (int j = 0; j < 2; ++j) sum += step(random);
    is_beyond |= std::abs(sum) / std::sqrt(6.0) > second;
    errors += is_beyond;
  }
  EXPECT_NEAR(errors / double{kTrials}, 0.4, 0.004);
}

TEST(BalancedOrder, AnOddNumberIsCut) {
  std::mt19937_64 random(1);
  EXPECT_EQ(balanced_order(3, random).size(), 3U);
}

TEST(Plan, SpendsExactlyTheErrorRate) {
  for (const std::size_t pairs : {2U, 4U, 10U, 40U, 81U, 500U})
    for (const double alpha : {0.05, 0.01, 0.01 / 300}) {
      const Plan plan(pairs, alpha);
      EXPECT_EQ(plan.looks.back().pairs, pairs);
      EXPECT_TRUE(std::ranges::is_sorted(plan.looks, {}, &Look::pairs));
      EXPECT_DOUBLE_EQ(plan.spent(pairs), 1);
      double before = 0;
      for (const auto& look : plan.looks) {
        EXPECT_GT(plan.spent(look.pairs), before);
        // At least what it may spend, for what earlier looks would have rejected as well is no
        // error of this one; and never more than all.
        EXPECT_GT(look.alpha, alpha * (plan.spent(look.pairs) - before) * 0.999);
        EXPECT_LE(look.alpha, alpha * 1.001);
        before = plan.spent(look.pairs);
      }
    }
}

TEST(Plan, LooksFirstWhereAnIntervalExists) {
  const Plan plan(80, 0.01);
  EXPECT_FALSE(plan.assumes_normal);
  const auto least = [&](std::size_t n) {
    return inference::signed_rank_least(0.01 * plan.spent(n));
  };
  const auto first = plan.looks.front().pairs;
  EXPECT_GE(first, least(first));
  EXPECT_LT(first - 2, least(first - 2));
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
  SequentialTest test(plan, 0.015, kBetter);
  const auto values = noisy(80, centre, 5);
  for (const auto& look : plan.looks) {
    test.look(std::span(values).first(look.pairs));
    verdict = test.verdict;
    if (verdict != Verdict::kUnclear) return look.pairs;
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
  SequentialTest test(plan, 0.015, kBetter);
  const auto& looks = plan.looks;
  test.look(noisy(looks[0].pairs, std::log(1.3), 1));
  ASSERT_EQ(test.verdict, Verdict::kSlower);
  test.look(noisy(looks[1].pairs, 0, 2));
  EXPECT_EQ(test.verdict, Verdict::kSlower);
}

TEST(SequentialTest, LookingTwiceAtTheSamePairsChangesNothing) {
  const Plan plan(20, 0.01);
  SequentialTest test(plan, 0.015, kBetter);
  const auto values = noisy(20, 0.02, 3);
  test.look(values);
  const auto ratio = test.ratio.value();
  test.look(values);
  EXPECT_EQ(test.ratio->interval.low, ratio.interval.low);
}

// Over all looks together, on noise with a heavy tail, the promised rate holds; by intervals at the
// full rate at every look it does not.
TEST(SequentialTest, ManyLooksKeepTheErrorRate) {
  static constexpr int kTrials = 1000;
  static constexpr double kAlpha = 0.05;
  std::mt19937_64 random(17);
  std::student_t_distribution<double> noise(2);
  int sequential = 0, naive = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> values(40);
    for (auto& value : values) value = 0.05 * noise(random);
    const Plan plan(values.size(), kAlpha);
    SequentialTest test(plan, 0, kBetter);
    bool naive_alarm = false;
    for (const auto& look : plan.looks) {
      const auto seen = std::span(values).first(look.pairs);
      test.look(seen);
      const auto interval = inference::signed_rank(seen, kAlpha).interval;
      naive_alarm |= interval.low > 0 || interval.high < 0;
    }
    sequential += test.verdict == Verdict::kSlower || test.verdict == Verdict::kFaster;
    naive += naive_alarm;
  }
  EXPECT_LE(sequential / double{kTrials}, kAlpha + 0.02) << "three standard errors";
  EXPECT_GT(naive / double{kTrials}, kAlpha + 0.03);
}

/// 16 pairs at 1 % begin with a look at the very least rate that 10 pairs have: 2^-9.
TEST(Plan, LooksWhereSoManyPairsHaveAnInterval) {
  for (std::size_t pairs = 8; pairs <= 40; pairs += 2)
    for (const double rate : {0.01, 0.01 / 15}) {
      const Plan plan(pairs, 3 * pairs, rate);
      ASSERT_FALSE(plan.looks.empty());
      EXPECT_EQ(plan.looks.back().pairs, 3 * pairs);
      std::vector<double> values(3 * pairs);
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(static_cast<double>(i));
      OverLooks looks(plan);
      EXPECT_NO_THROW(looks.go_on(values)) << pairs << " pairs at " << rate;
    }
}

}  // namespace
}  // namespace tickbench::compare
