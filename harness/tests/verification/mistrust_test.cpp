// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "verification/bytes.hpp"

namespace tickbench {
namespace {
using testing::bytes;
using testing::counting;
using ::testing::HasSubstr;
using testing::kInfinity;
using testing::kNaN;

template <class T>
std::string reason(const std::vector<T>& expected, const std::vector<T>& input = {}) {
  return mistrust(element_type<T>(), bytes(expected), bytes(input)).value_or("");
}

TEST(Mistrust, TrustsThreeDistinctValues) {
  auto values = std::vector<float>(1000, 1.0F);
  values[10] = 2;
  values[999] = 3;
  EXPECT_EQ(reason(values), "");
  EXPECT_EQ(reason(counting(17), std::vector<float>(17)), "");
}

TEST(Mistrust, NamesTheOneOrTwoValuesOfManyElements) {
  EXPECT_THAT(reason(std::vector<float>(17)), HasSubstr("all 17 expected values are 0:"));
  auto two = std::vector<std::int32_t>(100, 4);
  two[50] = 9;
  EXPECT_THAT(reason(two), HasSubstr("all 100 expected values are 4 or 9:"));
}

TEST(Mistrust, CountsBothZerosAndAllNaNsOnce) {
  auto values = std::vector<float>(100);
  values[1] = -0.0F;
  values[2] = kNaN;
  values[3] = -kNaN;
  EXPECT_THAT(reason(values), HasSubstr("expected values are 0 or nan"));
}

TEST(Mistrust, LetsSixteenElementsHaveOneValue) {
  EXPECT_EQ(reason(std::vector<float>(16)), "");
  EXPECT_EQ(reason(std::vector<float>{42}), "");
}

TEST(Mistrust, SeesExpectedValuesEqualToTheInput) {
  EXPECT_THAT(reason(counting(100), counting(100)), HasSubstr("equal the input"));
  EXPECT_EQ(reason(counting(100), counting(99)), "");
}

TEST(Mistrust, SeesExpectedValuesEqualToThePoison) {
  std::vector<std::uint8_t> values(4);
  poison(ElementType::kUint8, std::as_writable_bytes(std::span(values)));
  EXPECT_THAT(reason(values), HasSubstr("equal the poison"));
  EXPECT_THAT(reason(std::vector<float>(2, kNaN)), HasSubstr("equal the poison"));
}

TEST(Mistrust, SeesAnOutputWithoutElements) {
  EXPECT_THAT(reason(std::vector<float>{}), HasSubstr("no elements"));
}

TEST(FirstNonFinite, FindsInfinitiesAndNaNs) {
  auto values = counting(100);
  EXPECT_FALSE(first_non_finite(ElementType::kFloat32, bytes(values)));
  values[70] = kNaN;
  values[42] = -kInfinity;
  EXPECT_EQ(first_non_finite(ElementType::kFloat32, bytes(values)), 42U);
  const std::vector<double> doubles = {1, std::numeric_limits<double>::infinity()};
  EXPECT_EQ(first_non_finite(ElementType::kFloat64, bytes(doubles)), 1U);
}

TEST(FirstNonFinite, FindsNoneAmongIntegers) {
  EXPECT_FALSE(first_non_finite(ElementType::kInt32, bytes(std::vector<std::int32_t>{0x7F800000})));
}

}  // namespace
}  // namespace tickbench
