// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/histogram.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace reference {
namespace {

class HistogramOf : public ::testing::TestWithParam<std::size_t> {};

TEST_P(HistogramOf, CountsEachInteger) {
  const auto n = GetParam();
  std::mt19937 random(1);
  std::vector<std::uint32_t> x(n), expected(kHistogramBins);
  for (auto& value : x) {
    // Half of them in one bin.
    value = random() % 2 == 0 ? 7U << 24 : static_cast<std::uint32_t>(random());
    ++expected[value >> 24];
  }
  std::vector<std::uint32_t> by_serial(kHistogramBins, 99), by_tbb(kHistogramBins, 99);
  serial::histogram(x, by_serial);
  tbb::histogram(x, by_tbb);
  EXPECT_EQ(by_serial, expected);
  EXPECT_EQ(by_tbb, expected);
}

INSTANTIATE_TEST_SUITE_P(Sizes, HistogramOf, ::testing::Values(0, 1, 3, 5, 1023, 32769, 1000003),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace reference
