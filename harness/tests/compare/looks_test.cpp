// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/looks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace tickbench::compare {
namespace {

constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

std::vector<double> noisy(std::size_t count, double centre, unsigned seed, double spread = 0.01) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> noise(centre, spread);
  std::vector<double> values(count);
  for (auto& value : values) value = noise(random);
  return values;
}

bool leaves_out_0(const std::optional<inference::Centre>& centre) {
  return centre && (centre->interval.low > 0 || centre->interval.high < 0);
}

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

TEST(Looks, GrowInWholeBlocksAndSpendAll) {
  for (const std::size_t pairs : {2U, 4U, 10U, 40U, 81U, 500U}) {
    const auto looks = planned_looks(pairs);
    EXPECT_EQ(looks.back().pairs, pairs);
    EXPECT_EQ(looks.back().spent, 1);
    for (std::size_t i = 0; i + 1 < looks.size(); ++i) {
      EXPECT_EQ(looks[i].pairs % 2, 0U);
      EXPECT_LT(looks[i].pairs, looks[i + 1].pairs);
      EXPECT_LT(looks[i].spent, looks[i + 1].spent);
    }
  }
  EXPECT_DOUBLE_EQ(spending(0.5), 0.25);
  EXPECT_EQ(spending(1.3), 1) << "a budget that was overrun";
}

// Over all looks together, on noise with a heavy tail, the promised rate holds; by intervals at the
// full rate at every look it does not. The budget ends anywhere.
TEST(Looks, HoldTheErrorRateWhereverTheBudgetEnds) {
  static constexpr int kTrials = 2000;
  static constexpr double kAlpha = 0.05;
  std::mt19937_64 random(17);
  std::student_t_distribution<double> noise(2);
  int sequential = 0, naive = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    const std::size_t pairs = 6 + random() % 40;
    std::vector<double> values(pairs);
    for (auto& value : values) value = 0.05 * noise(random);
    const double budget = static_cast<double>(pairs) + 0.5;
    std::vector<Look> looks;
    bool is_alarm = false, is_naive_alarm = false;
    for (auto look = next_look(0); !is_alarm && look < pairs; look = next_look(look)) {
      looks.push_back({look, spending(static_cast<double>(look) / budget)});
      is_alarm = leaves_out_0(centre_over(looks, values, kAlpha));
    }
    looks.push_back({pairs, 1});
    is_alarm |= leaves_out_0(centre_over(looks, values, kAlpha));
    for (const auto& look : looks)
      if (look.pairs >= 6)
        is_naive_alarm |=
            leaves_out_0(inference::signed_rank(std::span(values).first(look.pairs), kAlpha));
    sequential += is_alarm;
    naive += is_naive_alarm;
  }
  EXPECT_LE(sequential / double{kTrials}, kAlpha + 0.015) << "three standard errors";
  EXPECT_GE(sequential / double{kTrials}, kAlpha / 2) << "nearly all of it is spent";
  EXPECT_GT(naive / double{kTrials}, kAlpha + 0.03);
}

/// How many pairs of 80 it takes until the interval leaves 0 out; 0: it never does.
std::size_t pairs_until_clear(double centre) {
  const auto looks = planned_looks(80);
  const auto values = noisy(80, centre, 5);
  for (std::size_t i = 0; i < looks.size(); ++i)
    if (leaves_out_0(centre_over(std::span(looks).first(i + 1), values, 0.01)))
      return looks[i].pairs;
  return 0;
}

TEST(Looks, ALargeDifferenceEndsItEarlier) {
  const auto large = pairs_until_clear(std::log(1.2)), small = pairs_until_clear(0.006);
  EXPECT_GT(large, 0U);
  EXPECT_LT(large, small);
  EXPECT_EQ(pairs_until_clear(0), 0U);
}

TEST(Looks, TheIntervalOnlyShrinks) {
  const auto looks = planned_looks(60);
  const auto values = noisy(60, 0.003, 3);
  Interval before{-10, 10};
  for (std::size_t i = 0; i < looks.size(); ++i) {
    const auto centre = centre_over(std::span(looks).first(i + 1), values, 0.01);
    if (!centre || !std::isfinite(centre->interval.high)) continue;
    EXPECT_GE(centre->interval.low, before.low);
    EXPECT_LE(centre->interval.high, before.high);
    EXPECT_DOUBLE_EQ(centre->interval.level, 0.99);
    before = centre->interval;
  }
  EXPECT_LT(before.high, 1);
}

// Of looks at the same values the last one counts: it may spend more.
TEST(Looks, ASecondLookAtTheSamePairsIsOneLook) {
  const auto values = noisy(20, 0.006, 3);
  const std::vector<Look> twice{{20, 0.3}, {20, 1}}, once{{20, 1}};
  EXPECT_EQ(centre_over(twice, values, 0.01)->interval.low,
            centre_over(once, values, 0.01)->interval.low);
  EXPECT_EQ(centre_over(twice, values, 0.01)->p, centre_over(once, values, 0.01)->p);
}

TEST(Looks, PairsWithoutAValueAreNoPairs) {
  auto values = noisy(30, 0.01, 9);
  std::vector<double> dense;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % 3 == 0) values[i] = kAbsent;
    if (i % 3 != 0) dense.push_back(values[i]);
  }
  const Look of_all{30, 1}, of_dense{20, 1};
  const auto sparse = centre_over({&of_all, 1}, values, 0.01);
  const auto whole = centre_over({&of_dense, 1}, dense, 0.01);
  EXPECT_EQ(sparse->interval.low, whole->interval.low);
  EXPECT_EQ(sparse->p, whole->p);
  EXPECT_FALSE(centre_over({&of_all, 1}, std::vector<double>(30, kAbsent), 0.01));
}

// Two values are judged, by Student's interval, and it is said.
TEST(Looks, FewPairsTakeStudentsInTheLastLookAlone) {
  const auto values = noisy(6, 0.26, 2);
  const Look early{6, 0.3}, last{6, 1};
  const auto open = centre_over({&early, 1}, values, 0.0004);
  ASSERT_TRUE(open);
  EXPECT_EQ(open->p, 1) << "its part is left to the next look";
  EXPECT_FALSE(leaves_out_0(open));
  ASSERT_TRUE(centre_over({&last, 1}, values, 0.0004));
  EXPECT_TRUE(leaves_out_0(centre_over({&last, 1}, values, 0.0004)));
  EXPECT_TRUE(assumes_normal({&last, 1}, values, 0.0004));
  EXPECT_FALSE(assumes_normal({&last, 1}, values, 0.05));
  const Look two{2, 1};
  const auto centre = centre_over({&two, 1}, std::vector<double>{0.1, 0.12}, 0.05);
  ASSERT_TRUE(centre);
  EXPECT_NEAR(centre->value, 0.11, 1e-12);
  EXPECT_FALSE(centre_over({&two, 1}, std::vector<double>{0.1}, 0.05)) << "no spread";
}

TEST(Looks, AShiftMovesTheCentre) {
  const auto values = noisy(40, 0.02, 8);
  const auto looks = planned_looks(40);
  const auto plain = centre_over(looks, values, 0.01);
  const auto shifted = centre_over(looks, values, 0.01, 0, 0.02);
  EXPECT_NEAR(plain->value - shifted->value, 0.02, 1e-9);
  EXPECT_GT(shifted->p, plain->p);
}

}  // namespace
}  // namespace tickbench::compare
