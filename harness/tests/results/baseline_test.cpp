// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The ratio to a baseline, of samples in turn on a device that changes meanwhile.
#include <gtest/gtest.h>

#include "fakes/fake_queue.hpp"
#include "results/record.hpp"

namespace tickbench::results {
namespace {

/// `speedup_baseline` of two equal kernels, from some 60 pairs; `noise`: a factor a bracket.
MetricValue equal_kernels(const fakes::NoiseSource& noise) {
  fakes::FakeClock clock;
  fakes::FakeQueue queue(clock, {});
  const auto work = queue.work();
  Record record;
  record.isolated = measure(queue, work, Mode::kIsolated, {.budget = Seconds(1e-3)}, clock);
  queue.device().bracket_noise = noise;
  record.baseline.emplace().pairs = measure_alternately(
      {queue, work, *record.isolated}, {queue, work, *record.isolated}, {}, Seconds(2e-3), clock);
  for (const auto& metric : metrics(record))
    if (metric.name == "speedup_baseline") return metric;
  ADD_FAILURE() << "no ratio of " << record.baseline->pairs.size() << " pairs";
  return {};
}

/// Twice as slow from the 61st bracket on.
fakes::NoiseSource slowed_in_the_middle() {
  return [count = 0]() mutable { return ++count > 60 ? 2.0 : 1.0; };
}

bool holds_one(const MetricValue& ratio) {
  return ratio.interval.low <= 1 && 1 <= ratio.interval.high;
}

TEST(Baseline, EqualKernelsAreEqualOnADeviceThatBecomesSlower) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const auto ratio =
        equal_kernels(fakes::product(fakes::normal_noise(seed, 0.005), slowed_in_the_middle()));
    EXPECT_NEAR(ratio.value, 1, 0.01) << seed;
    EXPECT_TRUE(ratio.has_interval());
  }
}

TEST(Baseline, TheIntervalHoldsTheRatioAsOftenAsItSays) {
  using Noise = fakes::NoiseSource (*)(std::uint64_t);
  for (const Noise noise :
       {Noise([](std::uint64_t seed) { return fakes::normal_noise(seed, 0.05); }),
        Noise([](std::uint64_t seed) { return fakes::lognormal_noise(seed, 1); }),
        Noise([](std::uint64_t seed) {
          return fakes::product(fakes::lognormal_noise(seed, 0.02),
                                fakes::bursts(seed, 0.05, 3, 20));
        })}) {
    int held = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed)
      held += holds_one(equal_kernels(fakes::product(noise(seed), slowed_in_the_middle())));
    EXPECT_GE(held, 465) << "of 500, at 95 %";
  }
}

// As where the second of each pair finds a warm cache.
TEST(Baseline, TheOrderWithinAPairChangesNothing) {
  for (const double first : {1.1, 0.9}) {
    const auto ratio = equal_kernels(
        [=, is_first = false]() mutable { return (is_first = !is_first) ? first : 1; });
    EXPECT_TRUE(holds_one(ratio)) << ratio.interval.low << ' ' << ratio.interval.high;
  }
}

TEST(Baseline, ATimeOfZeroHasNoRatio) {
  Record record;
  record.isolated.emplace();
  auto& pairs = record.baseline.emplace().pairs;
  pairs = {{{.device = Seconds(1)}, {.device = Seconds(2)}}};
  const auto has_ratio = [&] { return evidence(record, "speedup_baseline", 0.95).has_value(); };
  EXPECT_TRUE(has_ratio());
  EXPECT_EQ(evidence(record, "speedup_baseline", 0.95)->value, 2) << "twice as fast";
  pairs.push_back({{.device = Seconds(0)}, {.device = Seconds(2)}});
  EXPECT_FALSE(has_ratio());
  pairs.back() = {{.device = Seconds(2)}, {.device = Seconds(0)}};
  EXPECT_FALSE(has_ratio());
}

TEST(Baseline, OfTooShortBracketsNoFloorIsMissed) {
  Record record;
  record.isolated.emplace();
  auto& [pairs, differences, why_not, id, resolved] = record.baseline.emplace();
  pairs = {{{.device = Seconds(1)}, {.device = Seconds(2)}}};
  EXPECT_TRUE(evidence(record, "speedup_baseline", 0.95)->resolved);
  resolved = false;
  EXPECT_FALSE(evidence(record, "speedup_baseline", 0.95)->resolved) << "it may be faster";
}

}  // namespace
}  // namespace tickbench::results
