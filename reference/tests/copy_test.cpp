// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/copy.hpp"

#include <gtest/gtest.h>

#include "reference/tests/inputs.hpp"

namespace reference {
namespace {

class CopyOf : public ::testing::TestWithParam<std::size_t> {};

TEST_P(CopyOf, CopiesEveryElementAndNoMore) {
  const auto n = GetParam();
  const auto from = testing::uniform(n, 3);
  std::vector<float> by_serial(n + 1, 99), by_tbb(n + 1, 99);
  serial::copy(from, std::span(by_serial).first(n));
  tbb::copy(from, std::span(by_tbb).first(n));
  auto expected = from;
  expected.push_back(99);
  EXPECT_EQ(by_serial, expected);
  EXPECT_EQ(by_tbb, expected);
}

INSTANTIATE_TEST_SUITE_P(Sizes, CopyOf, ::testing::Values(0, 1, 17, 32769, 1000003),
                         ::testing::PrintToStringParamName());

TEST(Copy, TakesBytes) {
  const std::vector<std::byte> from = {std::byte{1}, std::byte{2}, std::byte{3}};
  std::vector<std::byte> by_serial(3), by_tbb(3);
  serial::copy(from, by_serial);
  tbb::copy(from, by_tbb);
  EXPECT_EQ(by_serial, from);
  EXPECT_EQ(by_tbb, from);
}

}  // namespace
}  // namespace reference
