// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/spmv.hpp"

#include <gtest/gtest.h>

#include "reference/tests/inputs.hpp"

namespace reference {
namespace {

class SpmvOf : public ::testing::TestWithParam<std::size_t> {};

// Small integers, so that any order of sums is exact; rows of 0 to 9 entries.
TEST_P(SpmvOf, MultipliesEachRow) {
  const auto rows = GetParam();
  std::mt19937 random(1);
  std::vector<std::uint32_t> offsets{0}, columns;
  std::vector<float> values, x(rows), expected(rows);
  for (std::size_t i = 0; i < rows; ++i) x[i] = static_cast<float>(i % 13) - 6;
  for (std::size_t row = 0; row < rows; ++row) {
    for (auto left = random() % 10; left > 0; --left) {
      columns.push_back(static_cast<std::uint32_t>(random() % rows));
      values.push_back(static_cast<float>(random() % 7) - 3);
      expected[row] += values.back() * x[columns.back()];
    }
    offsets.push_back(static_cast<std::uint32_t>(columns.size()));
  }
  std::vector<float> by_serial(rows, 99), by_tbb(rows, 99);
  serial::spmv(offsets, columns, values, x, by_serial);
  tbb::spmv(offsets, columns, values, x, by_tbb);
  EXPECT_EQ(by_serial, expected);
  EXPECT_EQ(by_tbb, expected);
}

INSTANTIATE_TEST_SUITE_P(Sizes, SpmvOf, ::testing::Values(0, 1, 17, 1023, 5000),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace reference
