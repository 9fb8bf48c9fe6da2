// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/saxpy.hpp"

#include <gtest/gtest.h>

#include "reference/tests/inputs.hpp"

namespace reference {
namespace {

// Odd sizes leave a remainder behind every vector; the last ones are divided among threads.
class SaxpyOf : public ::testing::TestWithParam<std::size_t> {};

TEST_P(SaxpyOf, RoundsTheProductAndTheSum) {
  const auto n = GetParam();
  const auto x = testing::uniform(n, 1), y = testing::uniform(n, 2);
  std::vector<float> by_serial(n, 99), by_tbb(n, 99);
  serial::saxpy(1.7F, x, y, by_serial);
  tbb::saxpy(1.7F, x, y, by_tbb);
  for (std::size_t i = 0; i < n; ++i) {
    const auto product = static_cast<float>(double{1.7F} * double{x[i]});
    const auto expected = static_cast<float>(double{product} + double{y[i]});
    ASSERT_EQ(by_serial[i], expected) << i;
    ASSERT_EQ(by_tbb[i], expected) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, SaxpyOf,
                         ::testing::Values(0, 1, 2, 7, 17, 1023, 32769, 300001, 1 << 20),
                         ::testing::PrintToStringParamName());

TEST(Saxpy, ComputesAKnownExample) {
  const std::vector<float> x = {1, 2, 3}, y = {10, 20, 30};
  std::vector<float> out(3);
  serial::saxpy(2, x, y, out);
  EXPECT_EQ(out, (std::vector<float>{12, 24, 36}));
}

}  // namespace
}  // namespace reference
