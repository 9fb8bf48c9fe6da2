// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "tickbench/error.hpp"
#include "verification/bytes.hpp"

namespace tickbench {
namespace {
using testing::equal;

TEST(Tolerance, NamesWhatItAllows) {
  EXPECT_EQ(to_string(exact()), "exact");
  EXPECT_EQ(to_string(ulps(2)), "2 ulps");
  EXPECT_EQ(to_string(relative(1e-5)), "1e-05 relative");
  EXPECT_EQ(to_string(Tolerance{.ulps = 4, .relative = 0.5, .absolute = 0.25}),
            "4 ulps or 0.5 relative or 0.25 absolute");
}

TEST(DotProduct, GrowsWithTermsAndMagnitudeAndUnitRoundoff) {
  EXPECT_EQ(dot_product(0), exact());
  EXPECT_NEAR(dot_product(2048).absolute, 0.0361, 1e-4);
  EXPECT_DOUBLE_EQ(dot_product(64, 10.0).absolute, 100 * dot_product(64).absolute);
  EXPECT_DOUBLE_EQ(dot_product(64, 1.0, ElementType::kFloat64).absolute,
                   dot_product(64).absolute * 0x1p-29);
  EXPECT_THROW(dot_product(64, 1.0, ElementType::kInt32), Error);
}

/// Products of one element of a matrix product, uniform in [-1, 1) times the same.
struct Terms {
  std::vector<float> a, b;
  Terms(std::size_t n, std::mt19937& random) : a(n), b(n) {
    std::uniform_real_distribution<float> uniform(-1, 1);
    for (auto* side : {&a, &b})
      for (float& value : *side) value = uniform(random);
  }
  float sequential() const {
    float sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const volatile float product = a[i] * b[i];  // rounded, not fused
      sum += product;
    }
    return sum;
  }
  float fused_backwards() const {
    float sum = 0;
    for (std::size_t i = a.size(); i-- > 0;) sum = std::fma(a[i], b[i], sum);
    return sum;
  }
  float in_blocks_of_8() const {
    float lanes[8] = {};
    for (std::size_t i = 0; i < a.size(); ++i) lanes[i % 8] += a[i] * b[i];
    float sum = 0;
    for (const float lane : lanes) sum += lane;
    return sum;
  }
  float rounded_once() const {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += double{a[i]} * double{b[i]};
    return static_cast<float>(sum);
  }
};

TEST(Tolerance, AProductAndASumHoldItsBoundFusedOrNot) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> draw(-1, 1);
  for (const float a : {0.1F, 0.7F, 1.5F, 3.7F}) {
    double product = 0, sum = 0, difference = 0;
    for (int i = 0; i < 100'000; ++i) {
      const float x = draw(random), y = draw(random);
      volatile const float rounded = a * x;  // no compiler fuses it with the sum
      const float fused = std::fma(a, x, y), unfused = rounded + y;
      product = std::max(product, std::abs(double{a} * x));
      sum = std::max(sum, std::abs(double{fused}));
      difference = std::max(difference, std::abs(double{fused} - unfused));
    }
    EXPECT_LE(difference, 0x1p-24 * (product + 2 * sum)) << a;
    EXPECT_GT(difference, 0x1p-24 * product)
        << "it is more than the rounding of the product, " << a;
  }
}

class DotProductOf : public ::testing::TestWithParam<std::size_t> {};

TEST_P(DotProductOf, AcceptsEveryOrderOfSummation) {
  const std::size_t n = GetParam();
  std::mt19937 random(static_cast<unsigned>(n));
  const auto tolerance = dot_product(n);
  for (int element = 0; element < 500; ++element) {
    const Terms terms(n, random);
    const float expected = terms.rounded_once();
    ASSERT_TRUE(equal(expected, terms.sequential(), tolerance));
    ASSERT_TRUE(equal(expected, terms.fused_backwards(), tolerance));
    ASSERT_TRUE(equal(terms.sequential(), terms.in_blocks_of_8(), tolerance));
  }
}

// All terms of one sign drive the partial sums, and so the rounding errors, to their largest.
TEST_P(DotProductOf, AcceptsTermsOfTheLargestMagnitude) {
  const std::size_t n = GetParam();
  std::mt19937 random(7);
  std::uniform_real_distribution<float> uniform(0.99F, 1.0F);
  for (int element = 0; element < 50; ++element) {
    Terms terms(n, random);
    for (auto* side : {&terms.a, &terms.b})
      for (float& value : *side) value = uniform(random);
    ASSERT_TRUE(equal(terms.rounded_once(), terms.sequential(), dot_product(n)));
    ASSERT_TRUE(equal(terms.fused_backwards(), terms.sequential(), dot_product(n)));
  }
}

// A kernel that leaves out or repeats a term does so in every element: most of them must show it.
TEST_P(DotProductOf, RejectsAMissingAndARepeatedTerm) {
  const std::size_t n = GetParam();
  std::mt19937 random(static_cast<unsigned>(n) + 1);
  std::vector<float> expected, missing, repeated;
  for (int element = 0; element < 1000; ++element) {
    const Terms terms(n, random);
    const float term = terms.a[n / 2] * terms.b[n / 2];
    expected.push_back(terms.rounded_once());
    missing.push_back(terms.sequential() - term);
    repeated.push_back(terms.sequential() + term);
  }
  EXPECT_GT(testing::compare_values(expected, missing, dot_product(n)).mismatched, 750U);
  EXPECT_GT(testing::compare_values(expected, repeated, dot_product(n)).mismatched, 750U);
}

INSTANTIATE_TEST_SUITE_P(MatrixSizes, DotProductOf, ::testing::Values(1, 3, 32, 100, 512, 2048),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace tickbench
