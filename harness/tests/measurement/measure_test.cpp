// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "fakes/fake_queue.hpp"
#include "measurement/measurement.hpp"
#include "tickbench/error.hpp"

namespace tickbench {
namespace {

using fakes::FakeClock;
using fakes::FakeDevice;
using fakes::FakeQueue;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class MeasureTest : public testing::Test {
 protected:
  Measurement measured(FakeDevice device, Mode mode) {
    queue_ = std::make_unique<FakeQueue>(clock_, std::move(device));
    const auto work = queue_->work();
    return measure(*queue_, work, mode, settings_, clock_,
                   [this](std::string_view phase) { phases_.emplace_back(phase); });
  }
  FakeClock clock_;
  std::unique_ptr<FakeQueue> queue_;
  MeasurementSettings settings_;
  std::vector<std::string> phases_;
};

// By their readings, 0.001 s of launches of 0.1 us would be 10000 samples, nearly all of them zero.
TEST_F(MeasureTest, SamplesThatReadZeroCountTowardsTheMinimumTimeByTheHost) {
  settings_.minimum_time = Seconds(0.001);
  settings_.budget = Seconds(0.0001);
  FakeDevice device{.launch = Seconds(0.1e-6), .host_cost = Seconds(1e-8)};
  device.ticks_a_step = 1000;  // 1 us
  device.reported_resolution = Seconds(1e-6);
  const Measurement result = measured(device, Mode::kIsolated);
  EXPECT_EQ(result.median, Seconds(0));
  EXPECT_LT(result.samples.size(), 1000U);
  EXPECT_GT(static_cast<double>(result.samples.size()) * result.host_median.count(), 0.0009);
}

// No bracket behind a reset is longer than a launch: others tell that the launch is below the step.
TEST_F(MeasureTest, ALaunchBehindAResetMayReadZeroWhereItIsBelowTheStep) {
  FakeDevice device{.launch = Seconds(0.1e-6), .host_cost = Seconds(1e-8)};
  device.ticks_a_step = 1000;
  for (const bool stands_still : {false, true})
    for (const Mode mode : {Mode::kIsolated, Mode::kBatched}) {
      if (stands_still) device.stuck_after = Seconds(0);
      FakeQueue queue(clock_, device);
      int resets = 0;
      auto work = queue.work();
      work.reset = [&] { ++resets; };
      const auto measure_it = [&] { return measure(queue, work, mode, settings_, clock_); };
      if (stands_still) {
        EXPECT_THROW(measure_it(), Error);
        continue;
      }
      const auto result = measure_it();
      EXPECT_EQ(result.median, Seconds(0));
      EXPECT_FALSE(result.resolved);
      EXPECT_THAT(result.notes, testing::Contains(HasSubstr("below the clock's resolution")));
      EXPECT_GE(resets, std::ssize(result.samples));
    }
}

TEST_F(MeasureTest, IsolatedFindsTheLaunchAndTheHostsTime) {
  const Measurement result = measured({.launch = Seconds(10e-6)}, Mode::kIsolated);
  EXPECT_EQ(result.method, TimeMethod::kOneEvent);
  EXPECT_EQ(result.launches_per_bracket, 1);
  EXPECT_NEAR(result.median.count(), 10e-6, 1e-9);
  EXPECT_NEAR(result.host_median.count(), 16e-6, 1e-9);
  EXPECT_NEAR(result.noise, 0, 1e-3);
  EXPECT_TRUE(result.converged);
  EXPECT_TRUE(result.resolved);
  EXPECT_EQ(result.stop_reason, StopReason::kPrecision);
  EXPECT_EQ(result.samples.size(), 30U);
  EXPECT_THAT(result.notes, IsEmpty());
}

TEST_F(MeasureTest, BatchedFindsTheLaunchInLongBrackets) {
  const Measurement result =
      measured({.launch = Seconds(3e-6), .marker_cost = Seconds(4e-6)}, Mode::kBatched);
  EXPECT_EQ(result.method, TimeMethod::kBracket);
  EXPECT_EQ(result.launches_per_bracket, 512);
  EXPECT_NEAR(result.median.count(), 3e-6, 0.01 * 3e-6);
  EXPECT_GE(result.median * 512, Seconds(1e-3));
  EXPECT_TRUE(result.converged);
}

TEST_F(MeasureTest, TellsItsPhases) {
  measured({}, Mode::kBatched);
  EXPECT_THAT(phases_, ElementsAre("warm-up", "clock step", "sampling"));
}

TEST_F(MeasureTest, KeepsEverySampleInOrder) {
  const Measurement result = measured({}, Mode::kIsolated);
  const auto earlier = [](const Sample& a, const Sample& b) { return a.host_begin < b.host_begin; };
  EXPECT_TRUE(std::is_sorted(result.samples.begin(), result.samples.end(), earlier));
  EXPECT_EQ(queue_->launches(),
            result.warm_up_launches + static_cast<std::int64_t>(result.samples.size()));
  EXPECT_GE(result.samples.front().host_begin, FakeClock().now() + std::chrono::milliseconds(50));
}

TEST_F(MeasureTest, FindsTheClocksStep) {
  FakeDevice device{.launch = Seconds(20e-6), .launch_noise = fakes::normal_noise(3, 0.05)};
  device.ticks_a_step = 32;
  device.reported_resolution = Seconds(1e-6);
  const Measurement result = measured(device, Mode::kIsolated);
  EXPECT_NEAR(result.clock_step.count(), 32e-9, 1e-12);
}

// Ground truth: noise of a known kind goes in; in 19 of 20 measurements the interval holds the
// median.
TEST_F(MeasureTest, ReportsTheTrueMedianWithinItsInterval) {
  int held = 0;
  constexpr int kMeasurements = 100;
  for (std::uint64_t seed = 1; seed <= kMeasurements; ++seed) {
    const Measurement result =
        measured({.launch = Seconds(50e-6), .launch_noise = fakes::lognormal_noise(seed, 0.05)},
                 Mode::kIsolated);
    held += result.interval.low <= 50e-6 && 50e-6 <= result.interval.high;
    EXPECT_EQ(result.stop_reason, StopReason::kPrecision);
    EXPECT_LE(result.interval.high - result.interval.low, 0.02 * result.median.count());
    EXPECT_NEAR(result.median.count(), 50e-6, 0.03 * 50e-6);
    EXPECT_NEAR(result.noise, 0.6745 * 0.05, 0.02);
  }
  EXPECT_GE(held, 92);
}

TEST_F(MeasureTest, StopsAtTheBudgetAndSaysThatItDidNotConverge) {
  const Measurement result = measured(
      {.launch = Seconds(2e-3), .launch_noise = fakes::normal_noise(5, 0.3)}, Mode::kIsolated);
  EXPECT_EQ(result.stop_reason, StopReason::kBudget);
  EXPECT_FALSE(result.converged);
  EXPECT_GE(result.wall, Seconds(0.5));
  EXPECT_LT(result.wall, Seconds(0.5 + 6e-3));
  EXPECT_GT(result.samples.size(), 30U);
}

TEST_F(MeasureTest, OfLaunchesThatOutlastTheBudgetTakesOneSample) {
  const Measurement result = measured({.launch = Seconds(2)}, Mode::kBatched);
  EXPECT_EQ(result.samples.size(), 1U);
  EXPECT_EQ(result.stop_reason, StopReason::kBudget);
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.warm_up_launches, 1);
  EXPECT_EQ(result.interval.level, 0);
}

TEST_F(MeasureTest, StopsAtTheNoiseFloor) {
  const Measurement result =
      measured({.launch = Seconds(100e-6), .bracket_noise = fakes::correlated_noise(4, 0.3, 0.999)},
               Mode::kIsolated);
  EXPECT_EQ(result.stop_reason, StopReason::kNoiseFloor);
  EXPECT_FALSE(result.converged);
  EXPECT_LT(result.wall, Seconds(0.5));
}

TEST_F(MeasureTest, TakesExactlyTheSamplesAskedFor) {
  settings_.samples = 12;
  const Measurement result = measured({}, Mode::kBatched);
  EXPECT_EQ(result.samples.size(), 12U);
  EXPECT_EQ(result.stop_reason, StopReason::kCount);
}

TEST_F(MeasureTest, MeasuresTheMinimumTimePastTheBudget) {
  settings_.minimum_time = Seconds(1);
  const Measurement result = measured({.launch = Seconds(1e-3)}, Mode::kIsolated);
  Seconds measured_time{};
  for (const Sample& sample : result.samples) measured_time += sample.device;
  EXPECT_GE(measured_time, Seconds(1));
  EXPECT_LT(measured_time, Seconds(1.002));
}

// Bursts hit one sample in ten, several in a row: the median must stay, the interval must hold it.
TEST_F(MeasureTest, BurstsDoNotMoveTheMedian) {
  const Measurement result =
      measured({.launch = Seconds(50e-6),
                .launch_noise =
                    fakes::product(fakes::normal_noise(1, 0.01), fakes::bursts(2, 0.01, 10, 3.0))},
               Mode::kIsolated);
  EXPECT_NEAR(result.median.count(), 50e-6, 0.01 * 50e-6);
  EXPECT_LE(result.interval.low, 50.1e-6);
  EXPECT_GE(result.interval.high, 49.9e-6);
}

TEST_F(MeasureTest, CorrelatedNoiseTakesMoreSamples) {
  const FakeDevice independent{.launch = Seconds(20e-6),
                               .launch_noise = fakes::normal_noise(6, 0.03)};
  FakeDevice correlated = independent;
  correlated.launch_noise = fakes::correlated_noise(6, 0.03, 0.8);
  const auto few = measured(independent, Mode::kIsolated).samples.size();
  const auto many = measured(correlated, Mode::kIsolated).samples.size();
  EXPECT_GT(many, 3 * few);
}

// A launch of 1 us that costs the host 126 us ran 88 s under a rule that looks at device time
// alone.
TEST_F(MeasureTest, HostBoundLaunchesEndWithinTheBudgetPlusASample) {
  for (const double sigma : {0.01, 0.5}) {
    const Measurement result = measured({.launch = Seconds(1e-6),
                                         .bracket_noise = fakes::lognormal_noise(9, sigma),
                                         .host_cost = Seconds(126e-6),
                                         .starts_at_wait = true},
                                        Mode::kBatched);
    const Seconds sample = result.host_median * static_cast<double>(result.launches_per_bracket);
    EXPECT_LE(result.wall, settings_.budget + 1.01 * sample);
    EXPECT_GE(result.samples.size(), 30U);
    EXPECT_TRUE(result.resolved);
    EXPECT_NEAR(result.median.count(), 1e-6, 0.25e-6);
  }
}

TEST_F(MeasureTest, ABracketTooShortForTheClockIsNotResolved) {
  const Measurement result = measured({.launch = Seconds(1e-6),
                                       .host_cost = Seconds(126e-6),
                                       .starts_at_wait = true,
                                       .ticks_a_step = 1000,
                                       .reported_resolution = Seconds(1e-6)},
                                      Mode::kBatched);
  EXPECT_FALSE(result.resolved);
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("below the clock's resolution")));
}

TEST_F(MeasureTest, ColdDisplacesBeforeEverySample) {
  settings_.cache = Cache::kCold;
  settings_.displace_bytes = 4096;
  const Measurement isolated = measured({}, Mode::kIsolated);
  EXPECT_EQ(isolated.method, TimeMethod::kOneEvent);
  EXPECT_EQ(queue_->displacements(), queue_->launches());
  for (const BracketRequest& request : queue_->requests()) EXPECT_EQ(request.displace_bytes, 4096U);

  const Measurement batched = measured({}, Mode::kBatched);
  EXPECT_EQ(batched.method, TimeMethod::kEventSum);
  EXPECT_EQ(queue_->displacements(), queue_->launches());
  EXPECT_NEAR(batched.median.count(), 10e-6, 0.01e-6);
  EXPECT_LT(batched.wall, Seconds(0.52));
}

TEST_F(MeasureTest, WarmDisplacesNothing) {
  settings_.displace_bytes = 4096;
  measured({}, Mode::kIsolated);
  EXPECT_EQ(queue_->displacements(), 0);
}

TEST_F(MeasureTest, SurvivesTheWrap) {
  FakeDevice device{.launch = Seconds(100e-6)};
  device.tick_hertz = 19.2e6;
  device.reported_resolution = Seconds(0);
  device.valid_bits = 16;  // wraps every 3.4 ms
  const Measurement result = measured(device, Mode::kIsolated);
  EXPECT_NEAR(result.median.count(), 100e-6, 0.1e-6);
  EXPECT_LE(result.noise, 0.001);
}

TEST_F(MeasureTest, PassesOnWhatTheDriverRefuses) {
  for (const int run : {1, 40, 5000}) {
    try {
      measured({.launch_noise = fakes::lognormal_noise(1, 0.5), .failing_run = run},
               Mode::kIsolated);
      FAIL() << "nothing was thrown at run " << run;
    } catch (const Error& error) {
      EXPECT_EQ(error.outcome(), Outcome::kDeviceError);
      EXPECT_THAT(error.what(), HasSubstr("call refused"));
    }
  }
}

TEST_F(MeasureTest, ADeviceThatExecutesNothingIsADeviceError) {
  try {
    measured({.executes_nothing = true}, Mode::kBatched);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::kDeviceError);
  }
}

}  // namespace
}  // namespace tickbench
