// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "tickbench/error.hpp"
#include "verification/bytes.hpp"

namespace tickbench {
namespace {
using testing::bytes;
using testing::compare_values;
using testing::equal;
using testing::kInfinity;
using testing::kNaN;

constexpr float kMax = std::numeric_limits<float>::max();

TEST(Compare, ANaNEqualsOnlyANaN) {
  const auto other_nan = std::bit_cast<float>(0xFFC00123U);
  EXPECT_TRUE(equal(kNaN, other_nan));
  EXPECT_FALSE(equal(kNaN, 1.0F, absolute(1e30)));
  EXPECT_FALSE(equal(1.0F, kNaN, Tolerance{1e30, 1e30, 1e30}));
  EXPECT_FALSE(equal(kInfinity, kNaN, ulps(1e9)));  // their bits are neighbours
}

TEST(Compare, AnInfinityEqualsOnlyItself) {
  EXPECT_TRUE(equal(kInfinity, kInfinity));
  EXPECT_FALSE(equal(kInfinity, -kInfinity, Tolerance{1e30, 1e30, 1e30}));
  EXPECT_FALSE(equal(kInfinity, kMax, ulps(10)));
  EXPECT_FALSE(equal(kMax, kInfinity, relative(1)));
}

TEST(Compare, AcceptsWithinAnyOfTheThree) {
  EXPECT_TRUE(equal(1.0F, 1.0F + 0x1p-22F, ulps(2)));
  EXPECT_FALSE(equal(1.0F, 1.0F + 0x1p-21F, ulps(2)));
  EXPECT_TRUE(equal(100.0, 101.0, relative(0.01)));
  EXPECT_FALSE(equal(100.0, 101.1, relative(0.01)));
  EXPECT_TRUE(equal(1e-20F, -1e-20F, absolute(1e-19)));
  EXPECT_TRUE(equal(5.0, 6.0, Tolerance{.ulps = 1, .relative = 0.001, .absolute = 1}));
  EXPECT_TRUE(equal(-0.0F, 0.0F));
}

TEST(Compare, ComparesIntegersExactlyWhateverTheTolerance) {
  const Tolerance wide{1e9, 1e9, 1e9};
  EXPECT_FALSE(equal<std::int32_t>(5, 6, wide));
  EXPECT_FALSE(equal<std::uint64_t>(0, ~0ULL, wide));
  EXPECT_TRUE(equal<std::int8_t>(-5, -5));
  EXPECT_EQ((compare_values<std::int16_t>({1, 2, 3}, {1, 5, 9}).mismatched), 2U);
}

TEST(Compare, ShowsTheFirstMismatchInShortestForm) {
  const auto result = compare_values<float>({1, 0.1F, 3, 4}, {1, 0.2F, 7, 4}, ulps(1));
  EXPECT_EQ(result.compared, 4U);
  EXPECT_EQ(result.mismatched, 2U);
  ASSERT_TRUE(result.first);
  EXPECT_EQ(result.first->index, 1U);
  EXPECT_EQ(result.first->expected, "0.1");
  EXPECT_EQ(result.first->found, "0.2");
}

TEST(Compare, ShowsSmallIntegersAsNumbers) {
  const auto result = compare_values<std::uint8_t>({65}, {66});
  EXPECT_EQ(result.first->expected, "65");
  EXPECT_EQ(result.first->found, "66");
}

TEST(Compare, ReportsTheLargestErrorOfRightElementsToo) {
  EXPECT_EQ(compare_values<float>({1, 1}, {1, 1 + 0x1p-21F}, ulps(8)).largest_ulps, 4);
  EXPECT_EQ(compare_values<float>({1, kNaN}, {1, 1}).largest_ulps,
            std::numeric_limits<double>::infinity());
  EXPECT_EQ(compare_values<float>({1, kNaN}, {1, kNaN}).largest_ulps, 0);
}

TEST(Compare, TakesNoElements) {
  const auto result = compare_values<float>({}, {});
  EXPECT_EQ(result.compared, 0U);
  EXPECT_FALSE(result.first);
}

TEST(Compare, RefusesDifferentSizesAndParts) {
  const std::vector<float> two(2), three(3);
  EXPECT_THROW(compare_values(two, three), Error);
  const auto part = bytes(two).first(6);
  EXPECT_THROW(compare(ElementType::kFloat32, part, part, exact()), Error);
}

TEST(Compare, TakesUnalignedBytes) {
  const std::vector<double> values = {0, 0.5, 1, 2};
  std::vector<std::byte> shifted(bytes(values).size() + 1);
  std::copy(bytes(values).begin(), bytes(values).end(), shifted.begin() + 1);
  const auto found = std::span<const std::byte>(shifted).subspan(1);
  EXPECT_EQ(compare(ElementType::kFloat64, bytes(values), found, exact()).mismatched, 0U);
}

/// One wrong element at any place of arrays around the size of a block is found there.
TEST(Compare, FindsOneWrongElementWhereverItIs) {
  for (const std::size_t n : {1U, 2047U, 2048U, 2049U, 5000U}) {
    const std::vector<float> expected(n, 1.0F);
    for (const std::size_t place : {std::size_t{0}, n / 2, n - 1}) {
      for (const float wrong : {2.0F, kNaN, -kInfinity}) {
        auto found = expected;
        found[place] = wrong;
        const auto result = compare_values(expected, found, ulps(2));
        ASSERT_EQ(result.mismatched, 1U);
        ASSERT_EQ(result.first->index, place);
      }
    }
  }
}

/// The rule, written plainly, one element at a time.
template <class T>
bool right(T expected, T found, const Tolerance& tolerance) {
  if (std::isnan(expected) || std::isnan(found)) return std::isnan(expected) && std::isnan(found);
  if (std::isinf(expected) || std::isinf(found)) return expected == found;
  const double e = expected, f = found;
  T reached = expected;
  for (int step = 0; step < static_cast<int>(tolerance.ulps) && reached != found; ++step)
    reached = std::nextafter(reached, found);
  return reached == found || std::abs(e - f) <= tolerance.absolute ||
         std::abs(e - f) <= tolerance.relative * std::abs(e);
}

template <class T>
T any_value(std::mt19937_64& random) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const auto bits = static_cast<Bits>(random());
  switch (random() % 8) {
    case 0:
      return std::bit_cast<T>(bits);  // anything at all
    case 1:
      return std::bit_cast<T>(static_cast<Bits>(bits & 3U));  // zero and denormals
    case 2:
      return std::numeric_limits<T>::infinity();
    case 3:
      return std::numeric_limits<T>::quiet_NaN();
    default:
      return static_cast<T>(bits % 1000) / 100 - 5;
  }
}

template <class T>
T near(T value, std::mt19937_64& random) {
  switch (random() % 4) {
    case 0:
      return value;
    case 1:
      return any_value<T>(random);
    case 2:
      return -value;
    default:
      break;
  }
  for (auto steps = random() % 6; steps > 0; --steps) value = std::nextafter(value, T{9});
  return value;
}

template <class T>
void compare_random_arrays(unsigned seed) {
  std::mt19937_64 random(seed);
  for (int trial = 0; trial < 60; ++trial) {
    const Tolerance tolerance{static_cast<double>(random() % 5), random() % 2 == 0 ? 0.0 : 1e-3,
                              random() % 2 == 0 ? 0.0 : 1e-2};
    const bool finite_only = trial % 2 == 0;
    std::vector<T> expected(random() % 5000), found(expected.size());
    std::size_t wrong = 0, first = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      do expected[i] = any_value<T>(random), found[i] = near(expected[i], random);
      while (finite_only && !(std::isfinite(expected[i]) && std::isfinite(found[i])));
      if (right(expected[i], found[i], tolerance)) continue;
      if (wrong++ == 0) first = i;
    }
    const auto result = compare_values(expected, found, tolerance);
    ASSERT_EQ(result.compared, expected.size());
    ASSERT_EQ(result.mismatched, wrong) << to_string(tolerance);
    ASSERT_EQ(result.first.has_value(), wrong > 0);
    if (wrong > 0) {
      ASSERT_EQ(result.first->index, first);
    }
  }
}

TEST(Compare, AgreesWithThePlainRuleOnRandomFloats) { compare_random_arrays<float>(11); }
TEST(Compare, AgreesWithThePlainRuleOnRandomDoubles) { compare_random_arrays<double>(12); }

}  // namespace
}  // namespace tickbench
