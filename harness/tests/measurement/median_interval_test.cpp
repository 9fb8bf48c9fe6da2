// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "fakes/noise_sources.hpp"
#include "tickbench/statistics.hpp"

namespace tickbench {
namespace {

/// 1 to n, in an order without correlation.
std::vector<double> shuffled(std::size_t n) {
  std::vector<double> values(n);
  std::iota(values.begin(), values.end(), 1.0);
  std::mt19937_64 random(5);
  do std::shuffle(values.begin(), values.end(), random);
  while (lag1_autocorrelation(values) > 0);
  return values;
}

// The ranks that Le Boudec's table A.1 gives (Performance Evaluation of Computer and Communication
// Systems, appendix A).
TEST(MedianInterval, TakesTheTabulatedRanks) {
  struct Row {
    std::size_t n;
    double low, high;
  };
  for (const Row row : {Row{6, 1, 6}, Row{7, 1, 7}, Row{8, 1, 8}, Row{9, 2, 8}, Row{10, 2, 9},
                        Row{20, 6, 15}, Row{30, 10, 21}, Row{50, 18, 33}, Row{70, 27, 44}}) {
    const Interval interval = median_interval(shuffled(row.n));
    EXPECT_EQ(interval.low, row.low) << row.n;
    EXPECT_EQ(interval.high, row.high) << row.n;
    EXPECT_EQ(interval.level, 0.95);
  }
}

// The largest rank whose binomial tail is at most 0.5 %.
TEST(MedianInterval, TakesWiderRanksForAHigherLevel) {
  struct Row {
    std::size_t n;
    double low, high;
  };
  for (const Row row : {Row{8, 1, 8}, Row{10, 1, 10}, Row{20, 4, 17}, Row{30, 8, 23},
                        Row{50, 16, 35}, Row{70, 24, 47}}) {
    const Interval interval = median_interval(shuffled(row.n), 0.99);
    EXPECT_EQ(interval.low, row.low) << row.n;
    EXPECT_EQ(interval.high, row.high) << row.n;
    EXPECT_EQ(interval.level, 0.99);
  }
  EXPECT_DOUBLE_EQ(median_interval(shuffled(7), 0.99).level, 1 - 2.0 / 128);
}

TEST(MedianInterval, OfFewValuesIsAllOfThemAtItsTrueLevel) {
  const std::vector<double> values{4, 2, 9, 7, 5};
  const double levels[] = {0, 0.5, 0.75, 0.875, 0.9375};
  for (std::size_t n = 1; n <= 5; ++n) {
    const auto few = std::span(values).first(n);
    const Interval interval = median_interval(few);
    EXPECT_EQ(interval.low, *std::min_element(few.begin(), few.end()));
    EXPECT_EQ(interval.high, *std::max_element(few.begin(), few.end()));
    EXPECT_DOUBLE_EQ(interval.level, levels[n - 1]);
  }
}

TEST(MedianInterval, OfEqualValuesIsThatValue) {
  const Interval interval = median_interval(std::vector<double>(40, 3.5));
  EXPECT_EQ(interval.low, 3.5);
  EXPECT_EQ(interval.high, 3.5);
}

TEST(MedianInterval, DependsOnOrderOnlyThroughCorrelation) {
  auto noise = fakes::correlated_noise(3, 0.05, 0.8);
  std::vector<double> values(300);
  std::generate(values.begin(), values.end(), noise);
  const Interval correlated = median_interval(values);
  std::mt19937_64 random(1);
  do std::shuffle(values.begin(), values.end(), random);
  while (lag1_autocorrelation(values) > 0);
  const Interval independent = median_interval(values);
  // Ground truth: at rho 0.8 the count below the median varies sqrt(6) times as much.
  const double ratio = (correlated.high - correlated.low) / (independent.high - independent.low);
  EXPECT_GT(ratio, 1.5);
  EXPECT_LT(ratio, 4);
}

TEST(MedianInterval, OfATrendSaysThatItIsUnsure) {
  std::vector<double> values(40);
  std::iota(values.begin(), values.end(), 1.0);
  const Interval interval = median_interval(values);
  EXPECT_EQ(interval.low, 1);
  EXPECT_EQ(interval.high, 40);
  EXPECT_LT(interval.level, 0.95);
  EXPECT_GT(interval.level, 0.5);
}

}  // namespace
}  // namespace tickbench
