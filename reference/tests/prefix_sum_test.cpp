// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/prefix_sum.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace reference {
namespace {

class PrefixSumOf : public ::testing::TestWithParam<std::size_t> {};

TEST_P(PrefixSumOf, AddsAllUpToEachModulo2To32) {
  const auto n = GetParam();
  std::mt19937 random(1);
  std::vector<std::uint32_t> x(n), by_serial(n, 99), by_tbb(n, 99);
  for (auto& value : x) value = static_cast<std::uint32_t>(random());
  serial::prefix_sum(x, by_serial);
  tbb::prefix_sum(x, by_tbb);
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    sum += x[i];
    ASSERT_EQ(by_serial[i], sum) << i;
    ASSERT_EQ(by_tbb[i], sum) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, PrefixSumOf, ::testing::Values(0, 1, 3, 4, 5, 1023, 32769, 1000003),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace reference
