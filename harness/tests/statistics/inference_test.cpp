// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "statistics/inference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

namespace tickbench::inference {
namespace {

// 1, 2, ..., n with distinct pairwise means' ranks: the interval's ends tell the rank cut off.
std::vector<double> powers_of_two(std::size_t n) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = std::ldexp(1.0, static_cast<int>(i));
  return values;
}

std::size_t pairwise_means_at_or_below(const std::vector<double>& values, double limit) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = i; j < values.size(); ++j) count += (values[i] + values[j]) / 2 <= limit;
  return count;
}

// Critical values of the signed-rank statistic, as tables print them: P(V <= c) <= alpha / 2. The
// interval begins at the pairwise mean of rank c + 1.
TEST(SignedRank, CutsOffWhatTheTablesSay) {
  struct Entry {
    std::size_t n;
    double alpha;
    std::size_t critical;
  };
  for (const auto& [n, alpha, critical] :
       {Entry{6, 0.05, 0}, Entry{8, 0.05, 3}, Entry{10, 0.05, 8}, Entry{10, 0.01, 3},
        Entry{15, 0.05, 25}, Entry{20, 0.05, 52}, Entry{20, 0.01, 37}, Entry{30, 0.05, 137}}) {
    const auto values = powers_of_two(n);
    const auto centre = signed_rank(values, alpha);
    EXPECT_EQ(pairwise_means_at_or_below(values, centre.interval.low), critical + 1)
        << n << " values, alpha " << alpha;
  }
}

TEST(SignedRank, LeastIsWhereTheIntervalBeginsToExist) {
  EXPECT_EQ(signed_rank_least(0.05), 6U);
  EXPECT_EQ(signed_rank_least(0.01), 8U);
  EXPECT_EQ(signed_rank_least(1.0 / 1024), 11U);
  const std::vector<double> five{1, 2, 3, 4, 5}, six{1, 2, 3, 4, 5, 6};
  EXPECT_THROW(signed_rank(five, 0.05), std::invalid_argument);
  EXPECT_DOUBLE_EQ(signed_rank(six, 0.05).interval.low, 1);
  EXPECT_DOUBLE_EQ(signed_rank(six, 0.05).interval.high, 6);
}

TEST(SignedRank, AnOutlierHardlyMovesIt) {
  std::vector<double> values(20);
  std::iota(values.begin(), values.end(), 0.0);
  const double before = signed_rank(values, 0.01).value;
  values.back() = 1e6;
  EXPECT_NEAR(signed_rank(values, 0.01).value, before, 1);
}

// The rate at which intervals at alpha miss the truth, over noise with a heavy, symmetric tail.
TEST(SignedRank, MissesAsOftenAsItSays) {
  static constexpr int kTrials = 4000;
  static constexpr double kAlpha = 0.05;
  std::mt19937_64 random(7);
  std::cauchy_distribution<double> noise;
  int misses = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> values(12);
    for (auto& value : values) value = noise(random);
    const auto interval = signed_rank(values, kAlpha).interval;
    misses += interval.low > 0 || interval.high < 0;
  }
  // Three standard errors: sqrt(0.05 * 0.95 / 4000) = 0.0034.
  EXPECT_LE(misses / double{kTrials}, kAlpha + 0.0103);
  EXPECT_GE(misses / double{kTrials}, 0.03) << "the exact level at 12 values is 0.042";
}

TEST(Student, TextbookInterval) {
  // mean 3, standard deviation sqrt(2.5), t(4, 0.975) = 2.7764
  const std::vector<double> values{1, 2, 3, 4, 5};
  const auto centre = student(values, 0.05);
  EXPECT_DOUBLE_EQ(centre.value, 3);
  EXPECT_NEAR(centre.interval.high - 3, 2.7764 * std::sqrt(2.5 / 5), 1e-4);
  EXPECT_NEAR(3 - centre.interval.low, 2.7764 * std::sqrt(2.5 / 5), 1e-4);
}

// A clock of steps of 1 behind pairs whose logarithms all round to one of two neighbours.
TEST(SignedRank, AStepFloorsTheIntervalOfValuesThatRoundAlike) {
  const std::vector<double> equal(10, 3.0), spread{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_EQ(signed_rank(equal, 0.05).interval.low, 3);
  const auto floored = signed_rank(equal, 0.05, 1);
  const auto expected = around(3, 1 / std::sqrt(12.0), 9, 0.05);
  EXPECT_NEAR(floored.interval.low, expected.interval.low, 1e-12);
  EXPECT_NEAR(floored.interval.high, expected.interval.high, 1e-12);
  EXPECT_EQ(signed_rank(spread, 0.05, 1).interval.low, signed_rank(spread, 0.05).interval.low)
      << "values that spread over steps rank truly";
}

// Welch's own kind of case: unequal spreads, unequal counts. By hand: variances 2.5 and 30, errors
// 0.5 and 5, freedom 30.25 / (0.0625 + 5) = 5.9753...
TEST(Welch, WelchsFreedom) {
  const std::vector<double> from{1, 2, 3, 4, 5}, to{10, 20, 10, 20, 10, 20};
  const auto centre = welch(from, to, 0.05);
  EXPECT_DOUBLE_EQ(centre.value, 12);
  const double a = 2.5 / 5, b = 30.0 / 6;
  const double freedom = (a + b) * (a + b) / (a * a / 4 + b * b / 5);
  const auto expected = around(12, std::sqrt(a + b), freedom, 0.05);
  EXPECT_NEAR(centre.interval.low, expected.interval.low, 1e-9);
  EXPECT_NEAR(freedom, 5.9753, 1e-3);
}

TEST(Welch, FewOrVeryUnequalSidesTakeTheSmallerSidesFreedom) {
  const auto half_width = [](const std::vector<double>& from, const std::vector<double>& to) {
    const auto centre = welch(from, to, 0.05);
    return centre.interval.high - centre.value;
  };
  // t(2, 0.975) = 4.3027, spread 1 on both sides.
  const std::vector<double> three{1, 2, 3}, five{1, 2, 3, 4, 5};
  EXPECT_NEAR(half_width(three, three), 4.3027 * std::sqrt(2.0 / 3), 1e-3);
  // Ten are twice five: t(4, 0.975) = 2.7764; variances 2.5 and 55 / 6.
  std::vector<double> ten(10);
  std::iota(ten.begin(), ten.end(), 0.0);
  EXPECT_NEAR(half_width(five, ten), 2.7764 * std::sqrt(0.5 + 55.0 / 60), 1e-3);
  EXPECT_NEAR(half_width(ten, five), 2.7764 * std::sqrt(0.5 + 55.0 / 60), 1e-3);
}

// 5 against 5: of 252 orders of the values one has all of a side above the other.
TEST(RankSum, TheIntervalHoldsAllDifferencesWhereOnlyTheExtremeOrderIsRareEnough) {
  const std::vector<double> from{1, 2, 3, 4, 5}, to{11, 13, 15, 17, 19};
  const auto centre = rank_sum(from, to, 0.01);
  EXPECT_DOUBLE_EQ(centre.value, 12);
  EXPECT_DOUBLE_EQ(centre.interval.low, 6);
  EXPECT_DOUBLE_EQ(centre.interval.high, 18);
  EXPECT_NEAR(centre.p, 2.0 / 252, 1e-12);
  EXPECT_THROW(rank_sum(from, to, 0.007), std::invalid_argument);
  EXPECT_EQ(rank_sum_least(0.01), 5U);
  EXPECT_EQ(rank_sum_least(0.001), 7U);
}

// Counted over all orders of 4 and 3 values: P(V <= k) by hand is 1, 2, 4, 7 of 35.
TEST(RankSum, PCountsOrders) {
  const std::vector<double> from{1, 2, 3, 5};
  EXPECT_NEAR(rank_sum(from, std::vector<double>{6, 7, 8}, 0.2).p, 2 * 1.0 / 35, 1e-12);
  EXPECT_NEAR(rank_sum(from, std::vector<double>{4, 7, 8}, 0.2).p, 2 * 2.0 / 35, 1e-12);
  EXPECT_NEAR(rank_sum(from, std::vector<double>{4, 4.5, 8}, 0.2).p, 2 * 4.0 / 35, 1e-12);
  EXPECT_NEAR(rank_sum(from, std::vector<double>{4, 4.5, 4.75}, 0.2).p, 2 * 7.0 / 35, 1e-12);
}

TEST(RankSum, OneWildValueMovesLittle) {
  const std::vector<double> from{1, 2, 3, 4, 5, 6, 7, 8};
  std::vector<double> to = from;
  const double before = rank_sum(from, to, 0.01).value;
  to.back() = 1e6;
  EXPECT_NEAR(rank_sum(from, to, 0.01).value, before, 1);
}

TEST(RankSum, AStepFloorsTheIntervalOfValuesThatRoundAlike) {
  const std::vector<double> equal(8, 1.0), others(8, 3.0);
  EXPECT_EQ(rank_sum(equal, others, 0.01).interval.high, 2);
  const auto floored = rank_sum(equal, others, 0.01, 1, 1);
  const auto expected = around(2, std::sqrt(2.0 / 12), 7, 0.01);
  EXPECT_NEAR(floored.interval.high, expected.interval.high, 1e-12);
  EXPECT_NEAR(floored.p, expected.p, 1e-12);
}

// On equal sides of a heavy tail the error rate holds, and the interval covers a shift.
TEST(RankSum, HoldsItsLevelOnAnyNoise) {
  static constexpr int kTrials = 4000;
  std::mt19937_64 random(11);
  std::student_t_distribution<double> noise(1);
  int errors = 0, rejected = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> from(9), to(6);
    for (auto& value : from) value = noise(random);
    for (auto& value : to) value = noise(random) + 2;
    const auto interval = rank_sum(from, to, 0.05).interval;
    errors += interval.low > 2 || interval.high < 2;
    for (auto& value : to) value -= 2;
    const auto centre = rank_sum(from, to, 0.05);
    EXPECT_EQ(centre.p <= 0.05, centre.interval.low > 0 || centre.interval.high < 0);
    rejected += centre.p <= 0.05;
  }
  EXPECT_LE(errors / double{kTrials}, 0.06) << "three standard errors";
  EXPECT_GE(errors / double{kTrials}, 0.03) << "no wider than need be";
  EXPECT_LE(rejected / double{kTrials}, 0.06);
}

TEST(SignedRank, PAndIntervalAgree) {
  std::mt19937_64 random(12);
  std::normal_distribution<double> noise(0.4, 1);
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<double> values(12);
    for (auto& value : values) value = noise(random);
    const auto centre = signed_rank(values, 0.05);
    EXPECT_EQ(centre.p <= 0.05, centre.interval.low > 0 || centre.interval.high < 0);
  }
}

TEST(ChanceOfParting, CountsOrders) {
  EXPECT_DOUBLE_EQ(separation_probability(2, 2), 2.0 / 6);
  EXPECT_NEAR(separation_probability(5, 5), 2.0 / 252, 1e-12);
  EXPECT_NEAR(separation_probability(5, 1), 2.0 / 6, 1e-12);
}

TEST(Welch, OneValueTakesTheOtherSidesSpread) {
  const std::vector<double> from{1, 2, 3}, to{7};
  const auto centre = welch(from, to, 0.05);
  EXPECT_DOUBLE_EQ(centre.value, 5);
  // Spread 1, one part in three more for the old side's own mean; t(2, 0.975) = 4.3027.
  EXPECT_NEAR(centre.interval.high - 5, 4.3027 * std::sqrt(1 + 1.0 / 3), 1e-3);
}

TEST(Welch, FewEqualValuesSayNothing) {
  const std::vector<double> two{1, 1}, other{3, 3}, five(5, 1.0), others(5, 3.0);
  EXPECT_EQ(welch(two, other, 0.05).interval.high, std::numeric_limits<double>::infinity());
  EXPECT_EQ(welch(two, other, 0.4).interval.high, 2) << "2 in 6 by chance";
  EXPECT_EQ(welch(five, others, 0.008).interval.low, 2) << "2 in 252";
  EXPECT_EQ(student(five, 0.05).interval.low, -std::numeric_limits<double>::infinity());
}

TEST(Welch, AStepFloorsTheErrorOfValuesThatRoundAlike) {
  const std::vector<double> equal(5, 1.0), others(5, 3.0), spread{1, 2, 3, 4, 5};
  const double step = 0.5;
  const auto floored = welch(equal, others, 0.05, step, step);
  const auto expected = around(2, step * std::sqrt(2.0 / 12), 8, 0.05);
  EXPECT_NEAR(floored.interval.low, expected.interval.low, 1e-12);
  EXPECT_EQ(welch(spread, spread, 0.05, step, step).interval.high,
            welch(spread, spread, 0.05).interval.high)
      << "values that spread over steps average out";
}

TEST(Around, InfiniteFreedomIsNormal) {
  const auto centre = around(0, 1, std::numeric_limits<double>::infinity(), 0.05);
  EXPECT_NEAR(centre.interval.high, 1.959964, 1e-5);
  EXPECT_NEAR(normal_quantile(0.05), 1.959964, 1e-5);
}

TEST(Inference, NonsenseIsRefused) {
  const std::vector<double> one{1}, two{1, 2};
  EXPECT_THROW(student(one, 0.05), std::invalid_argument);
  EXPECT_THROW(student(two, 0), std::invalid_argument);
  EXPECT_THROW(student(two, 1), std::invalid_argument);
  EXPECT_THROW(welch(one, one, 0.05), std::invalid_argument);
  EXPECT_THROW(welch({}, two, 0.05), std::invalid_argument);
  EXPECT_THROW(signed_rank_least(0), std::invalid_argument);
}

TEST(Spread, IsTheDeviationOfTheLogarithms) {
  const std::vector<double> times{std::exp(1.0), std::exp(2.0), std::exp(3.0)};
  EXPECT_NEAR(spread(times).value(), 1, 1e-12);
  std::vector<double> rates;
  for (const double time : times) rates.push_back(5 / time);
  EXPECT_NEAR(spread(rates).value(), 1, 1e-12) << "the same for a rate";
  // Of few per cent it is the relative deviation.
  EXPECT_NEAR(spread(std::vector<double>{99, 101}).value(), std::sqrt(2.0) / 100, 1e-6);
  EXPECT_EQ(spread(std::vector<double>{2, 2}), 0);
}

TEST(Spread, TakesTwoValuesAboveZero) {
  EXPECT_FALSE(spread({}));
  EXPECT_FALSE(spread(std::vector<double>{1}));
  EXPECT_FALSE(spread(std::vector<double>{1, 0}));
  EXPECT_FALSE(spread(std::vector<double>{1, std::numeric_limits<double>::infinity()}));
}

}  // namespace
}  // namespace tickbench::inference
