// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include "base/parallel.hpp"
#include "fakes/fake_queue.hpp"
#include "measurement/measurement.hpp"
#include "tickbench/error.hpp"

namespace tickbench {
namespace {

using testing::SizeIs;

class ResampleTest : public testing::Test {
 protected:
  Measurement measured(Mode mode) { return measure(queue_, work_, mode, settings_, clock_); }

  fakes::FakeClock clock_;
  fakes::FakeQueue queue_{clock_, {.launch = Seconds(10e-6), .host_cost = Seconds(1e-7)}};
  Work work_ = queue_.work();
  MeasurementSettings settings_;
};

TEST_F(ResampleTest, MoreSamplesAreTakenAsTheFirstOnesForTheBudget) {
  auto measurement = measured(Mode::kBatched);
  const auto before = measurement;
  const auto begin = clock_.now();
  measure_on(queue_, work_, measurement, settings_, Seconds(0.1), clock_);
  const Seconds spent = clock_.now() - begin;
  EXPECT_GE(spent, Seconds(0.1));
  EXPECT_LT(spent, Seconds(0.11));
  const std::size_t more = measurement.samples.size() - before.samples.size();
  EXPECT_NEAR(static_cast<double>(more),
              0.1 / (10e-6 * static_cast<double>(before.launches_per_bracket)), 3);
  EXPECT_NEAR(measurement.samples.back().device.count(), 10e-6, 1e-8);
  EXPECT_GT(measurement.samples.back().host_begin, before.samples.back().host_begin);
  EXPECT_NEAR((measurement.wall - before.wall).count(), spent.count(), 1e-6);
}

TEST_F(ResampleTest, TheFiguresAreThoseOfAllSamples) {
  settings_.samples = 3;
  auto measurement = measured(Mode::kIsolated);
  queue_.device().launch = Seconds(30e-6);
  measure_on(queue_, work_, measurement, settings_, Seconds(3e-3), clock_);
  EXPECT_GT(measurement.samples.size(), 50U);
  EXPECT_NEAR(measurement.median.count(), 30e-6, 1e-8);
}

/// A process that may run on one processor of many gets no more of them than that one.
TEST_F(ResampleTest, OthersTakeNothingOfTheProcessorThatThreadsRanOn) {
  cpu_set_t all, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof(all), &all), 0);
  CPU_ZERO(&one);
  CPU_SET(allowed_processors().front(), &one);
  auto measurement = measured(Mode::kIsolated);
  Seconds at(0);
  const auto threads = [&at]() {
    at += Seconds(10e-6);  // as long as a launch
    return conditions::Threads{{1, at / 2, at / 2}, {2, at / 2, at / 2}};
  };
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  measure_on(queue_, work_, measurement, settings_, Seconds(0), clock_, threads);
  sched_setaffinity(0, sizeof(all), &all);
  EXPECT_NEAR(measurement.samples.back().taken.value().count(), 0, 1e-8);
}

/// Of two threads one runs each launch; the other is woken, and waits as long.
class WakingThreads : public ResampleTest {
 protected:
  WakingThreads() { queue_.device().launch = launch_; }
  /// What others took of a launch of which both run a half. Every so many launches are such ones.
  double taken(std::size_t interval) {
    auto measurement = measured(Mode::kIsolated);
    measurement.samples.clear();
    conditions::Threads now{{1}, {2}};
    std::size_t readings = 0;
    measure_on(queue_, work_, measurement, settings_, 300 * launch_, clock_, [&] {
      if (readings++ % 2 == 0) return now;
      const bool both = readings / 2 % interval == 0;
      now[0].ran += both ? launch_ / 2 : launch_;
      now[1].ran += both ? launch_ / 2 : launch_ / 20;
      now[1].waited += launch_;
      now[1].turns += turns_;
      return now;
    });
    return measurement.samples.at(1).taken.value().count();
  }

  Seconds launch_{100e-6};
  double turns_ = 0;
};

TEST_F(WakingThreads, AThreadThatOnlyWakesUpWaitsForNoPartOfTheWork) {
  if (allowed_processors().size() < 2) GTEST_SKIP() << "needs two processors";
  EXPECT_NEAR(taken(1000), 0, 1e-7);
  EXPECT_NEAR(taken(5), 47.5e-6, 1e-7) << "other samples tell that both have work";
  EXPECT_NEAR(taken(20), 0, 1e-7) << "one in twenty tells nothing";
}

TEST_F(WakingThreads, ASwitchCostsALaunchSomeMicrosecondsButNoMoreThanAHalf) {
  turns_ = 2;
  EXPECT_NEAR(taken(1000), 8e-6, 1e-8);
  turns_ = 0.5;
  EXPECT_NEAR(taken(1000), 4e-6, 1e-8) << "not each launch has one";
  turns_ = 1;
  launch_ = queue_.device().launch = Seconds(6e-6);
  EXPECT_NEAR(taken(1000), 3e-6, 1e-8);
}

TEST_F(ResampleTest, AtLeastOneSampleIsTaken) {
  auto measurement = measured(Mode::kIsolated);
  const auto count = measurement.samples.size();
  measure_on(queue_, work_, measurement, settings_, Seconds(0), clock_);
  EXPECT_THAT(measurement.samples, SizeIs(count + 1));
}

TEST_F(ResampleTest, AnImplausibleTimeIsAnError) {
  auto measurement = measured(Mode::kIsolated);
  queue_.device().clock_rate = 3;
  EXPECT_THROW(measure_on(queue_, work_, measurement, settings_, Seconds(0.1), clock_), Error);
}

TEST_F(ResampleTest, TwoWorksTakeTurns) {
  const auto batched = measured(Mode::kBatched);
  const auto isolated = measured(Mode::kIsolated);
  const auto pairs = measure_alternately({queue_, work_, batched}, {queue_, work_, isolated},
                                         settings_, Seconds(0.05), clock_);
  ASSERT_GT(pairs.size(), 10U);
  // A B B A A B B A
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [earlier, later] =
        std::minmax(pairs[i].first.host_begin, pairs[i].second.host_begin);
    EXPECT_EQ(pairs[i].first.host_begin, i % 2 == 0 ? earlier : later);
    EXPECT_LT(earlier, later);
    if (i > 0) {
      EXPECT_LT(std::max(pairs[i - 1].first.host_begin, pairs[i - 1].second.host_begin), earlier);
    }
  }
}

}  // namespace
}  // namespace tickbench
