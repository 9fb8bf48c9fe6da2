// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/precision.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "fakes/noise_sources.hpp"

namespace tickbench {
namespace {

std::vector<double> series(fakes::NoiseSource noise, std::size_t count) {
  std::vector<double> values(count);
  std::generate(values.begin(), values.end(), std::move(noise));
  return values;
}
bool is_precise(const std::vector<double>& values, double precision = 0.01) {
  return tickbench::is_precise(values, median_interval(values), precision);
}

TEST(Precision, IsHalfTheWidthOverTheMedian) {
  EXPECT_DOUBLE_EQ(relative_half_width({9, 12, 0.95}, 10), 0.15);
  EXPECT_TRUE(std::isinf(relative_half_width({0, 0, 0.95}, 0)));
}

TEST(Precision, NeedsThirtySamples) {
  EXPECT_FALSE(is_precise(std::vector<double>(29, 1.0)));
  EXPECT_TRUE(is_precise(std::vector<double>(30, 1.0)));
}

TEST(Precision, NeedsANarrowInterval) {
  EXPECT_TRUE(is_precise(series(fakes::normal_noise(4, 0.02), 100)));
  EXPECT_FALSE(is_precise(series(fakes::normal_noise(4, 0.2), 100)));
  EXPECT_TRUE(is_precise(series(fakes::normal_noise(4, 0.2), 100), 0.1));
}

TEST(Precision, OfZerosIsNone) { EXPECT_FALSE(is_precise(std::vector<double>(100, 0.0))); }

TEST(Precision, WantsThirtyIndependentSamplesWorth) {
  // 60 samples at rho 0.9 say as much as 3: only where all lie within the precision is it sure.
  const auto correlated = series(fakes::correlated_noise(9, 0.01, 0.9), 60);
  const auto [low, high] = std::minmax_element(correlated.begin(), correlated.end());
  EXPECT_FALSE(is_precise(correlated, 0.9 * (*high - *low) / 2));
  EXPECT_TRUE(is_precise(correlated, 1.1 * (*high - *low) / 2));
}

}  // namespace
}  // namespace tickbench
