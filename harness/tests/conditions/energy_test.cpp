// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "conditions/device_monitor.hpp"

namespace tickbench::conditions {
namespace {

/// 100 W, and a thousand launches a second: 0.1 J a launch.
constexpr double kWatts = 100, kRate = 1000;

void run(EnergyMeter& meter, double seconds, auto reading) {
  for (int i = 0; i <= static_cast<int>(seconds * 100); ++i) {
    const double now = i / 100.0;
    meter.add(Seconds(now), std::llround(now * kRate), reading(now));
  }
}

TEST(EnergyMeter, DividesTheCountersDifferenceByTheLaunches) {
  EnergyMeter meter;
  // The counter steps every 50 ms.
  run(meter, 1.3, [](double now) {
    return PowerReading{{}, 5 + kWatts * std::floor(now * 20) / 20};
  });
  EXPECT_TRUE(meter.is_enough());
  const auto energy = meter.energy();
  ASSERT_TRUE(energy);
  EXPECT_NEAR(energy->value, 0.1, 1e-9);
  EXPECT_NEAR(energy->interval.low, 0.1, 1e-9);
  EXPECT_EQ(energy->from, "counter");
  EXPECT_GE(energy->wall, Seconds(1));
}

TEST(EnergyMeter, ItsIntervalHoldsTheStretches) {
  EnergyMeter meter;
  run(meter, 1.3, [](double now) { return PowerReading{{}, kWatts * now * now}; });
  const auto energy = meter.energy();
  EXPECT_LT(energy->interval.low, 0.05);
  EXPECT_GT(energy->interval.high, 0.2);
  EXPECT_GE(energy->interval.level, 0.95);
}

TEST(EnergyMeter, AsksForNoReadingRightAfterAStep) {
  EnergyMeter meter;
  EXPECT_TRUE(meter.is_due(Seconds(0)));
  meter.add(Seconds(0), 0, {{}, 5});
  EXPECT_FALSE(meter.is_due(Seconds(0.05)));
  EXPECT_TRUE(meter.is_due(Seconds(0.09)));
  meter.add(Seconds(0.09), 90, {{}, 5});
  EXPECT_TRUE(meter.is_due(Seconds(0.1))) << "it has not stepped";
}

TEST(EnergyMeter, IntegratesPowerWhereThereIsNoCounter) {
  EnergyMeter meter;
  run(meter, 1.3, [](double) { return PowerReading{kWatts, {}}; });
  EXPECT_TRUE(meter.is_enough());
  EXPECT_NEAR(meter.energy()->value, 0.1, 1e-9);
  EXPECT_EQ(meter.energy()->from, "power");
}

TEST(EnergyMeter, TakesThePowerWhereTheCounterStandsStill) {
  EnergyMeter meter;
  run(meter, 3, [](double) { return PowerReading{kWatts, 7}; });
  EXPECT_FALSE(meter.is_enough());
  EXPECT_EQ(meter.energy()->from, "power");
}

TEST(EnergyMeter, KnowsNothingWhereTheDeviceTellsNothing) {
  EnergyMeter meter;
  run(meter, 3, [](double) { return PowerReading{}; });
  EXPECT_FALSE(meter.energy());
  EnergyMeter still;
  run(still, 3, [](double) { return PowerReading{{}, 7}; });
  EXPECT_FALSE(still.energy());
}

}  // namespace
}  // namespace tickbench::conditions
