// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "clock/phases.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "fakes/fake_clock.hpp"

namespace tickbench {
namespace {

using fakes::FakeClock;

std::vector<Phase> order_of(const WallTime& wall) {
  std::vector<Phase> order;
  for (const auto& slice : wall.slices) order.push_back(slice.phase);
  return order;
}

TEST(Phases, EachMomentIsOfTheInnermostOne) {
  FakeClock host;
  PhaseClock phases(host);
  host.advance(Seconds(1));
  {
    const InPhase check(Phase::kCheck);
    host.advance(Seconds(2));
    {
      const InPhase reference(Phase::kReference);
      host.advance(Seconds(4));
    }
    host.advance(Seconds(8));
  }
  host.advance(Seconds(16));
  const auto wall = phases.wall();
  EXPECT_NEAR(wall[Phase::kOther].count(), 17, 1e-6);
  EXPECT_NEAR(wall[Phase::kCheck].count(), 10, 1e-6);
  EXPECT_NEAR(wall[Phase::kReference].count(), 4, 1e-6);
  EXPECT_EQ(wall[Phase::kInput], Seconds(0));
  EXPECT_EQ(order_of(wall), (std::vector{Phase::kOther, Phase::kCheck, Phase::kReference,
                                         Phase::kCheck, Phase::kOther}));
  for (std::size_t i = 1; i < wall.slices.size(); ++i)
    EXPECT_EQ(wall.slices[i].begin, wall.slices[i - 1].end);
}

TEST(Phases, WhatAnExceptionLeavesIsEnded) {
  FakeClock host;
  PhaseClock phases(host);
  try {
    const InPhase check(Phase::kCheck);
    host.advance(Seconds(1));
    throw 1;
  } catch (int) {
  }
  host.advance(Seconds(2));
  EXPECT_NEAR(phases.wall()[Phase::kCheck].count(), 1, 1e-6);
  EXPECT_NEAR(phases.wall()[Phase::kOther].count(), 2, 1e-6);
}

// A clock read among launches would be part of their time.
TEST(Phases, TimedLaunchesAreNotInterrupted) {
  struct CountingClock final : HostClock {
    std::chrono::nanoseconds now() override { return std::chrono::nanoseconds(++readings); }
    void sleep_for(Seconds) override {}
    int readings = 0;
  } host;
  PhaseClock phases(host);
  for (const Phase timed : {Phase::kWarmUp, Phase::kSampling, Phase::kReferenceSampling}) {
    const InPhase phase(timed);
    const int before = host.readings;
    { const InPhase upload(Phase::kUpload); }
    EXPECT_EQ(host.readings, before);
  }
}

TEST(Phases, AModeGoesFromOneToTheNext) {
  FakeClock host;
  PhaseClock phases(host);
  {
    const InPhase phase(Phase::kWarmUp);
    host.advance(Seconds(1));
    phase.change(Phase::kSampling);
    host.advance(Seconds(2));
    phase.change(Phase::kSampling);
    host.advance(Seconds(4));
  }
  const auto wall = phases.wall();
  EXPECT_NEAR(wall[Phase::kWarmUp].count(), 1, 1e-6);
  EXPECT_NEAR(wall[Phase::kSampling].count(), 6, 1e-6);
  EXPECT_EQ(wall.slices.size(), 4U);  // other, warm-up, sampling, other
}

TEST(Phases, SlicesAreBoundedAndSumsAreNot) {
  FakeClock host;
  PhaseClock phases(host);
  for (std::size_t i = 0; i < 2 * WallTime::kMostSlices; ++i) {
    const InPhase phase(Phase::kUpload);
    host.advance(Seconds(1));
  }
  EXPECT_EQ(phases.wall().slices.size(), WallTime::kMostSlices);
  EXPECT_NEAR(phases.wall()[Phase::kUpload].count(), 2.0 * WallTime::kMostSlices, 1e-3);
}

TEST(Phases, WithoutAClockNothingHappens) {
  const InPhase phase(Phase::kInput);
  phase.change(Phase::kUpload);
}

}  // namespace
}  // namespace tickbench
