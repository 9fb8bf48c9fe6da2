// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a series proposes, by simulation. The seeds are fixed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "compare/noise_recording.hpp"
#include "history/series.hpp"
#include "statistics/statistics.hpp"

namespace tickbench::history {
namespace {

constexpr std::size_t kPoints = 60;
const double kStep = std::log(1.03);
constexpr double kDrift = 0.002;

struct Found {
  int any = 0, within_three = 0, covered = 0, exactly_one = 0;
};

/// Of so many series of 60 points with a change that begins at a random point.
Found simulate(int series, double noise, std::size_t first, std::size_t last,
               const std::function<double(std::size_t past)>& change) {
  std::mt19937_64 random(34);
  std::normal_distribution<double> normal(0, noise);
  Found found;
  for (int i = 0; i < series; ++i) {
    const auto begin = first + random() % (last - first + 1);
    std::vector<double> values(kPoints);
    for (std::size_t at = 0; at < kPoints; ++at)
      values[at] = normal(random) + (at >= begin ? change(at - begin) : 0);
    const auto changes = find_change_points(values);
    if (changes.empty()) continue;
    const auto distance = [&](const ChangePoint& point) {
      return std::abs(static_cast<double>(point.index) - static_cast<double>(begin));
    };
    const auto nearest = *std::ranges::min_element(changes, {}, distance);
    ++found.any;
    found.within_three += distance(nearest) <= 3;
    found.covered += nearest.first <= begin && begin <= nearest.last;
    found.exactly_one += changes.size() == 1;
  }
  return found;
}

Found simulate_steps(double noise) {
  return simulate(1000, noise, 10, 50, [](std::size_t) { return kStep; });
}

TEST(ChangePoints, DatesAStepWithinThreeCommits) {
  for (const double noise : {0.003, 0.0075, 0.01, 0.015}) {
    const auto found = simulate_steps(noise);
    EXPECT_GE(found.within_three, 950) << noise;
    EXPECT_GE(found.covered, 950) << noise;
    EXPECT_GE(found.exactly_one, 900) << noise;
  }
}

TEST(ChangePoints, OfNoisierStepsTheIntervalHoldsTheCommit) {
  for (const auto& [noise, least] : {std::pair(0.02, 850), {0.03, 450}}) {
    const auto found = simulate_steps(noise);
    EXPECT_GE(found.any, least) << noise;
    EXPECT_GE(found.covered, 95 * found.any / 100) << noise;
  }
}

TEST(ChangePoints, DatesTheBeginningOfADrift) {
  const auto drift = [](std::size_t past) { return kDrift * static_cast<double>(past + 1); };
  for (const double noise : {0.003, 0.005, 0.007}) {
    const auto found = simulate(1000, noise, 10, 35, drift);
    EXPECT_GE(found.within_three, 950) << noise;
    EXPECT_GE(found.covered, 950) << noise;
  }
  const auto noisier = simulate(1000, 0.012, 10, 35, drift);
  EXPECT_GE(noisier.any, 990);
  EXPECT_GE(noisier.covered, 95 * noisier.any / 100);
}

TEST(ChangePoints, ProposesForAtMostATenthOfSeriesWithoutAChange) {
  const auto count = [](const std::function<double(std::mt19937_64&)>& draw) {
    std::mt19937_64 random(1);
    int proposed = 0;
    for (int i = 0; i < 1000; ++i) {
      std::vector<double> values(kPoints);
      for (auto& value : values) value = draw(random);
      proposed += !find_change_points(values).empty();
    }
    return proposed;
  };
  std::normal_distribution<double> normal(0, 0.01);
  std::student_t_distribution<double> heavy(3);
  EXPECT_LE(count([&](auto& random) { return normal(random); }), 35);
  EXPECT_LE(count([&](auto& random) { return 0.01 * heavy(random); }), 100);
  EXPECT_LE(count([&](auto& random) {
              const double outlier = random() % 20 == 0 ? 0.05 : 0;
              return 0.5 * normal(random) + outlier;
            }),
            100);
}

/// Series of points, each the median of so many successive runs of a recording.
std::pair<int, int> count_in_recordings(std::size_t runs) {
  int series = 0, proposed = 0;
  for (const auto& recording : testing::noise_recordings(TICKBENCH_TEST_DATA))
    for (const auto& [id, seconds] : recording.benchmarks)
      for (std::size_t begin = 0; begin + kPoints * runs <= seconds.size();
           begin += kPoints * runs) {
        std::vector<double> values;
        for (std::size_t i = 0; i < kPoints; ++i)
          values.push_back(std::log(median(std::span(seconds).subspan(begin + i * runs, runs))));
        ++series;
        proposed += !find_change_points(values).empty();
      }
  return {proposed, series};
}

// Noise that is correlated from run to run, as a machine's is, proposes steps: `ab` decides.
TEST(ChangePoints, StatesTheProposalsOfRecordedNoise) {
  for (const std::size_t runs : {1U, 3U}) {
    const auto [proposed, series] = count_in_recordings(runs);
    std::printf("recorded noise, medians of %zu: proposals in %d of %d series\n", runs, proposed,
                series);
    RecordProperty("proposed_" + std::to_string(runs), proposed);
    EXPECT_LE(proposed, series * 7 / 10);
  }
}

TEST(ChangePoints, ASingleValueIsNoStep) {
  for (const std::size_t outliers : {1U, 2U}) {
    std::vector<double> values(kPoints, 1.0);
    std::fill(values.end() - static_cast<std::ptrdiff_t>(outliers), values.end(), 1.7);
    EXPECT_TRUE(find_change_points(values).empty()) << outliers;
  }
}

TEST(ChangePoints, EqualValuesHaveNone) {
  EXPECT_TRUE(find_change_points(std::vector<double>(kPoints, 3.0)).empty());
  EXPECT_TRUE(find_change_points({}).empty());
  EXPECT_TRUE(find_change_points(std::vector<double>{1.0}).empty());
  EXPECT_TRUE(find_change_points(std::vector<double>{1, 1, 1, 2, 2, 2}).empty());
}

TEST(ChangePoints, FindsTheStepsOfExactCounts) {
  std::vector<double> values(kPoints, 0.0);
  std::fill(values.begin() + 20, values.end(), 0.5);
  std::fill(values.begin() + 40, values.end(), 0.2);
  const auto changes = find_change_points(values);
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[0].index, 20U);
  EXPECT_EQ(changes[0].first, 20U);
  EXPECT_EQ(changes[0].last, 20U);
  EXPECT_DOUBLE_EQ(changes[0].after, 0.5);
  EXPECT_EQ(changes[1].index, 40U);
}

TEST(ChangePoints, FindsAStepThreePointsAgo) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal(0, 0.005);
  int found = 0;
  for (int i = 0; i < 200; ++i) {
    std::vector<double> values(43);
    for (std::size_t at = 0; at < values.size(); ++at)
      values[at] = normal(random) + (at >= 40 ? kStep : 0);
    found += !find_change_points(values).empty();
  }
  EXPECT_GE(found, 190);
}

}  // namespace
}  // namespace tickbench::history
