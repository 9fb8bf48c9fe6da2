// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "statistics/noise_floor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "fakes/noise_sources.hpp"
#include "measurement/look_schedule.hpp"
#include "tickbench/statistics.hpp"

namespace tickbench {
namespace {

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
