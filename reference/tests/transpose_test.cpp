// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/transpose.hpp"

#include <gtest/gtest.h>

#include "reference/tests/inputs.hpp"

namespace reference {
namespace {

class TransposeOf : public ::testing::TestWithParam<std::size_t> {};

// Around the tiles (32) and the parts of a thread (128).
TEST_P(TransposeOf, SwapsRowsAndColumns) {
  const auto n = GetParam();
  const auto in = testing::uniform(n * n, 1);
  std::vector<float> by_serial(n * n, 99), by_tbb(n * n, 99);
  serial::transpose(n, in, by_serial);
  tbb::transpose(n, in, by_tbb);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      ASSERT_EQ(by_serial[j * n + i], in[i * n + j]) << i << ", " << j;
      ASSERT_EQ(by_tbb[j * n + i], in[i * n + j]) << i << ", " << j;
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, TransposeOf,
                         ::testing::Values(0, 1, 31, 32, 33, 127, 129, 257, 300),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace reference
