// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/stopping_rule.hpp"

#include <gtest/gtest.h>

#include "fakes/noise_sources.hpp"

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
  const End end = run({}, fakes::drift(0.005), Seconds(1e-6));
  EXPECT_EQ(end.reason, StopReason::kNoiseFloor);
  EXPECT_GE(end.samples, 102U);
  EXPECT_LE(end.samples, 230U);
}

TEST(StoppingRule, StopsWhenTheBudgetIsSpentToTheSample) {
  const End end = run({.budget = Seconds(0.5)}, fakes::normal_noise(1, 0.3), Seconds(9e-3));
  EXPECT_EQ(end.reason, StopReason::kBudget);
  EXPECT_EQ(end.samples, 56U);  // 55 are 0.495 s
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

}  // namespace
}  // namespace tickbench
