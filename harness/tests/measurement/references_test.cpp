// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fakes/fake_queue.hpp"
#include "measurement/measurement.hpp"
#include "tickbench/error.hpp"

namespace tickbench {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

class ReferencesTest : public testing::Test {
 protected:
  ReferenceWork reference(const std::string& name, Seconds duration,
                          const fakes::NoiseSource& noise = {}) {
    return {name, [=, this] {
              order_.push_back(name);
              launches_before_.push_back(queue_.launches());
              clock_.advance(duration * (noise ? noise() : 1.0));
            }};
  }
  std::vector<ReferenceMeasurement> sampled(const std::vector<ReferenceWork>& references) {
    return measure_references({queue_, queue_.work(), &batched_, &isolated_, settings_, clock_},
                              references);
  }

  fakes::FakeClock clock_;
  fakes::FakeQueue queue_{clock_, {.launch = Seconds(10e-6), .host_cost = Seconds(1e-7)}};
  MeasurementSettings settings_;
  Measurement batched_ = measure(queue_, queue_.work(), Mode::kBatched, settings_, clock_);
  Measurement isolated_ = measure(queue_, queue_.work(), Mode::kIsolated, settings_, clock_);
  std::vector<std::string> order_;
  std::vector<std::int64_t> launches_before_;
};

TEST_F(ReferencesTest, AlternateWithTheDeviceForFiveRounds) {
  const auto results =
      sampled({reference("tbb", Seconds(1e-3)), reference("serial", Seconds(4e-3))});
  EXPECT_THAT(order_, ElementsAre("tbb", "serial", "tbb", "serial", "tbb", "serial", "tbb",
                                  "serial", "tbb", "serial"));
  const std::int64_t round = batched_.launches_per_bracket + 1;
  for (std::size_t i = 2; i < launches_before_.size(); ++i)
    EXPECT_EQ(launches_before_[i] - launches_before_[i - 2], round);
  ASSERT_THAT(results, SizeIs(2));
  EXPECT_EQ(results[0].name, "tbb");
  EXPECT_THAT(results[0].samples, SizeIs(5));
  EXPECT_NEAR(results[1].median.count(), 4e-3, 1e-8);
}

// Its check has run it: it is not run again.
TEST_F(ReferencesTest, ARunFromBeforeIsTheFirstSample) {
  auto serial = reference("serial", Seconds(2));
  serial.taken = Seconds(3);
  const auto results = sampled({reference("tbb", Seconds(1e-3)), serial});
  EXPECT_THAT(order_, ElementsAre("tbb"));
  ASSERT_THAT(results[1].samples, SizeIs(1));
  EXPECT_EQ(results[1].median, Seconds(3));
  EXPECT_NEAR(results[1].speedup.value, 3 / 10e-6, 3e3);
}

TEST_F(ReferencesTest, SpeedUpsAreOverTheBatchedDeviceAndTheIsolatedHostTime) {
  const auto results = sampled({reference("tbb", Seconds(1e-3))});
  EXPECT_NEAR(results[0].speedup.value, 100, 0.1);
  EXPECT_NEAR(results[0].speedup_host.value, 1e-3 / 15.1e-6, 0.1);
  EXPECT_LE(results[0].speedup.interval.low, results[0].speedup.value);
  EXPECT_GE(results[0].speedup.interval.high, results[0].speedup.value);
  EXPECT_DOUBLE_EQ(results[0].interval.level, 0.9375);
}

// A machine that slows down by half a round slows both sides: the ratio stays.
TEST_F(ReferencesTest, ASlowMachineLeavesTheRatio) {
  fakes::NoiseSource machine = fakes::drift(0.2);
  double speed = 1;
  queue_.device().launch_noise = [&] { return speed; };
  const ReferenceWork slowing{"tbb", [&] {
                                clock_.advance(Seconds(1e-3) * speed);
                                speed = machine();
                              }};
  const auto results = sampled({slowing});
  EXPECT_GT(results[0].samples.back() / results[0].samples.front(), 1.5);
  EXPECT_NEAR(results[0].speedup.value, 100, 1);
  EXPECT_NEAR(results[0].speedup.interval.high / results[0].speedup.interval.low, 1, 0.01);
}

TEST_F(ReferencesTest, TakeFewerRoundsWhereTheyAreLongButNeverNone) {
  EXPECT_THAT(sampled({reference("tbb", Seconds(0.1))})[0].samples, SizeIs(2));
  EXPECT_THAT(sampled({reference("tbb", Seconds(3))})[0].samples, SizeIs(1));
}

TEST_F(ReferencesTest, AreEachPreparedOutsideTheirTimeAndTheBudget) {
  const auto prepared = [this](const std::string& name) {
    auto work = reference(name, Seconds(1e-3));
    work.prepare = [this] {
      order_.emplace_back("prepare");
      clock_.advance(Seconds(1));
    };
    return work;
  };
  const auto results = sampled({prepared("tbb"), prepared("serial")});
  ASSERT_THAT(order_, SizeIs(20));
  for (std::size_t i = 0; i < order_.size(); i += 2) EXPECT_EQ(order_[i], "prepare");
  EXPECT_NEAR(results[0].median.count(), 1e-3, 1e-8);
  EXPECT_NEAR(results[1].speedup.value, 100, 0.1);
}

TEST_F(ReferencesTest, WithoutABatchedMeasurementTheSpeedUpIsOverTheIsolatedOne) {
  const auto results =
      measure_references({queue_, queue_.work(), nullptr, &isolated_, settings_, clock_},
                         {reference("tbb", Seconds(1e-3))});
  EXPECT_NEAR(results[0].speedup.value, 100, 0.1);
}

TEST_F(ReferencesTest, WithoutAnIsolatedMeasurementThereIsNoSpeedUpOverHostTime) {
  const auto results =
      measure_references({queue_, queue_.work(), &batched_, nullptr, settings_, clock_},
                         {reference("tbb", Seconds(1e-3))});
  EXPECT_NEAR(results[0].speedup.value, 100, 0.1);
  EXPECT_EQ(results[0].speedup_host.value, 0);
}

TEST_F(ReferencesTest, NoneTouchesNothing) {
  const auto launches = queue_.launches();
  EXPECT_THAT(sampled({}), SizeIs(0));
  EXPECT_EQ(queue_.launches(), launches);
}

TEST_F(ReferencesTest, AnImplausibleBracketBesideThemIsAnError) {
  queue_.device().clock_rate = 1000;
  try {
    sampled({reference("tbb", Seconds(1e-3))});
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::kImplausibleTime);
  }
}

TEST_F(ReferencesTest, ALaunchThatReadsZeroHasNoSpeedUp) {
  queue_.device().zero_methods = {TimeMethod::kOneEvent};
  const auto results =
      measure_references({queue_, queue_.work(), nullptr, &isolated_, settings_, clock_},
                         {reference("tbb", Seconds(1e-3))});
  EXPECT_EQ(results[0].speedup.value, 0);
  EXPECT_GT(results[0].speedup_host.value, 0);
}

}  // namespace
}  // namespace tickbench
