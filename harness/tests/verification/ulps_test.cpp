// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "verification/bytes.hpp"
#include "verification/elements.hpp"

namespace tickbench::verification {
namespace {

using testing::kInfinity;

constexpr float kDenormal = std::numeric_limits<float>::denorm_min();
constexpr float kMax = std::numeric_limits<float>::max();

TEST(UlpsApart, IsZeroForEqualNumbersAndForTheTwoZeros) {
  EXPECT_EQ(ulps_apart(1.5F, 1.5F), 0U);
  EXPECT_EQ(ulps_apart(-0.0F, 0.0F), 0U);
  EXPECT_EQ(ulps_apart(-0.0, 0.0), 0U);
}

TEST(UlpsApart, CountsAcrossZeroAndDenormals) {
  EXPECT_EQ(ulps_apart(-kDenormal, kDenormal), 2U);
  EXPECT_EQ(ulps_apart(-0.0F, kDenormal), 1U);
  EXPECT_EQ(ulps_apart(0.0F, std::numeric_limits<float>::min()), 1U << 23);
  EXPECT_EQ(ulps_apart(-std::numeric_limits<double>::denorm_min(), 0.0), 1U);
}

TEST(UlpsApart, DoesNotOverflowBetweenTheExtremes) {
  EXPECT_EQ(ulps_apart(-kMax, kMax), 2U * 0x7F7FFFFFU);
  EXPECT_EQ(ulps_apart(kMax, -kMax), 2U * 0x7F7FFFFFU);
  constexpr double kMaxDouble = std::numeric_limits<double>::max();
  EXPECT_EQ(ulps_apart(-kMaxDouble, kMaxDouble), 2U * 0x7FEFFFFFFFFFFFFFULL);
}

TEST(UlpsApart, AgreesWithSteppingByNextafter) {
  std::mt19937 random(1);
  std::uniform_int_distribution<std::uint32_t> bits;
  std::uniform_int_distribution<std::uint32_t> step_count(0, 40);
  for (int trial = 0; trial < 20000; ++trial) {
    const auto start = std::bit_cast<float>(bits(random));
    if (!is_finite(start)) continue;
    const auto steps = step_count(random);
    float end = start;
    std::uint32_t taken = 0;
    while (taken < steps && end < kMax) {
      const float next = std::nextafter(end, kInfinity);
      end = next;
      ++taken;
    }
    ASSERT_EQ(ulps_apart(start, end), taken) << start;
    ASSERT_EQ(ulps_apart(end, start), taken) << start;
  }
}

TEST(IsFinite, KnowsInfinitiesAndNaNs) {
  EXPECT_TRUE(is_finite(0.0F));
  EXPECT_TRUE(is_finite(-kMax));
  EXPECT_FALSE(is_finite(kInfinity));
  EXPECT_FALSE(is_finite(-kInfinity));
  EXPECT_FALSE(is_finite(std::numeric_limits<double>::quiet_NaN()));
  EXPECT_FALSE(is_finite(-std::numeric_limits<float>::signaling_NaN()));
}

}  // namespace
}  // namespace tickbench::verification
