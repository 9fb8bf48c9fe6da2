// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "verification/poison.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>
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

using verification::Poison;

/// A word of both kinds of poison, as this type.
template <class T>
T value_of(std::uint32_t word) {
  const std::vector<std::uint32_t> words(4, word);
  T value;
  std::memcpy(&value, words.data(), sizeof(value));
  return value;
}

TEST(Poison, OfNoTypeIsANaNAndANumberAndOfBothSigns) {
  const auto first = poison_word(Poison::kFirst), second = poison_word(Poison::kSecond);
  EXPECT_TRUE(std::isnan(value_of<float>(first)) && std::isnan(value_of<double>(first)));
  EXPECT_LT(value_of<float>(second), -1);
  EXPECT_GT(value_of<float>(second), -10);
  EXPECT_TRUE(std::isfinite(value_of<double>(second)));
  EXPECT_NE(value_of<std::int32_t>(first) < 0, value_of<std::int32_t>(second) < 0);
  EXPECT_NE(value_of<std::int64_t>(first) < 0, value_of<std::int64_t>(second) < 0);
}

TEST(Poison, TheSecondOneIsAnotherValueOfEveryType) {
  const auto differ = []<class T>(std::type_identity<T>) {
    std::vector<T> first(5), second(5);
    verification::poison(element_type<T>(), std::as_writable_bytes(std::span(first)),
                         Poison::kFirst);
    verification::poison(element_type<T>(), std::as_writable_bytes(std::span(second)),
                         Poison::kSecond);
    EXPECT_EQ(verification::count_different(element_type<T>(), testing::bytes(first),
                                            testing::bytes(second)),
              5U);
  };
  differ(std::type_identity<float>{});
  differ(std::type_identity<double>{});
  differ(std::type_identity<std::int8_t>{});
  differ(std::type_identity<std::uint16_t>{});
  differ(std::type_identity<std::int64_t>{});
}

TEST(Poison, AnOutputThatStillHoldsTheSecondOneWasNotWritten) {
  std::vector<float> found(20), expected = testing::counting(20);
  verification::poison(ElementType::kFloat32, std::as_writable_bytes(std::span(found)),
                       Poison::kSecond);
  const auto check = [&](Poison which) {
    return verification::check_output(ElementType::kFloat32, {}, testing::bytes(expected),
                                      testing::bytes(found), exact(), false, which)
        .message;
  };
  EXPECT_NE(check(Poison::kSecond).find("the kernel wrote nothing"), std::string::npos);
  EXPECT_EQ(check(Poison::kFirst).find("the kernel wrote nothing"), std::string::npos);
}

std::optional<verification::Dependence> dependence_of(const std::vector<float>& found,
                                                      const std::vector<float>& again,
                                                      const std::vector<float>& second_values) {
  return verification::dependence(ElementType::kFloat32, testing::bytes(found),
                                  testing::bytes(again), testing::bytes(second_values));
}

TEST(Dependence, CountsElementsThatOnlyTheOtherPoisonChanges) {
  const float nan = testing::kNaN;
  const auto found = dependence_of({1, nan, 3, nan, 5}, {1, nan, 4, nan, 5}, {1, 2, 9, -5, 5});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->first, 1U);
  EXPECT_EQ(found->count, 2U);  // element 2 differs from run to run
  EXPECT_EQ(found->found, "nan");
  EXPECT_EQ(found->second_values, "2");
}

TEST(Dependence, IsNoneWhereNothingOrEverythingDiffers) {
  EXPECT_FALSE(dependence_of({1, 2}, {1, 2}, {1, 2}));
  EXPECT_FALSE(dependence_of({1, 2}, {3, 4}, {5, 6}));
  EXPECT_FALSE(dependence_of({1, 2}, {1, 2}, {}));
}

TEST(Poison, TakesNoElements) { EXPECT_TRUE(poisoned<float>(0).empty()); }

}  // namespace
}  // namespace tickbench
