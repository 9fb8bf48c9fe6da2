// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/stencil.hpp"

#include <gtest/gtest.h>

#include "reference/tests/inputs.hpp"

namespace reference {
namespace {

class StencilOf : public ::testing::TestWithParam<std::size_t> {};

TEST_P(StencilOf, RoundsEachSum) {
  const auto n = GetParam();
  const auto in = testing::uniform(n * n, 1);
  std::vector<float> by_serial(n * n, 99), by_tbb(n * n, 99);
  serial::stencil(n, in, by_serial);
  tbb::stencil(n, in, by_tbb);
  const auto add = [](float a, float b) { return static_cast<float>(double{a} + double{b}); };
  for (std::size_t i = 0; i < n * n; ++i) {
    const std::size_t row = i / n, column = i % n;
    float expected = in[i];
    if (row > 0 && row + 1 < n && column > 0 && column + 1 < n)
      expected = add(in[i] / 2, add(add(in[i - 1], in[i + 1]), add(in[i - n], in[i + n])) / 8);
    ASSERT_EQ(by_serial[i], expected) << row << ", " << column;
    ASSERT_EQ(by_tbb[i], expected) << row << ", " << column;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, StencilOf, ::testing::Values(0, 1, 2, 3, 17, 255, 300),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace reference
