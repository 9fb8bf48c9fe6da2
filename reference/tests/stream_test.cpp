// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/stream.hpp"

#include <gtest/gtest.h>

#include "reference/tests/inputs.hpp"

namespace reference {
namespace {

constexpr float kA = 1.7F;

float rounded(double value) { return static_cast<float>(value); }

// Odd sizes leave a remainder behind every vector; the last ones are divided among threads.
class StreamOf : public ::testing::TestWithParam<std::size_t> {
 protected:
  std::size_t n = GetParam();
  std::vector<float> x = testing::uniform(n, 1), y = testing::uniform(n, 2);
  std::vector<float> by_serial = std::vector<float>(n, 99), by_tbb = std::vector<float>(n, 99);

  template <class Expected>
  void expect_both(const Expected& expected) {
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(by_serial[i], expected(x[i], y[i])) << i;
      ASSERT_EQ(by_tbb[i], expected(x[i], y[i])) << i;
    }
  }
};

TEST_P(StreamOf, Scales) {
  serial::stream_scale(kA, x, by_serial);
  tbb::stream_scale(kA, x, by_tbb);
  expect_both([](double a, double) { return rounded(double{kA} * a); });
}

TEST_P(StreamOf, Adds) {
  serial::stream_add(x, y, by_serial);
  tbb::stream_add(x, y, by_tbb);
  expect_both([](double a, double b) { return rounded(a + b); });
}

TEST_P(StreamOf, RoundsTheProductAndTheSumOfATriad) {
  serial::stream_triad(kA, x, y, by_serial);
  tbb::stream_triad(kA, x, y, by_tbb);
  expect_both([](double a, double b) { return rounded(a + double{rounded(double{kA} * b)}); });
}

INSTANTIATE_TEST_SUITE_P(Sizes, StreamOf, ::testing::Values(0, 1, 17, 1023, 32769, 300001),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace reference
