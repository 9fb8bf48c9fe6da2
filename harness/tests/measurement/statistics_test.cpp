// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

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
  const RatioEstimate estimate = paired_ratio(numerators, denominators);
  EXPECT_DOUBLE_EQ(estimate.median, 3.5);
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

}  // namespace
}  // namespace tickbench
