// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "compare/table.hpp"

namespace tickbench::compare {
namespace {

/// Benchmarks that swing together, each by its own factor, with noise of their own.
std::vector<PairSeries> swinging(const std::vector<double>& factors, std::size_t pairs,
                                 double noise) {
  std::mt19937_64 random(4);
  std::normal_distribution<double> normal;
  std::vector<PairSeries> all(factors.size(),
                              {std::vector<double>(pairs), std::vector<double>(pairs)});
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const double before = 0.05 * normal(random), now = 0.05 * normal(random);
    for (std::size_t i = 0; i < factors.size(); ++i) {
      const double a = factors[i] * before + noise * normal(random);
      const double b = factors[i] * now + noise * normal(random);
      all[i].ratios[pair] = b - a;
      all[i].levels[pair] = b + a - 18;  // of times of 0.1 ms
    }
  }
  return all;
}

std::vector<bool> everyone(std::size_t count) { return std::vector<bool>(count, true); }

double series_mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

TEST(Beside, WhatAllShareIsNoDifference) {
  auto all = swinging(std::vector<double>(9, 1.0), 30, 0.002);
  for (auto& one : all)
    for (double& ratio : one.ratios) ratio += std::log(2);
  for (const auto& series : relative_ratios(all, everyone(9)))
    EXPECT_NEAR(series_mean(series), 0, 0.003);
}

TEST(Beside, OneThatIsSlowerStandsOutOfACommonSwing) {
  auto all = swinging(std::vector<double>(9, 1.0), 30, 0.002);
  for (double& ratio : all[4].ratios) ratio += 0.03;
  const auto beside = relative_ratios(all, everyone(9));
  EXPECT_NEAR(series_mean(beside[4]), 0.03, 0.002);
  EXPECT_LT(series_variance(beside[4]), 0.01 * series_variance(all[4].ratios));
  EXPECT_NEAR(series_mean(beside[3]), 0, 0.002);
}

// A short kernel swings four times as much as the others.
TEST(Beside, FollowsTheSwingByItsOwnFactor) {
  auto all = swinging({4, 1, 1, 1, 1, 1, 1}, 40, 0.002);
  const double before = series_variance(all[0].ratios);
  EXPECT_LT(series_variance(relative_ratios(all, everyone(7))[0]), 0.02 * before);
  // The factor is that of the swing: a slowdown of the others is not multiplied into it.
  for (std::size_t i = 1; i < all.size(); ++i)
    for (double& ratio : all[i].ratios) ratio += 0.001;
  EXPECT_LT(series_variance(relative_ratios(all, everyone(7))[0]), 0.02 * before);
}

// Which side of a pair is called the new one changes signs, and nothing else.
TEST(Beside, IsSymmetric) {
  auto all = swinging({3, 1, 1, 2, 1, 0.5}, 12, 0.01);
  const auto one_way = relative_ratios(all, everyone(6));
  for (auto& series : all) series.ratios[5] = -series.ratios[5];
  const auto other_way = relative_ratios(all, everyone(6));
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t pair = 0; pair < 12; ++pair)
      EXPECT_NEAR(other_way[i][pair], pair == 5 ? -one_way[i][pair] : one_way[i][pair], 1e-12);
}

TEST(Beside, TakesFourOthersThatStandStill) {
  const auto all = swinging(std::vector<double>(6, 1.0), 8, 0.01);
  auto ground = everyone(6);
  EXPECT_FALSE(relative_ratios(all, ground)[0].empty());
  ground[5] = false;
  EXPECT_FALSE(relative_ratios(all, ground)[0].empty());
  EXPECT_FALSE(relative_ratios(all, ground)[5].empty()) << "it stands beside the five others";
  ground[4] = false;
  EXPECT_TRUE(relative_ratios(all, ground)[0].empty()) << "three others";
  EXPECT_FALSE(relative_ratios(all, ground)[5].empty());
  const auto few = swinging(std::vector<double>(4, 1.0), 8, 0.01);
  for (const auto& series : relative_ratios(few, everyone(4))) EXPECT_TRUE(series.empty());
}

TEST(Beside, PairsWithTooFewOthersAreAbsent) {
  auto all = swinging(std::vector<double>(5, 1.0), 6, 0.01);
  all[1].ratios[2] = all[1].levels[2] = std::numeric_limits<double>::quiet_NaN();
  const auto beside = relative_ratios(all, everyone(5));
  EXPECT_TRUE(std::isnan(beside[0][2]));
  EXPECT_FALSE(std::isnan(beside[0][3]));
  EXPECT_FALSE(std::isnan(beside[1][3]));
}

}  // namespace
}  // namespace tickbench::compare
