// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "statistics/correlation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "fakes/noise_sources.hpp"

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

}  // namespace
}  // namespace tickbench
