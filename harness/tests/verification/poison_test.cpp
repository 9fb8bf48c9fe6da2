// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "verification/bytes.hpp"

namespace tickbench {
namespace {

template <class T>
std::vector<T> poisoned(std::size_t n) {
  std::vector<T> values(n, T{1});
  poison(element_type<T>(), std::as_writable_bytes(std::span(values)));
  return values;
}

TEST(Poison, MakesEveryFloatANaN) {
  for (const float value : poisoned<float>(100)) EXPECT_TRUE(std::isnan(value));
  for (const double value : poisoned<double>(100)) EXPECT_TRUE(std::isnan(value));
}

TEST(Poison, IsNotTheNaNThatArithmeticGives) {
  const std::vector<float> arithmetic(3, std::numeric_limits<float>::quiet_NaN());
  EXPECT_FALSE(std::ranges::equal(testing::bytes(poisoned<float>(3)), testing::bytes(arithmetic)));
}

TEST(Poison, WritesEveryIntegerAndIsNeitherZeroNorAllOnes) {
  for (const auto value : poisoned<std::int32_t>(9)) EXPECT_EQ(value, std::int32_t(0xA5A5A5A5));
  for (const auto value : poisoned<std::uint8_t>(9)) EXPECT_EQ(value, 0xA5);
  for (const auto value : poisoned<std::uint64_t>(9)) EXPECT_EQ(value, 0xA5A5A5A5A5A5A5A5);
}

TEST(Poison, TakesNoElements) { EXPECT_TRUE(poisoned<float>(0).empty()); }

}  // namespace
}  // namespace tickbench
