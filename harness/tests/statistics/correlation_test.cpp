// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "fakes/noise_sources.hpp"
#include "statistics/inference.hpp"

namespace tickbench {
namespace {

std::vector<double> series(double rho, std::size_t count) {
  std::vector<double> values(count);
  std::generate(values.begin(), values.end(), fakes::correlated_noise(8, 0.1, rho));
  return values;
}

TEST(Correlation, CountsIndependentValuesWhole) {
  const std::vector<double> alternating{1, 2, 1, 2, 1, 2, 1, 2};
  EXPECT_FALSE(is_correlated(alternating));
  EXPECT_EQ(effective_count(alternating), 8);
  EXPECT_EQ(variance_inflation(alternating), 1);
}

TEST(Correlation, CountsCorrelatedValuesForWhatTheySay) {
  const auto values = series(0.8, 9'000);
  EXPECT_TRUE(is_correlated(values));
  EXPECT_NEAR(effective_count(values), 1000, 100);
  EXPECT_NEAR(variance_inflation(values), 9, 0.9);
}

TEST(Correlation, KeepsTheWorstFinite) {
  std::vector<double> trend(1000);
  std::generate(trend.begin(), trend.end(), fakes::drift(0.001));
  EXPECT_NEAR(variance_inflation(trend), 39, 1e-9);
}

std::vector<double> series(fakes::NoiseSource noise, std::size_t count) {
  std::vector<double> values(count);
  std::generate(values.begin(), values.end(), std::move(noise));
  return values;
}

TEST(BatchMeans, OfIndependentValuesIsTheirVariance) {
  const auto variance = batch_means_variance(series(fakes::normal_noise(1, 0.1), 20'000));
  EXPECT_NEAR(variance.per_value, 0.01, 0.001);
}

// Ground truth: sigma^2 (1 + rho) / (1 - rho) for a first-order autoregressive series.
// Ground truth: sigma^2 (1 + rho) / (1 - rho) for a first-order autoregressive series.
TEST(BatchMeans, OfCorrelatedValuesIsTheLongRunVariance) {
  constexpr int kSeries = 50;
  for (const double rho : {0.5, 0.8, 0.9}) {
    double mean = 0;
    for (std::uint64_t seed = 1; seed <= kSeries; ++seed)
      mean +=
          batch_means_variance(series(fakes::correlated_noise(seed, 0.1, rho), 3'000)).per_value /
          kSeries;
    const double truth = 0.01 * (1 + rho) / (1 - rho);
    EXPECT_GT(mean, 0.95 * truth) << rho;
    EXPECT_LT(mean, 1.3 * truth) << rho;
  }
}

TEST(BatchMeans, KeepsEightBlocks) {
  EXPECT_EQ(batch_means_variance(series(fakes::drift(0.01), 64)).degrees_of_freedom, 7);
  EXPECT_GE(batch_means_variance(series(fakes::drift(0.01), 100)).degrees_of_freedom, 7);
}

}  // namespace
}  // namespace tickbench
