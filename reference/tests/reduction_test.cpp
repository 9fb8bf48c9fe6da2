// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/reduction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "reference/tests/inputs.hpp"

namespace reference {
namespace {

/// Of n terms below 1 whose rounding errors have a mean of zero: partial sums of a block are below
/// its 4096 terms.
double sum_bound(std::size_t n) {
  return 8 * 0x1p-24 * std::sqrt(static_cast<double>(n) + 1) * std::sqrt(4096.0);
}

class ReductionOf : public ::testing::TestWithParam<std::size_t> {};

// Around the lanes (64), the blocks (4096) and the parts of a thread (32768).
TEST_P(ReductionOf, EqualsTheSumInDoublePrecision) {
  const auto n = GetParam();
  const auto x = testing::uniform(n, 1), y = testing::uniform(n, 2);
  const double sum = std::accumulate(x.begin(), x.end(), 0.0);
  double dot = 0;
  for (std::size_t i = 0; i < n; ++i) dot += double{x[i]} * double{y[i]};
  const double last_rounding = 0x1p-24 * std::abs(sum);
  EXPECT_NEAR(serial::sum(x), sum, sum_bound(n) + last_rounding);
  EXPECT_NEAR(tbb::sum(x), sum, sum_bound(n) + last_rounding);
  EXPECT_NEAR(serial::dot(x, y), dot, sum_bound(n) + last_rounding);
  EXPECT_NEAR(tbb::dot(x, y), dot, sum_bound(n) + last_rounding);
}

TEST_P(ReductionOf, IsExactWhereIntegersAllowIt) {
  const auto n = GetParam();
  std::vector<float> x(n), twos(n, 2);
  std::iota(x.begin(), x.end(), 1.0F);
  const std::vector<double> doubles(x.begin(), x.end());
  EXPECT_EQ(serial::sum(doubles), static_cast<double>(n * (n + 1) / 2));
  EXPECT_EQ(tbb::sum(doubles), static_cast<double>(n * (n + 1) / 2));
  const auto sum = static_cast<float>(n * (n + 1) / 2);
  if (n > 4097) return;  // above 2^24
  EXPECT_EQ(serial::sum(x), sum);
  EXPECT_EQ(tbb::sum(x), sum);
  EXPECT_EQ(serial::dot(x, twos), 2 * sum);
  EXPECT_EQ(tbb::dot(x, twos), 2 * sum);
}

INSTANTIATE_TEST_SUITE_P(Sizes, ReductionOf,
                         ::testing::Values(0, 1, 63, 64, 65, 4095, 4096, 4097, 32769, 1000003),
                         ::testing::PrintToStringParamName());

// Threads divide the terms alike at every call.
TEST(Reduction, GivesTheSameAtEveryCall) {
  const auto x = testing::uniform(1000003, 3), y = testing::uniform(1000003, 4);
  const float sum = tbb::sum(x), dot = tbb::dot(x, y);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(tbb::sum(x), sum);
    EXPECT_EQ(tbb::dot(x, y), dot);
  }
}

}  // namespace
}  // namespace reference
