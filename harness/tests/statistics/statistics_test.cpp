// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "statistics/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "fakes/noise_sources.hpp"

namespace tickbench {
namespace {

using Values = std::vector<double>;

TEST(Median, IsTheMiddleValueOrTheMeanOfTheTwo) {
  EXPECT_EQ(median(Values{3}), 3);
  EXPECT_EQ(median(Values{9, 1, 5}), 5);
  EXPECT_EQ(median(Values{9, 1, 5, 6}), 5.5);
}

// Hyndman and Fan's type 7: R's and NumPy's default.
TEST(Quantile, InterpolatesAsType7) {
  const Values values{10, 1, 4, 7};
  EXPECT_EQ(quantile(values, 0), 1);
  EXPECT_EQ(quantile(values, 1), 10);
  EXPECT_DOUBLE_EQ(quantile(values, 0.25), 3.25);
  EXPECT_DOUBLE_EQ(quantile(values, 0.1), 1.9);
}

TEST(Quantile, RefusesWhatIsNoProbability) {
  EXPECT_THROW(quantile(Values{1}, -0.1), std::invalid_argument);
  EXPECT_THROW(quantile(Values{1}, 1.1), std::invalid_argument);
  EXPECT_THROW(quantile(Values{1}, std::nan("")), std::invalid_argument);
}

TEST(Noise, IsHalfTheInterquartileRangeOverTheMedian) {
  EXPECT_DOUBLE_EQ(noise(Values{8, 9, 10, 11, 12}), 0.1);
  EXPECT_EQ(noise(Values{5, 5, 5}), 0);
  EXPECT_EQ(noise(Values{0, 0, 0}), 0);
}

// The interquartile range of normal samples has the relative standard error 1.166 / sqrt(n).
TEST(Statistics, NoiseHasTheIntervalOfNormalSamples) {
  const Interval interval = noise_interval(0.1, 100);
  EXPECT_NEAR(interval.high, 0.1 * std::exp(1.96 * 1.166 / 10), 1e-4);
  EXPECT_NEAR(interval.low * interval.high, 0.01, 1e-9);
  EXPECT_EQ(interval.level, 0.95);
  EXPECT_GT(noise_interval(0.1, 100, 0.99).high, interval.high);
}

TEST(Lag1Autocorrelation, SeesAlternationAndTrend) {
  EXPECT_NEAR(lag1_autocorrelation(Values{1, -1, 1, -1, 1, -1, 1, -1}), -0.875, 1e-12);
  EXPECT_NEAR(lag1_autocorrelation(Values{1, 2, 3, 4, 5}), 0.4, 1e-12);
}

TEST(Lag1Autocorrelation, IsZeroWhereThereIsNothingToSee) {
  EXPECT_EQ(lag1_autocorrelation(Values{1, 2}), 0);
  EXPECT_EQ(lag1_autocorrelation(Values(50, 0.1)), 0);
}

TEST(PairedRatio, IsTheMedianOfTheRatiosNotTheRatioOfTheMedians) {
  const Values numerators{2, 20, 300, 4000, 50000, 600000};
  const Values denominators{1, 10, 100, 1000, 10000, 100000};
  const Evidence estimate = paired_ratio(numerators, denominators);
  EXPECT_DOUBLE_EQ(estimate.value, 3.5);
  EXPECT_DOUBLE_EQ(estimate.interval.low, 2);
  EXPECT_DOUBLE_EQ(estimate.interval.high, 6);
}

TEST(PairedRatio, RefusesWhatIsNotPaired) {
  EXPECT_THROW(paired_ratio(Values{1, 2}, Values{1}), std::invalid_argument);
  EXPECT_THROW(paired_ratio(Values{1}, Values{0}), std::invalid_argument);
  EXPECT_THROW(paired_ratio(Values{}, Values{}), std::invalid_argument);
}

TEST(Statistics, RefuseAnEmptySpan) {
  EXPECT_THROW(median({}), std::invalid_argument);
  EXPECT_THROW(quantile({}, 0.5), std::invalid_argument);
  EXPECT_THROW(noise({}), std::invalid_argument);
  EXPECT_THROW(noise_interval(0.1, 0), std::invalid_argument);
  EXPECT_THROW(lag1_autocorrelation({}), std::invalid_argument);
  EXPECT_THROW(median_interval({}), std::invalid_argument);
}

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
  EXPECT_GT(interval.level, 0.3);
}

/// How often of 600 series of `count` values, each in its own way made by `series`, the interval
/// of the p-quantile, which is `truth` for all of them, holds it.
double coverage(std::size_t count, double p, double truth, auto series) {
  constexpr int kSeries = 600;
  int holds = 0;
  std::mt19937_64 random(11);
  for (int i = 0; i < kSeries; ++i) {
    const std::vector<double> values = series(count, random);
    const auto interval = quantile_interval(values, p);
    holds += interval.low <= truth && truth <= interval.high;
  }
  return static_cast<double>(holds) / kSeries;
}

/// Pareto's distribution with a tail so heavy that it has no variance.
double heavy(double uniform) { return std::pow(1 - uniform, -1 / 1.5); }

TEST(QuantileInterval, OfAHeavyTailHoldsAtItsLevel) {
  const auto independent = [](std::size_t count, auto& random) {
    std::uniform_real_distribution<double> uniform;
    std::vector<double> values(count);
    std::generate(values.begin(), values.end(), [&] { return heavy(uniform(random)); });
    return values;
  };
  for (const auto& [count, p] : {std::pair(40, 0.9), std::pair(400, 0.9), std::pair(368, 0.99),
                                 std::pair(2000, 0.99), std::pair(100, 0.5)}) {
    const double held = coverage(static_cast<std::size_t>(count), p, heavy(p), independent);
    EXPECT_GE(held, 0.925) << count << " values, p " << p;
    EXPECT_LE(held, 0.997) << count << " values, p " << p;
  }
}

TEST(QuantileInterval, OfValuesThatFollowEachOtherHoldsAtItsLevel) {
  // Normal scores of an autoregressive series, each made a value with the heavy tail.
  const auto following = [](std::size_t count, auto& random) {
    std::normal_distribution<double> normal;
    std::vector<double> values(count);
    double score = normal(random);
    for (auto& value : values) {
      score = 0.7 * score + std::sqrt(1 - 0.49) * normal(random);
      value = heavy(std::erfc(-score / std::sqrt(2.0)) / 2);
    }
    return values;
  };
  EXPECT_GE(coverage(400, 0.9, heavy(0.9), following), 0.9);
  EXPECT_GE(coverage(2000, 0.99, heavy(0.99), following), 0.9);
}

TEST(QuantileInterval, OfADriftHoldsTheQuantileOfAllThatWasSeen) {
  // From 1 to 1.5 over the series, with the heavy tail on top.
  const auto drifting = [](std::size_t count, auto& random) {
    std::uniform_real_distribution<double> uniform;
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i)
      values[i] =
          heavy(uniform(random)) * (1 + 0.5 * static_cast<double>(i) / static_cast<double>(count));
    return values;
  };
  std::mt19937_64 random(1);
  for (const double p : {0.9, 0.99})
    EXPECT_GE(coverage(800, p, quantile(drifting(2'000'000, random), p), drifting), 0.925) << p;
}

TEST(QuantileInterval, OfFewValuesSaysHowSureItIs) {
  EXPECT_LT(quantile_interval(shuffled(35), 0.9).level, 0.95);
  EXPECT_EQ(quantile_interval(shuffled(36), 0.9).level, 0.95);
  EXPECT_LT(quantile_interval(shuffled(367), 0.99).level, 0.95);
  EXPECT_EQ(quantile_interval(shuffled(368), 0.99).level, 0.95);
  EXPECT_NEAR(quantile_interval(shuffled(20), 0.99).level, 1 - 0.025 - std::pow(0.99, 20), 1e-12);
}

TEST(QuantileInterval, HasTheRanksOfTheBinomial) {
  // Of B(100, 0.9): P(<= 83) = 0.0206, P(<= 84) = 0.0399; of B(100, 0.1): P(<= 3) = 0.0078, P(<= 4)
  // = 0.0237.
  const Interval interval = quantile_interval(shuffled(100), 0.9);
  EXPECT_EQ(interval.low, 84);
  EXPECT_EQ(interval.high, 96);
}

}  // namespace
}  // namespace tickbench
