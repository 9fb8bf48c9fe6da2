// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fakes/fake_queue.hpp"
#include "measurement/brackets.hpp"

namespace tickbench {
namespace {

void probe(fakes::FakeDevice device, TimeMethod method) {
  fakes::FakeClock clock;
  fakes::FakeQueue queue(clock, std::move(device));
  probe_zero(queue, queue.work(), method, Seconds(1e-6), clock);
}

fakes::FakeDevice brief() {
  fakes::FakeDevice device{.launch = Seconds(0.1e-6), .host_cost = Seconds(1e-8)};
  device.ticks_a_step = 1000;
  return device;
}

TEST(ZeroProbe, LetsALaunchBelowTheStepBeZero) {
  EXPECT_NO_THROW(probe(brief(), TimeMethod::kOneEvent));
  EXPECT_NO_THROW(probe(brief(), TimeMethod::kBracket));
}

TEST(ZeroProbe, RefusesZeroEventsOfLongLaunches) {
  EXPECT_THROW(probe({.zero_methods = {TimeMethod::kOneEvent}}, TimeMethod::kOneEvent),
               ImplausibleTime);
}

TEST(ZeroProbe, RefusesWhatReadsZeroHoweverLong) {
  EXPECT_THROW(probe({.stuck_after = Seconds(0)}, TimeMethod::kOneEvent), ImplausibleTime);
  EXPECT_THROW(
      probe({.stuck_after = Seconds(0), .methods = {TimeMethod::kOneEvent}}, TimeMethod::kOneEvent),
      ImplausibleTime);
}

TEST(ClockMoves, ReadsTheClockTwice) {
  fakes::FakeClock clock;
  fakes::FakeQueue queue(clock, {});
  EXPECT_EQ(clock_moves(queue, clock), true);
  queue.device().stuck_after = Seconds(0);
  EXPECT_EQ(clock_moves(queue, clock), false);
  queue.device().has_time_line = false;
  EXPECT_EQ(clock_moves(queue, clock), std::nullopt);
}

}  // namespace
}  // namespace tickbench
