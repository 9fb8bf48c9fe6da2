// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/axis.hpp"

#include <gmock/gmock.h>

#include "html_report/units.hpp"

namespace tickbench::html_report {
namespace {

std::vector<std::string> labels(const Axis& axis) {
  std::vector<std::string> result;
  for (const auto& tic : axis.tics) result.push_back(tic.label);
  return result;
}

TEST(Axis, PowersOfTwoAreThinnedOut) {
  const auto axis = log2_axis("n", {32, 64, 128, 256, 512, 1024, 2048}, plain_tic);
  EXPECT_THAT(labels(axis), testing::ElementsAre("32", "128", "512", "2048"));
}

TEST(Axis, LittleMoreThanADecadeHasStepsBetween) {
  const auto axis = log10_axis("t", {1, 20}, plain_tic);
  EXPECT_THAT(labels(axis), testing::ElementsAre("1", "2", "5", "10", "20"));
}

TEST(Axis, LinearFromZeroHasRoundSteps) {
  const auto axis = linear_axis("t", {3, 9}, plain_tic, true);
  EXPECT_EQ(axis.low, 0);
  EXPECT_THAT(labels(axis), testing::ElementsAre("0", "2", "4", "6", "8"));
}

TEST(Axis, NeverWritesMinusZero) {
  EXPECT_THAT(labels(linear_axis("t", {-0.4, 10}, plain_tic, false)),
              testing::Not(testing::Contains("-0")));
}

TEST(Axis, EqualNoAndUnfitValuesStillMakeAnAxis) {
  for (const std::vector<double>& values : {std::vector<double>{}, {0}, {5, 5}, {-1, -1}}) {
    for (const auto& axis :
         {log2_axis("", values, plain_tic), log10_axis("", values, plain_tic),
          linear_axis("", values, plain_tic, true), linear_axis("", values, plain_tic, false)}) {
      EXPECT_LT(axis.low, axis.high);
      if (axis.scale != Scale::kLinear) {
        EXPECT_GT(axis.low, 0);
      }
    }
  }
}

TEST(Axis, TheWidestRangeHasFewTics) {
  EXPECT_LE(log10_axis("", {1e-300, 1e300}, plain_tic).tics.size(), 10u);
  EXPECT_LE(log2_axis("", {1e-300, 1e300}, plain_tic).tics.size(), 10u);
}

}  // namespace
}  // namespace tickbench::html_report
