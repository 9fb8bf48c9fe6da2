// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "fakes/fake_queue.hpp"

#include <gtest/gtest.h>

// The fakes prove the engine, so what they claim is tested first.
namespace tickbench {
namespace {

using fakes::FakeClock;
using fakes::FakeDevice;
using fakes::FakeQueue;

Bracket run(FakeDevice device, BracketRequest request) {
  FakeClock clock;
  FakeQueue queue(clock, std::move(device));
  return queue.run(queue.work(), request);
}

constexpr double kNanosecond = 1.1e-9;

TEST(FakeQueue, TimesALaunchByItsEvent) {
  const Bracket bracket = run({.launch = Seconds(10e-6)}, {1, TimeMethod::kOneEvent, 0});
  EXPECT_NEAR(bracket.device.count(), 10e-6, kNanosecond);
  EXPECT_NEAR(bracket.host.count(), 16e-6, kNanosecond);  // enqueue 1, launch 10, wait 5
}

TEST(FakeQueue, ABracketHoldsIdleGapsAndMarkersAndEventsDoNot) {
  const FakeDevice device{
      .launch = Seconds(1e-6), .host_cost = Seconds(10e-6), .marker_cost = Seconds(3e-6)};
  EXPECT_NEAR(run(device, {4, TimeMethod::kBracket, 0}).device.count(), 44e-6, kNanosecond);
  EXPECT_NEAR(run(device, {4, TimeMethod::kEventSum, 0}).device.count(), 4e-6, 4 * kNanosecond);
}

TEST(FakeQueue, LaunchesThatStartAtTheWaitLeaveNoGaps) {
  const FakeDevice device{
      .launch = Seconds(1e-6), .host_cost = Seconds(10e-6), .starts_at_wait = true};
  const Bracket bracket = run(device, {4, TimeMethod::kBracket, 0});
  EXPECT_NEAR(bracket.device.count(), 4e-6, kNanosecond);
  EXPECT_NEAR(bracket.host.count(), 49e-6, kNanosecond);
}

TEST(FakeQueue, CountsInTicksOverTheWrap) {
  FakeDevice device{.launch = Seconds(10e-6)};
  device.tick_hertz = 19.2e6;
  device.valid_bits = 32;
  device.first_tick = 0xFFFF'FFF0;
  const Seconds time = run(device, {1, TimeMethod::kOneEvent, 0}).device;
  EXPECT_NEAR(time.count(), 10e-6, 1 / 19.2e6);
  const double ticks = time.count() * 19.2e6;
  EXPECT_NEAR(ticks, std::round(ticks), 1e-6);
}

TEST(FakeQueue, ItsClockMayBeWrong) {
  EXPECT_NEAR(run({.clock_rate = 1000}, {1, TimeMethod::kOneEvent, 0}).device.count(), 10e-3, 1e-8);
  EXPECT_EQ(run({.stuck_after = Seconds(0)}, {1, TimeMethod::kOneEvent, 0}).device.count(), 0);
  EXPECT_EQ(
      run({.zero_methods = {TimeMethod::kOneEvent}}, {1, TimeMethod::kOneEvent, 0}).device.count(),
      0);
  EXPECT_LT(
      run({.early_methods = {TimeMethod::kBracket}}, {1, TimeMethod::kBracket, 0}).device.count(),
      0);
}

TEST(FakeQueue, DisplacesOutsideTheTimes) {
  FakeClock clock;
  FakeQueue queue(clock, {});
  const Bracket one = queue.run(queue.work(), {1, TimeMethod::kOneEvent, 4096});
  EXPECT_NEAR(one.device.count(), 10e-6, kNanosecond);
  EXPECT_NEAR(one.host.count(), 16e-6, kNanosecond);
  const Bracket many = queue.run(queue.work(), {3, TimeMethod::kEventSum, 4096});
  EXPECT_NEAR(many.device.count(), 30e-6, 3 * kNanosecond);
  EXPECT_GT(many.host.count(), 3e-3);
  EXPECT_EQ(queue.displacements(), 4);
}

TEST(FakeQueue, FailsWhenTold) {
  EXPECT_THROW(run({.failing_run = 1}, {1, TimeMethod::kOneEvent, 0}), Error);
  EXPECT_THROW(run({.executes_nothing = true}, {1, TimeMethod::kOneEvent, 0}), Error);
}

TEST(FakeQueue, ReadsBothClocksAtOnce) {
  FakeClock clock;
  FakeQueue queue(clock, {.clock_rate = 1.5});
  const auto first = queue.read_clock();
  clock.advance(Seconds(1));
  const auto last = queue.read_clock();
  const Seconds device = last->device - first->device;
  EXPECT_NEAR(device.count(), 1.5, 1e-5);
  EXPECT_EQ(first->host_after - first->host_before, std::chrono::microseconds(2));
  queue.device().has_time_line = false;
  EXPECT_FALSE(queue.read_clock());
}

}  // namespace
}  // namespace tickbench
