// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "base/digest.hpp"
#include "tickbench/error.hpp"
#include "tickbench/verification.hpp"
#include "verification/elements.hpp"

namespace tickbench {
namespace {

using ::testing::HasSubstr;

std::string loose(const std::vector<float>& expected, const std::vector<float>& found,
                  const Tolerance& tolerance) {
  const auto bytes = std::as_bytes(std::span(expected));
  const auto comparison =
      compare(ElementType::kFloat32, bytes, std::as_bytes(std::span(found)), tolerance);
  EXPECT_EQ(comparison.mismatched, 0U);
  return looseness(ElementType::kFloat32, bytes, comparison, tolerance).value_or("");
}

TEST(Looseness, IsMoreThanAHundredthOfTheSpread) {
  const std::vector<float> values{1, 2, 3};
  EXPECT_EQ(loose(values, values, absolute(0.02)), "");
  EXPECT_EQ(loose(values, values, absolute(0.03)), "loose tolerance: 1.5 % of the results' spread");
  EXPECT_THAT(loose(values, values, relative(0.9)), HasSubstr("1.4e+02 %"));
}

TEST(Looseness, IsAThousandTimesTheErrorThatWasFound) {
  std::vector<float> values(64, 100), found(64, 100);
  values[0] = -100;
  found[0] = -100.001F;
  EXPECT_EQ(loose(values, found, absolute(0.5)), "");
  found[0] = -100.0001F;
  EXPECT_THAT(loose(values, found, absolute(0.5)), HasSubstr("times the error"));
  EXPECT_EQ(loose(values, values, absolute(0.5)), "") << "there is no error";
}

TEST(Looseness, IsNothingBelowAThousandthOfTheSpread) {
  std::vector<float> values(64, 100), found(64, 100);
  values[0] = -100;
  found[0] = -100.0001F;
  EXPECT_THAT(loose(values, found, absolute(0.21)), HasSubstr("times the error"));
  EXPECT_EQ(loose(values, found, absolute(0.19)), "");
}

/// A sum by halves errs by one rounding, and its bound is that of any order.
TEST(Looseness, OfFewElementsIsAMillionTimesTheError) {
  std::vector<float> terms(1 << 20);
  std::mt19937 random(7);
  std::uniform_real_distribution<float> value(-1, 1);
  for (float& term : terms) term = value(random);
  EXPECT_EQ(loose({1000}, {1000 + 0x1p-13F}, sum_of(terms)), "");
  EXPECT_THAT(loose({1000}, {1000 + 0x1p-13F}, absolute(200)), HasSubstr("times the error"));
}

TEST(Looseness, OfUlpsIsThatOfTheLargestValue) {
  const std::vector<float> values{1.0F, std::nextafter(1.0F, 2.0F)};
  EXPECT_THAT(loose(values, values, ulps(1)), HasSubstr("1e+02 % of the results' spread"));
  EXPECT_EQ(loose({1.0F, 2.0F}, {1.0F, 2.0F}, ulps(4)), "");
}

TEST(Looseness, KnowsNothingOfConstantsAndNonFiniteValues) {
  EXPECT_EQ(loose({2, 2}, {2, 2}, absolute(1)), "");
  EXPECT_EQ(loose({INFINITY, NAN}, {INFINITY, NAN}, absolute(1)), "");
}

TEST(Comparison, HasTheLargestError) {
  const std::vector<float> expected{1, 100, INFINITY}, found{1.5F, 99.75F, INFINITY};
  EXPECT_EQ(compare(ElementType::kFloat32, std::as_bytes(std::span(expected)),
                    std::as_bytes(std::span(found)), exact())
                .largest_error,
            0.5);
  std::vector<double> many(10'000, 3), other = many;
  other[7777] = 2.75;
  EXPECT_EQ(compare(ElementType::kFloat64, std::as_bytes(std::span(many)),
                    std::as_bytes(std::span(other)), absolute(1))
                .largest_error,
            0.25);
}

/// In float: in order, by halves, and each stride by itself.
std::vector<double> sums_of(const std::vector<float>& terms) {
  const auto halves = [&](const auto& self, std::size_t begin, std::size_t end) -> float {
    if (end - begin == 1) return terms[begin];
    const std::size_t middle = (begin + end) / 2;
    return self(self, begin, middle) + self(self, middle, end);
  };
  constexpr std::size_t kStride = 256;
  float strided = 0;
  for (std::size_t i = 0; i < kStride; ++i) {
    float part = 0;
    for (std::size_t k = i; k < terms.size(); k += kStride) part += terms[k];
    strided += part;
  }
  return {std::accumulate(terms.begin(), terms.end(), 0.0F), halves(halves, 0, terms.size()),
          strided};
}

TEST(SumOf, HoldsForOrdersOfSummationAndSeesALostTenth) {
  for (const float low : {-1.0F, 0.0F, 0.9F}) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> value(low, 1.0F);
    std::vector<float> terms(1 << 20);
    for (float& term : terms) term = value(random);
    const double exact_sum = std::accumulate(terms.begin(), terms.end(), 0.0);
    const Tolerance tolerance = sum_of(terms);
    auto sums = sums_of(terms);
    // Terms of nearly one size, one after the other into one accumulator, are rounded alike.
    if (low == 0.9F) sums.erase(sums.begin());
    for (const double sum : sums) EXPECT_LE(std::abs(sum - exact_sum), tolerance.absolute) << low;
    const double lost = std::accumulate(
        terms.begin() + static_cast<std::ptrdiff_t>(terms.size() / 10 * 9), terms.end(), 0.0);
    EXPECT_GT(std::abs(lost), 10 * tolerance.absolute) << low;
  }
}

TEST(SumOf, RefusesTermsThatAreNotFinite) {
  EXPECT_THROW(sum_of(std::vector<double>{1, NAN}), Error);
  EXPECT_EQ(sum_of(std::vector<float>{}).absolute, 0);
}

TEST(Digest, SpreadsTheHighestBit) {
  const auto of = [](std::array<float, 4> values) {
    return digest_of(std::as_bytes(std::span(values)));
  };
  EXPECT_NE(of({1, 2, 3, 4}), of({1, -2, -3, -4}));
}

TEST(Digest, IsThatOfTheBytes) {
  std::vector<std::byte> bytes(3'000'000, std::byte{7});
  const auto before = digest_of(bytes);
  EXPECT_EQ(digest_of(bytes), before);
  bytes[2'500'000] = std::byte{8};
  EXPECT_NE(digest_of(bytes), before);
  bytes[2'500'000] = std::byte{7};
  EXPECT_EQ(digest_of(bytes), before);
  bytes.pop_back();
  EXPECT_NE(digest_of(bytes), before);
}

}  // namespace
}  // namespace tickbench
