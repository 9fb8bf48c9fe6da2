// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What `compare` does with runs that vary otherwise than normally: the figures of
// docs/comparing.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <random>
#include <string>
#include <utility>

#include "compare/compare.hpp"
#include "compare/runs.hpp"

namespace tickbench::compare {
namespace {

using testing::RunBuilder;
using Random = std::mt19937_64;

double normal(Random& random) { return 1 + std::normal_distribution<double>(0, 0.01)(random); }

double of_two_kinds(Random& random) {
  const bool is_other = (random() & 1U) != 0;
  return (is_other ? 1.05 : 1.0) * (1 + std::normal_distribution<double>(0, 0.003)(random));
}

double with_outliers(Random& random) {
  const bool is_outlier = random() % 10 == 0;
  return (is_outlier ? 1.4 : 1.0) * (1 + std::normal_distribution<double>(0, 0.01)(random));
}

/// In how many of 1000 tables of one benchmark something is faster or slower, in per cent.
double claimed(double (*draw)(Random&), std::size_t old_runs, std::size_t new_runs, double factor) {
  constexpr int kTables = 1000;
  Random random(7);
  int claims = 0;
  for (int table = 0; table < kTables; ++table) {
    std::array<std::vector<results::ResultFile>, 2> sides;
    for (std::size_t i = 0; i < old_runs + new_runs; ++i)
      sides.at(i < old_runs ? 0 : 1)
          .push_back(
              RunBuilder(std::to_string(i)).add("a", draw(random) * (i < old_runs ? 1 : factor)));
    const auto verdict = compare(sides[0], sides[1], {}).rows.at(0).verdict;
    if (verdict == Verdict::kSlower || verdict == Verdict::kFaster) ++claims;
  }
  return 100.0 * claims / kTables;
}

constexpr std::array<std::pair<std::size_t, std::size_t>, 3> kRuns{{{5, 5}, {10, 5}, {20, 20}}};

// 1 % is promised; of 1000 tables 1.9 % is beyond three deviations.
constexpr double kMostPercent = 1.9;

void raises_no_more_alarms_than_promised(const std::string& name, double (*draw)(Random&)) {
  for (const auto& [old_runs, new_runs] : kRuns) {
    const auto alarms = claimed(draw, old_runs, new_runs, 1);
    std::printf("%s, %zu against %zu: %.2f %% false alarms\n", name.c_str(), old_runs, new_runs,
                alarms);
    EXPECT_LE(alarms, kMostPercent) << name << ' ' << old_runs << ' ' << new_runs;
  }
}

TEST(NoiseShape, WhateverItIsItRaisesNoMoreFalseAlarmsThanPromised) {
  raises_no_more_alarms_than_promised("normal noise", normal);
  raises_no_more_alarms_than_promised("runs of two kinds", of_two_kinds);
  raises_no_more_alarms_than_promised("10 % outliers", with_outliers);
}

// Each step with three standard errors of what 1000 tables leave open.
TEST(NoiseShape, MoreRunsFindMore) {
  struct Noise {
    const char* name;
    double (*draw)(Random&);
  };
  for (const auto& [name, draw] :
       {Noise{"normal noise", normal}, Noise{"runs of two kinds", of_two_kinds},
        Noise{"10 % outliers", with_outliers}}) {
    double before = 0;
    for (const std::size_t runs : {5U, 10U, 20U}) {
      const auto found = claimed(draw, runs, runs, 1.05);
      std::printf("%s, %zu against %zu: 5 %% found in %.1f %%\n", name, runs, runs, found);
      EXPECT_GE(found, std::min(before, 99.0)) << name << ' ' << runs;
      before = found;
    }
    EXPECT_GE(before, 80) << name;
  }
}

// Where so few runs part by chance more often than the error rate allows, the promise of a table
// names its condition, and this is what it is worth without.
TEST(NoiseShape, ThreeRunsOfTwoKindsDoWithoutThePromise) {
  const auto alarms = claimed(of_two_kinds, 3, 3, 1);
  std::printf("runs of two kinds, 3 against 3: %.2f %% false alarms\n", alarms);
  EXPECT_LE(alarms, 5) << "the page says at most how many";
}

}  // namespace
}  // namespace tickbench::compare
