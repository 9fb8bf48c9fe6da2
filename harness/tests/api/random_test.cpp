// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "api/body_context.hpp"
#include "tickbench/benchmark.hpp"

namespace tickbench::api {
namespace {

TEST(Random, IsTheSameForTheSamePlaceAndOnlyThere) {
  std::vector<float> first;
  std::vector<float> second;
  {
    const RandomContext context("opencl/a/1", 0);
    first = random<float>(1000);
    second = random<float>(1000);
  }
  EXPECT_NE(first, second);
  {
    const RandomContext context("opencl/a/1", 0);
    EXPECT_EQ(random<float>(1000), first);
  }
  {
    const RandomContext context("opencl/a/1", 1);
    EXPECT_NE(random<float>(1000), first);
  }
  const RandomContext context("opencl/a/2", 0);
  EXPECT_NE(random<float>(1000), first);
}

TEST(Random, IsUniform) {
  const RandomContext context("x", 0);
  double sum = 0;
  for (const float value : random<float>(100'000)) {
    ASSERT_GE(value, -1.0F);
    ASSERT_LT(value, 1.0F);
    sum += static_cast<double>(value);
  }
  EXPECT_NEAR(sum / 100'000, 0, 0.01);  // more than five standard errors
  const auto bytes = random<std::uint8_t>(10'000);
  EXPECT_EQ(std::set<int>(bytes.begin(), bytes.end()).size(), 256U);
}

}  // namespace
}  // namespace tickbench::api
