// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/stopping_rule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "fakes/noise_sources.hpp"
#include "statistics/statistics.hpp"

namespace tickbench {
namespace {

struct End {
  StopReason reason;
  std::size_t samples;
};

/// Samples of 1 ms, a bracket of one each; `wall` each.
End run(const MeasurementSettings& settings, const fakes::NoiseSource& noise, Seconds wall) {
  StoppingRule rule(settings);
  for (std::size_t samples = 1;; ++samples) {
    const Seconds sample = Seconds(1e-3) * noise();
    rule.add(sample, sample);
    if (const auto reason = rule.judge(static_cast<double>(samples) * wall))
      return {*reason, samples};
  }
}

TEST(StoppingRule, StopsAtTheFirstLookThatIsPrecise) {
  const End quiet = run({}, fakes::normal_noise(1, 0.001), Seconds(1e-3));
  EXPECT_EQ(quiet.reason, StopReason::kPrecision);
  EXPECT_EQ(quiet.samples, 30U);
  const End noisy = run({}, fakes::normal_noise(1, 0.05), Seconds(1e-6));
  EXPECT_EQ(noisy.reason, StopReason::kPrecision);
  EXPECT_GE(noisy.samples, 102U);
}

TEST(StoppingRule, StopsAtTheNoiseFloor) {
  const End end = run({.budget = Seconds(1e-3)}, fakes::drift(0.005), Seconds(5e-6));
  EXPECT_EQ(end.reason, StopReason::kNoiseFloor);
  EXPECT_GE(end.samples, 102U);
  EXPECT_LE(end.samples, 230U);
}

TEST(StoppingRule, GivesUpNoSoonerThanHalfTheBudget) {
  const End end = run({.budget = Seconds(0.5)}, fakes::drift(0.005), Seconds(1e-4));
  EXPECT_EQ(end.reason, StopReason::kNoiseFloor);
  EXPECT_GE(end.samples, 2500U);
  EXPECT_LT(end.samples, 5000U);
}

TEST(StoppingRule, StopsWhenTheBudgetIsSpentToTheSample) {
  const End end = run({.budget = Seconds(0.5)}, fakes::normal_noise(1, 0.3), Seconds(9e-3));
  EXPECT_EQ(end.reason, StopReason::kBudget);
  EXPECT_EQ(end.samples, 56U);  // 55 are 0.495 s
}

TEST(StoppingRule, WideSamplesHaveThreeBudgets) {
  const End end =
      run({.budget = Seconds(0.5), .wide = 0.01}, fakes::normal_noise(1, 0.3), Seconds(9e-3));
  EXPECT_EQ(end.reason, StopReason::kBudget);
  EXPECT_EQ(end.samples, 167U);  // 166 are 1.494 s
}

TEST(StoppingRule, WhatIsNoLongerWideEndsSooner) {
  const End end =
      run({.budget = Seconds(0.5), .wide = 0.09}, fakes::normal_noise(1, 0.3), Seconds(9e-3));
  EXPECT_EQ(end.reason, StopReason::kBudget);
  EXPECT_NEAR(static_cast<double>(end.samples), 84, 1) << "looked at after 1.5 budgets";
  const End narrow =
      run({.budget = Seconds(0.5), .wide = 0.2}, fakes::normal_noise(1, 0.3), Seconds(9e-3));
  EXPECT_EQ(narrow.samples, 56U);
}

TEST(StoppingRule, LongLaunchesHaveThreeBudgetsForSixSamples) {
  const MeasurementSettings settings{.budget = Seconds(0.1), .wide = 0.05};
  for (const auto& [launch, samples] : {std::pair(0.024, 8U), {0.049, 7U}, {0.12, 3U}, {1., 1U}}) {
    const End end = run(settings, fakes::normal_noise(1, 0.001), Seconds(launch));
    EXPECT_EQ(end.reason, StopReason::kBudget);
    EXPECT_EQ(end.samples, samples) << launch;
  }
}

TEST(StoppingRule, ANoiseFloorEndsNothingThatIsWide) {
  const MeasurementSettings settings{.budget = Seconds(1e-3), .wide = 0.05};
  const End end = run(settings, fakes::drift(0.005), Seconds(5e-6));
  EXPECT_EQ(end.reason, StopReason::kBudget);
  EXPECT_NEAR(static_cast<double>(end.samples), 600, 1);
}

TEST(StoppingRule, TellsTimeFromTheBudget) {
  StoppingRule rule({.budget = Seconds(1), .wide = 0.05});
  rule.add(Seconds(1), Seconds(1));
  EXPECT_FALSE(rule.has_time(Seconds(1)));
  EXPECT_EQ(rule.judge(Seconds(1)), std::nullopt);
  EXPECT_TRUE(rule.has_time(Seconds(1))) << "one sample has no interval";
  EXPECT_FALSE(rule.is_in_budget(Seconds(1)));
  EXPECT_EQ(rule.judge(Seconds(3)), StopReason::kBudget);
}

TEST(StoppingRule, TakesOneSampleWhateverTheBudget) {
  const End end = run({.budget = Seconds(0)}, fakes::normal_noise(1, 0.1), Seconds(1));
  EXPECT_EQ(end.samples, 1U);
  EXPECT_EQ(end.reason, StopReason::kBudget);
}

TEST(StoppingRule, TakesExactlyAsManySamplesAsAsked) {
  for (const std::int64_t count : {1, 7, 100}) {
    const End end =
        run({.budget = Seconds(0), .samples = count}, fakes::normal_noise(1, 0.001), Seconds(1e-3));
    EXPECT_EQ(end.reason, StopReason::kCount);
    EXPECT_EQ(end.samples, static_cast<std::size_t>(count));
  }
}

TEST(StoppingRule, MeasuresTheMinimumTimeEvenPastTheBudget) {
  const End quiet = run({.budget = Seconds(0.05), .minimum_time = Seconds(0.2)},
                        fakes::normal_noise(1, 0.0001), Seconds(1e-3));
  EXPECT_NEAR(static_cast<double>(quiet.samples), 200, 1);
  EXPECT_EQ(quiet.reason, StopReason::kPrecision);
  const End noisy = run({.budget = Seconds(0.05), .minimum_time = Seconds(0.2)},
                        fakes::normal_noise(1, 0.3), Seconds(1e-3));
  EXPECT_NEAR(static_cast<double>(noisy.samples), 200, 5);
  EXPECT_EQ(noisy.reason, StopReason::kBudget);
}

/// A rule of another kind overrides what it decides by.
class FirstLook final : public StoppingRule {
 public:
  using StoppingRule::StoppingRule;

 protected:
  std::optional<StopReason> do_look(const std::vector<double>& samples) override {
    looked_at_ = samples.size();
    return StopReason::kCount;
  }

 public:
  std::size_t looked_at_ = 0;
};

TEST(StoppingRule, LooksOnlyAtTheSchedule) {
  FirstLook rule(MeasurementSettings{});
  for (int i = 1; i < 30; ++i) {
    rule.add(Seconds(1), Seconds(1));
    ASSERT_EQ(rule.judge(Seconds(0)), std::nullopt);
  }
  rule.add(Seconds(1), Seconds(1));
  EXPECT_EQ(rule.judge(Seconds(0)), StopReason::kCount);
  EXPECT_EQ(rule.looked_at_, 30U);
}

TEST(LookSchedule, LooksAtThirtyAndThenAtCountsGrowingByHalf) {
  LookSchedule looks;
  std::vector<std::size_t> counts;
  for (std::size_t count = 1; count <= 600; ++count) {
    if (looks.is_due(count)) counts.push_back(count);
  }
  EXPECT_EQ(counts, (std::vector<std::size_t>{30, 45, 68, 102, 153, 230, 345, 518}));
}

TEST(LookSchedule, TakesOneLookForCountsThatWerePassed) {
  LookSchedule looks;
  EXPECT_TRUE(looks.is_due(100));
  EXPECT_FALSE(looks.is_due(101));
  EXPECT_EQ(looks.next(), 102U);
}

std::vector<double> series(fakes::NoiseSource noise, std::size_t count) {
  std::vector<double> values(count);
  std::generate(values.begin(), values.end(), std::move(noise));
  return values;
}
bool is_precise(const std::vector<double>& values, double precision = 0.01) {
  return tickbench::is_precise(values, median_interval(values), precision);
}

TEST(Precision, IsHalfTheWidthOverTheMedian) {
  EXPECT_DOUBLE_EQ(relative_half_width({9, 12, 0.95}, 10), 0.15);
  EXPECT_TRUE(std::isinf(relative_half_width({0, 0, 0.95}, 0)));
}

TEST(Precision, NeedsThirtySamples) {
  EXPECT_FALSE(is_precise(std::vector<double>(29, 1.0)));
  EXPECT_TRUE(is_precise(std::vector<double>(30, 1.0)));
}

TEST(Precision, NeedsANarrowInterval) {
  EXPECT_TRUE(is_precise(series(fakes::normal_noise(4, 0.02), 100)));
  EXPECT_FALSE(is_precise(series(fakes::normal_noise(4, 0.2), 100)));
  EXPECT_TRUE(is_precise(series(fakes::normal_noise(4, 0.2), 100), 0.1));
}

TEST(Precision, OfZerosIsNone) { EXPECT_FALSE(is_precise(std::vector<double>(100, 0.0))); }

TEST(Precision, WantsThirtyIndependentSamplesWorth) {
  // 60 samples at rho 0.9 say as much as 3: only where all lie within the precision is it sure.
  const auto correlated = series(fakes::correlated_noise(9, 0.01, 0.9), 60);
  const auto [low, high] = std::minmax_element(correlated.begin(), correlated.end());
  EXPECT_FALSE(is_precise(correlated, 0.9 * (*high - *low) / 2));
  EXPECT_TRUE(is_precise(correlated, 1.1 * (*high - *low) / 2));
}

TEST(NoiseFloor, IsNotReachedWhileTheIntervalNarrows) {
  NoiseFloor floor;
  for (std::size_t count = 30; count < 1'000'000; count += count / 2) {
    floor.look(count, 1 / std::sqrt(static_cast<double>(count)));
    EXPECT_FALSE(floor.is_reached()) << count;
  }
}

TEST(NoiseFloor, IsReachedAtTheSecondStalledLook) {
  NoiseFloor floor;
  floor.look(102, 0.10);
  floor.look(153, 0.10);
  EXPECT_FALSE(floor.is_reached());
  floor.look(230, 0.101);
  EXPECT_TRUE(floor.is_reached());
}

TEST(NoiseFloor, ForgetsAStallThatPassed) {
  NoiseFloor floor;
  floor.look(102, 0.10);
  floor.look(153, 0.10);
  floor.look(230, 0.08);
  floor.look(345, 0.08);
  EXPECT_FALSE(floor.is_reached());
}

TEST(NoiseFloor, DoesNotJudgeFewSamples) {
  NoiseFloor floor;
  for (const std::size_t count : {30U, 45U, 68U, 99U}) floor.look(count, 0.1);
  EXPECT_FALSE(floor.is_reached());
}

/// Whether the floor is reached within so many samples.
bool stalls(const fakes::NoiseSource& noise, std::size_t most) {
  NoiseFloor floor;
  LookSchedule looks;
  std::vector<double> values;
  while (values.size() < most) {
    values.push_back(noise());
    if (!looks.is_due(values.size())) continue;
    const Interval interval = median_interval(values);
    floor.look(values.size(), (interval.high - interval.low) / 2);
    if (floor.is_reached()) return true;
  }
  return false;
}

TEST(NoiseFloor, SeldomTakesIndependentNoiseForAFloor) {
  int stalled = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed)
    stalled += stalls(fakes::normal_noise(seed, 0.1), 2000);
  EXPECT_LE(stalled, 12);  // 3 %
}

TEST(NoiseFloor, SeesDrift) { EXPECT_TRUE(stalls(fakes::drift(0.001), 400)); }

}  // namespace
}  // namespace tickbench
