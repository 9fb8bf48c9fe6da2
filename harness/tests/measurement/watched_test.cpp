// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "conditions/clock_watch.hpp"
#include "fakes/fake_monitor.hpp"
#include "fakes/fake_queue.hpp"
#include "measurement/sampling.hpp"

namespace tickbench {
namespace {

using conditions::bit;
using conditions::ClockWatch;
using conditions::DeviceReading;
using conditions::Throttle;
using conditions::ThrottleSet;

constexpr double kFull = 2e9;
constexpr Seconds kLaunch{10e-6};

/// A device whose clock and reasons are functions of the time, and whose launches take as long as
/// its clock makes them.
class Watched : public testing::Test {
 protected:
  Watched() {
    settings_.precision = 1e-6;  // never reached: it samples until the budget ends
    settings_.budget = Seconds(3);
    queue_.device().bracket_noise = [this, noise = fakes::normal_noise(1, 0.01)]() {
      return noise() * kFull / clock_at(clock_.elapsed());
    };
    state_.reading = [this] {
      EXPECT_FALSE(is_enqueueing_);
      clock_.advance(Seconds(20e-6));
      return DeviceReading{clock_at(clock_.elapsed()), 1e9, reasons_at(clock_.elapsed()), false};
    };
  }

  Measurement measured(Mode mode = Mode::kBatched) {
    conditions::WatchedDevice device(std::make_unique<fakes::FakeMonitor>(state_), clock_);
    ClockWatch watch(device, clock_);
    auto result = measure(queue_, work_, mode, settings_, clock_, {}, {&watch, nullptr});
    found_ = watch.conditions();
    return result;
  }
  /// With looks at the canary, whose kernel takes as long as the clock makes it.
  Measurement looked_at(Mode mode = Mode::kBatched, bool reads_clocks = false) {
    conditions::WatchedDevice device(std::make_unique<fakes::FakeMonitor>(state_), clock_);
    ClockWatch watch(device, clock_);
    conditions::SpeedWatch speed(
        [this] {
          EXPECT_FALSE(is_enqueueing_);
          clock_.advance(Seconds(0.002));
          return kFull / clock_at(clock_.elapsed());
        },
        clock_);
    speed.begin();
    auto result = measure(queue_, work_, mode, settings_, clock_, {},
                          {reads_clocks ? &watch : nullptr, &speed});
    canary_ = speed.conditions();
    return result;
  }

  fakes::FakeClock clock_;
  fakes::FakeQueue queue_{clock_, {.launch = kLaunch, .host_cost = Seconds(1e-7)}};
  bool is_enqueueing_ = false;
  Work work_{[this] {
               is_enqueueing_ = true;
               queue_.launch();
               is_enqueueing_ = false;
             },
             true, "fake launch"};
  MeasurementSettings settings_;
  fakes::FakeState state_;
  std::function<double(Seconds)> clock_at = [](Seconds) { return kFull; };
  std::function<ThrottleSet(Seconds)> reasons_at = [](Seconds) { return ThrottleSet{0}; };
  conditions::ClockConditions found_;
  conditions::SpeedConditions canary_;
};

bool is_second(Seconds now) { return now >= Seconds(1) && now < Seconds(2); }

TEST_F(Watched, ADropOf15PerCentForASecondIsNamedAndTakenAgain) {
  clock_at = [](Seconds now) { return is_second(now) ? 0.85 * kFull : kFull; };
  const auto result = measured();
  EXPECT_GT(found_.dropped, 500U);
  EXPECT_EQ(found_.slowed, 0U);
  EXPECT_NEAR(found_.fall, 0.15, 1e-9);
  EXPECT_EQ(found_.throttle, 0U);
  EXPECT_DOUBLE_EQ(found_.core.low, kFull);
  EXPECT_NEAR(result.median / kLaunch, 1, 0.002);
  for (const auto& sample : result.samples) EXPECT_LT(sample.device / kLaunch, 1.1);
  // A third of the time went into them, and it was not added.
  EXPECT_NEAR(result.wall.count(), 3, 0.01);
  EXPECT_GT(result.samples.size(), 3 * found_.dropped / 2);
}

TEST_F(Watched, TheSameHappensInIsolatedMode) {
  settings_.budget = Seconds(0.5);
  clock_at = [](Seconds now) {
    return now > Seconds(0.2) && now < Seconds(0.4) ? 0.85 * kFull : kFull;
  };
  const auto result = measured(Mode::kIsolated);
  EXPECT_GT(found_.dropped, 1000U);
  EXPECT_NEAR(result.median / kLaunch, 1, 0.002);
}

TEST_F(Watched, ADropThatHidesInTheMeasurementsEndIsSeen) {
  // Precise enough within 30 samples, all of which are slow but the first few.
  settings_.precision = 0.5;
  settings_.minimum_warm_up = Seconds(0.05);
  settings_.samples = 0;
  double since = 0;
  clock_at = [&](Seconds now) {
    if (since == 0 && now > Seconds(0.07)) since = now.count();
    return since > 0 && now.count() < since + 0.5 ? 0.85 * kFull : kFull;
  };
  const auto result = measured();
  EXPECT_NEAR(result.median / kLaunch, 1, 0.01);
  EXPECT_GE(result.samples.size(), 30U);
  EXPECT_GT(found_.dropped, 0U);
}

TEST_F(Watched, WhatHoldsForEverySampleIsTheDevicesState) {
  settings_.precision = 0.01;
  reasons_at = [](Seconds) { return bit(Throttle::kPowerCap); };
  const auto capped = measured();
  EXPECT_EQ(found_.throughout, bit(Throttle::kPowerCap));
  EXPECT_EQ(found_.dropped, 0U);
  EXPECT_EQ(capped.stop_reason, StopReason::kPrecision);
  EXPECT_LT(capped.samples.size(), 100U);
}

TEST_F(Watched, AReasonThatComesAndGoesIsDropped) {
  reasons_at = [](Seconds now) { return is_second(now) ? bit(Throttle::kThermal) : 0; };
  measured();
  EXPECT_EQ(found_.throttle, bit(Throttle::kThermal));
  EXPECT_EQ(found_.throughout, 0U);
  EXPECT_GT(found_.dropped, 500U);
}

TEST_F(Watched, AReasonAtEveryOtherReadingIsSaid) {
  bool is_capped = true;
  state_.reading = [&] {
    clock_.advance(Seconds(20e-6));
    is_capped = !is_capped;
    return DeviceReading{is_capped ? 0.7 * kFull : kFull, 1e9,
                         is_capped ? bit(Throttle::kPowerCap) : 0, false};
  };
  const auto result = measured();
  EXPECT_EQ(found_.dropped, 0U);
  EXPECT_EQ(found_.slowed, result.samples.size());
  EXPECT_EQ(found_.throttle, bit(Throttle::kPowerCap));
  EXPECT_EQ(found_.throughout, 0U);
}

TEST_F(Watched, TooFewOthersAreNoMeasurement) {
  // The clock is up for the first reading alone.
  bool is_first = true;
  state_.reading = [&] {
    const double clock = is_first ? kFull : 0.85 * kFull;
    is_first = clock_.elapsed() < Seconds(0.05);
    return DeviceReading{clock, 0, 0, false};
  };
  clock_at = [](Seconds) { return 0.85 * kFull; };
  const auto result = measured();
  EXPECT_EQ(found_.dropped, 0U);
  EXPECT_GT(found_.slowed, 0U);
  EXPECT_GT(result.samples.size(), 100U);
  EXPECT_EQ(result.stop_reason, StopReason::kBudget);
  EXPECT_NEAR(found_.fall, 0.15, 1e-9);
}

TEST_F(Watched, SamplesThatWereCountedOutAreKept) {
  settings_.samples = 2000;
  clock_at = [](Seconds now) { return is_second(now) ? 0.85 * kFull : kFull; };
  const auto result = measured();
  EXPECT_EQ(result.samples.size(), 2000U);
  EXPECT_EQ(found_.dropped, 0U);
  EXPECT_GT(found_.slowed, 100U);
}

TEST_F(Watched, ATimeBeyondTheBudgetEnds) {
  settings_.budget = Seconds(1.5);
  settings_.minimum_time = Seconds(2);
  reasons_at = [](Seconds now) { return now > Seconds(1) ? bit(Throttle::kThermal) : 0; };
  const auto result = measured();
  EXPECT_EQ(found_.dropped, 0U);
  EXPECT_GT(found_.slowed, 0U);
  EXPECT_LT(result.wall, Seconds(2.5));
}

TEST_F(Watched, WideSamplesAreDroppedBeyondTheBudgetToo) {
  settings_.budget = Seconds(1);
  settings_.wide = 1e-6;
  clock_at = [](Seconds now) {
    return now > Seconds(1.5) && now < Seconds(2) ? 0.85 * kFull : kFull;
  };
  const auto result = measured();
  EXPECT_GT(found_.dropped, 100U);
  EXPECT_EQ(found_.slowed, 0U);
  EXPECT_NEAR(result.wall.count(), 3, 0.01);
}

TEST_F(Watched, ReadingsTakeOnePerCentOfTheWall) {
  measured();
  EXPECT_LT(static_cast<double>(found_.readings) * 20e-6, 0.011 * 3);
  EXPECT_GT(found_.readings, 500U);
}

/// The device sleeps from the first moment behind `begin` on, until it was busy for so long.
class Asleep : public Watched {
 protected:
  Asleep() {
    settings_.precision = 0.01;
    settings_.budget = Seconds(0.5);
    clock_at = [this](Seconds now) { return now > from_ && now < until_ ? kFull / 1.37 : kFull; };
  }
  Seconds from_{0.04}, until_{0.6};
};

TEST_F(Asleep, SamplesWithASlowCanaryBehindThemAreTakenAgain) {
  for (const auto mode : {Mode::kIsolated, Mode::kBatched}) {
    from_ = clock_.elapsed() + Seconds(0.04);
    until_ = from_ + Seconds(0.6);
    const auto result = looked_at(mode);
    EXPECT_NEAR(canary_.slowest, 1.37, 1e-9);
    EXPECT_GE(canary_.dropped, 30U);
    EXPECT_EQ(canary_.slowed, 0U);
    EXPECT_NEAR(result.median / kLaunch, 1, 0.01);
    EXPECT_GE(result.samples.size(), 30U);
    EXPECT_EQ(result.stop_reason, StopReason::kPrecision);
    EXPECT_GE(clock_.elapsed(), until_);
  }
}

TEST_F(Asleep, ADeviceThatIsAwakeCostsOneLookAMode) {
  clock_at = [](Seconds) { return kFull; };
  const auto result = looked_at();
  EXPECT_EQ(canary_.slowest, 1);
  EXPECT_EQ(canary_.dropped, 0U);
  EXPECT_EQ(result.stop_reason, StopReason::kPrecision);
  EXPECT_LT(result.wall, Seconds(0.2));
}

TEST_F(Asleep, WhereTheBudgetIsSpentTheyAreKeptAndCounted) {
  settings_.precision = 1e-6;
  until_ = Seconds(10);
  const auto result = looked_at();
  EXPECT_EQ(canary_.dropped, 0U);
  EXPECT_EQ(canary_.slowed, result.samples.size());
  EXPECT_NEAR(result.median / kLaunch, 1.37, 0.01);
  EXPECT_EQ(result.stop_reason, StopReason::kBudget);
  EXPECT_LT(result.wall, Seconds(0.6));
}

TEST_F(Asleep, SamplesThatWereCountedOutAreKept) {
  settings_.samples = 50;
  until_ = Seconds(10);
  const auto result = looked_at();
  EXPECT_EQ(result.samples.size(), 50U);
  EXPECT_EQ(canary_.slowed, 50U);
}

TEST_F(Asleep, ADeviceThatItsOwnWorkSlowsIsMeasuredThreeTimesAtMost) {
  // The looks that wake it find it awake, and those behind the samples do not.
  int looks = 0;
  conditions::SpeedWatch speed([&] { return ++looks % 2 == 0 ? 1.1 : 1.0; }, clock_);
  speed.begin();
  clock_at = [](Seconds) { return kFull; };
  const auto result =
      measure(queue_, work_, Mode::kBatched, settings_, clock_, {}, {nullptr, &speed});
  EXPECT_EQ(looks, 1 + 2 + 2 + 1);
  EXPECT_EQ(speed.conditions().dropped, 0U);
  EXPECT_EQ(speed.conditions().slowed, result.samples.size());
  EXPECT_GE(result.samples.size(), 90U);
}

TEST_F(Asleep, UnderAReasonThatHoldsThroughoutNothingIsTakenAgain) {
  until_ = Seconds(10);
  reasons_at = [](Seconds) { return bit(Throttle::kPowerCap); };
  const auto result = looked_at(Mode::kBatched, true);
  EXPECT_EQ(canary_.dropped + canary_.slowed, 0U);
  EXPECT_NEAR(canary_.slowest, 1.37, 1e-9);
  EXPECT_LT(result.samples.size(), 100U);
}

TEST_F(Asleep, BothWatchesDropTheirOwn) {
  // Throttled for a while, then asleep, then neither: told by the clock, and by the canary alone.
  settings_.budget = Seconds(2);
  settings_.precision = 0.5;
  settings_.minimum_time = Seconds(0.3);
  from_ = Seconds(0.25);
  reasons_at = [](Seconds now) {
    return now > Seconds(0.1) && now < Seconds(0.15) ? bit(Throttle::kThermal) : 0;
  };
  state_.reading = [this] { return DeviceReading{0, 0, reasons_at(clock_.elapsed()), false}; };
  const auto result = looked_at(Mode::kBatched, true);
  EXPECT_GT(canary_.dropped, 30U);
  EXPECT_NEAR(result.median / kLaunch, 1, 0.01);
  for (const auto& sample : result.samples) EXPECT_LT(sample.device / kLaunch, 1.2);
}

}  // namespace
}  // namespace tickbench
