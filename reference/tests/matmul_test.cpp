// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/matmul.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "reference/tests/inputs.hpp"

namespace reference {
namespace {

/// The definition, in double precision.
std::vector<double> plain_matmul(std::size_t n, const std::vector<float>& a,
                                 const std::vector<float>& b) {
  std::vector<double> out(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t j = 0; j < n; ++j)
        out[i * n + j] += double{a[i * n + k]} * double{b[k * n + j]};
  return out;
}

/// The worst case of n products of terms below 1: n^2 u.
double bound(std::size_t n) { return static_cast<double>(n * n) * 0x1p-24; }

// Around the pieces held in registers (4, 6, 12 rows; 8, 16, 32 columns) and the blocks (96, 256,
// 512).
class MatmulOf : public ::testing::TestWithParam<std::size_t> {};

TEST_P(MatmulOf, EqualsTheDefinition) {
  const auto n = GetParam();
  const auto a = testing::uniform(n * n, 4), b = testing::uniform(n * n, 5);
  const auto expected = plain_matmul(n, a, b);
  std::vector<float> by_serial(n * n, 99), by_tbb(n * n, 99);
  serial::matmul(n, a, b, by_serial);
  tbb::matmul(n, a, b, by_tbb);
  for (std::size_t i = 0; i < n * n; ++i) {
    ASSERT_NEAR(by_serial[i], expected[i], std::min(bound(n), 1e-4)) << i;
    ASSERT_NEAR(by_tbb[i], expected[i], std::min(bound(n), 1e-4)) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, MatmulOf,
                         ::testing::Values(0, 1, 2, 3, 5, 8, 12, 13, 31, 32, 33, 64, 95, 97, 100,
                                           255, 257, 300, 513),
                         ::testing::PrintToStringParamName());

TEST(Matmul, MultipliesExactlyWhereIntegersAllowIt) {
  constexpr std::size_t kN = 129;
  std::vector<float> a(kN * kN), b(kN * kN);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<float>(i % 17) - 8;
    b[i] = static_cast<float>(i % 23) - 11;
  }
  const auto expected = plain_matmul(kN, a, b);
  std::vector<float> out(kN * kN);
  serial::matmul(kN, a, b, out);
  for (std::size_t i = 0; i < out.size(); ++i) ASSERT_EQ(out[i], expected[i]) << i;
}

// The packing buffers belong to threads: two callers at once must not meet in them.
TEST(Matmul, MayRunInSeveralThreads) {
  constexpr std::size_t kN = 200;
  const auto a = testing::uniform(kN * kN, 6), b = testing::uniform(kN * kN, 7);
  std::vector<float> alone(kN * kN), first(kN * kN), second(kN * kN);
  serial::matmul(kN, a, b, alone);
  std::thread one([&] { serial::matmul(kN, a, b, first); });
  std::thread two([&] { serial::matmul(kN, a, b, second); });
  one.join();
  two.join();
  EXPECT_EQ(first, alone);
  EXPECT_EQ(second, alone);
}

}  // namespace
}  // namespace reference
