// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <random>

#include "clock/device_time.hpp"

namespace tickbench {
namespace {

Seconds step_of(std::initializer_list<double> nanoseconds, double reported_ns = 0) {
  StepDetector detector(Seconds(reported_ns * 1e-9));
  for (const double duration : nanoseconds) detector.observe(Seconds(duration * 1e-9));
  return detector.step();
}

void expect_ns(Seconds step, double expected) { EXPECT_NEAR(step.count() * 1e9, expected, 1e-6); }

TEST(StepDetector, IsTheSmallestGapWhateverTheDriverStates) {
  expect_ns(step_of({160, 224, 224, 256}, 1000), 32);
  expect_ns(step_of({1e6, 3e6, 3e6, 5e6}, 1), 2e6);
}

TEST(StepDetector, TakesTheGapFromZeroForABriefLaunch) {
  expect_ns(step_of({0, 0, 1000, 0}), 1000);
}

TEST(StepDetector, EqualDurationsShowNothing) {
  expect_ns(step_of({500, 500, 500}, 40), 40);
  expect_ns(step_of({500, 500, 500}), 500);
  expect_ns(step_of({0, 0, 0}, 40), 40);
}

TEST(StepDetector, IsZeroWhereNothingIsKnown) {
  expect_ns(step_of({}), 0);
  expect_ns(step_of({0, 0}), 0);
  expect_ns(step_of({}, 25), 25);
}

TEST(StepDetector, IgnoresTheRoundingOfADouble) {
  expect_ns(step_of({100, 100.0000001, 150, 150.0000001}), 50);
}

// 83.333 ns a tick, truncated to whole nanoseconds: two ticks show as 166 or 167.
TEST(StepDetector, TruncatedNanosecondsAreNotASteps) {
  expect_ns(step_of({166, 167, 250, 166, 333, 334}), 83);
}

TEST(StepDetector, FindsANanosecondWhereThereIsNothingLarger) {
  expect_ns(step_of({3, 4, 5, 4}), 1);
}

TEST(StepDetector, NoiseThatNeverRepeatsIsNotAStep) {
  expect_ns(step_of({10e6, 11e6, 12.5e6, 14.5e6}, 1), 1);
  expect_ns(step_of({10e6, 11e6, 12.5e6, 14.5e6}, 1e9), 1e6);
}

TEST(StepDetector, TwoLengthsOfWorkAreNotAStep) {
  expect_ns(step_of({10e3, 10e3, 10e3, 20e3, 40e3, 80e3}, 1), 1);
}

// Ground truth: a clock of a known step under durations of any noise.
TEST(StepDetector, FindsTheStepOfQuantisedNoise) {
  std::mt19937_64 random(7);
  for (const double step_ns : {1.0, 32.0, 1000.0 / 19.2, 256.0, 1000.0}) {
    std::normal_distribution<double> noise(50 * step_ns, 5 * step_ns);
    StepDetector detector(Seconds(1e-6));
    for (int i = 0; i < 200; ++i)
      detector.observe(Seconds(std::round(noise(random) / step_ns) * step_ns * 1e-9));
    // A step of 1 ns cannot be told from truncation where durations have holes.
    EXPECT_NEAR(detector.step().count() * 1e9, step_ns, step_ns == 1.0 ? 1.0 : 1e-6);
  }
}

}  // namespace
}  // namespace tickbench
