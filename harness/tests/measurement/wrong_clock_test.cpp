// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "fakes/fake_queue.hpp"
#include "measurement/measurement.hpp"
#include "tickbench/error.hpp"

// What measure does on clocks and methods that cannot be right.
namespace tickbench {
namespace {

using fakes::FakeClock;
using fakes::FakeDevice;
using fakes::FakeQueue;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

Measurement measured(FakeDevice device, Mode mode) {
  FakeClock clock;
  FakeQueue queue(clock, std::move(device));
  return measure(queue, queue.work(), mode, {}, clock);
}

std::string refusal(const FakeDevice& device, Mode mode) {
  try {
    measured(device, mode);
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::kImplausibleTime);
    return error.what();
  }
  return "measured";
}

constexpr Mode kModes[] = {Mode::kIsolated, Mode::kBatched};

TEST(WrongClock, AThousandTimesTooFastIsAnErrorThatNamesTheTimes) {
  for (const Mode mode : kModes) {
    const std::string message = refusal({.clock_rate = 1000}, mode);
    EXPECT_THAT(message, HasSubstr("implausible device time for fake launch"));
    EXPECT_THAT(message, HasSubstr("device time of 10 ms in a host time of 16 us"));
    EXPECT_THAT(message, HasSubstr("over 1 launch by method bracket"));
    EXPECT_THAT(message, HasSubstr(mode == Mode::kIsolated ? "method event" : "method events"));
  }
}

TEST(WrongClock, TooFastIsSeenWithoutAStatedResolution) {
  EXPECT_THAT(refusal({.clock_rate = 1000, .reported_resolution = Seconds(0)}, Mode::kIsolated),
              HasSubstr("implausible"));
}

TEST(WrongClock, AThousandTimesTooSlowPassesHereAndIsTheClockChecksToFind) {
  const FakeDevice slow{.launch = Seconds(5e-3), .clock_rate = 1e-3};
  EXPECT_NEAR(measured(slow, Mode::kIsolated).median.count(), 5e-6, 1e-8);
  FakeClock clock;
  FakeQueue queue(clock, slow);
  EXPECT_EQ(check_clock(queue, clock).verdict, ClockCheck::Verdict::kBroken);
}

TEST(WrongClock, AtAStandIsAnError) {
  for (const Mode mode : kModes) {
    EXPECT_THAT(refusal({.stuck_after = Seconds(0)}, mode),
                HasSubstr("the device's clock stands still"));
    EXPECT_THAT(refusal({.stuck_after = Seconds(0), .has_time_line = false}, mode),
                HasSubstr("the device's clock stands still"));
  }
}

TEST(WrongClock, ThatStopsWhileSamplingIsAnError) {
  // Isolated zeros may be brief launches; a median of them may not. Batched, one is enough.
  const FakeDevice isolated{.launch_noise = fakes::normal_noise(1, 0.3),
                            .stuck_after = Seconds(0.06)};
  EXPECT_THAT(refusal(isolated, Mode::kIsolated), HasSubstr("stands still"));
  const FakeDevice batched{.bracket_noise = fakes::normal_noise(1, 0.3),
                           .stuck_after = Seconds(0.1)};
  EXPECT_THAT(refusal(batched, Mode::kBatched), HasSubstr("stands still"));
}

TEST(WrongClock, ABracketThatFailsTheGateGivesWayToEvents) {
  const Measurement result = measured({.early_methods = {TimeMethod::kBracket}}, Mode::kBatched);
  EXPECT_EQ(result.method, TimeMethod::kEventSum);
  EXPECT_NEAR(result.median.count(), 10e-6, 1e-8);
  EXPECT_THAT(result.notes,
              ElementsAre(HasSubstr("method bracket was refused: expected 0 < device")));
}

TEST(WrongClock, AnEventThatFailsTheGateGivesWayToABracket) {
  const Measurement result = measured({.early_methods = {TimeMethod::kOneEvent}}, Mode::kIsolated);
  EXPECT_EQ(result.method, TimeMethod::kBracket);
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("method event was refused")));
}

TEST(WrongClock, FailingEveryMethodNamesThemAll) {
  const std::string message =
      refusal({.early_methods = {TimeMethod::kOneEvent, TimeMethod::kBracket}}, Mode::kIsolated);
  EXPECT_THAT(message, HasSubstr("by method event"));
  EXPECT_THAT(message, HasSubstr("by method bracket"));
  EXPECT_THAT(message, HasSubstr("device time of -1 s"));
}

TEST(WrongClock, EventsThatReadZeroGiveWayToABracket) {
  const Measurement result = measured({.zero_methods = {TimeMethod::kOneEvent}}, Mode::kIsolated);
  EXPECT_EQ(result.method, TimeMethod::kBracket);
  EXPECT_TRUE(result.resolved);
}

// Commands that no method times, on a clock that is seen to move: the host's time, labelled so.
TEST(WrongClock, CommandsThatTheDeviceDoesNotTimeAreTimedByTheHost) {
  for (const Mode mode : kModes) {
    const Measurement result = measured(
        {.zero_methods = {TimeMethod::kOneEvent, TimeMethod::kBracket, TimeMethod::kEventSum}},
        mode);
    EXPECT_EQ(result.method, TimeMethod::kHost);
    EXPECT_EQ(result.median, result.host_median);
    EXPECT_GT(result.median, Seconds(0));
    EXPECT_THAT(result.notes, Contains(HasSubstr("timed by the host: the device reports no time")));
  }
}

TEST(WrongClock, ZeroEventsAloneDoNotConvictAClockThatCannotBeRead) {
  const Measurement result = measured({.has_time_line = false,
                                       .zero_methods = {TimeMethod::kOneEvent},
                                       .methods = {TimeMethod::kOneEvent, TimeMethod::kHost}},
                                      Mode::kIsolated);
  EXPECT_EQ(result.method, TimeMethod::kHost);
}

TEST(WrongClock, ALaunchBelowTheStepIsUnresolvedNotAnError) {
  FakeDevice device{.launch = Seconds(0.1e-6), .host_cost = Seconds(1e-8)};
  device.ticks_a_step = 1000;  // 1 us
  device.reported_resolution = Seconds(1e-6);
  const Measurement isolated = measured(device, Mode::kIsolated);
  EXPECT_EQ(isolated.method, TimeMethod::kOneEvent);
  EXPECT_FALSE(isolated.resolved);
  EXPECT_FALSE(isolated.converged);
  EXPECT_THAT(isolated.notes, ElementsAre(HasSubstr("below the clock's resolution")));
  const Measurement batched = measured(device, Mode::kBatched);
  EXPECT_TRUE(batched.resolved);
  EXPECT_NEAR(batched.median.count(), 0.1e-6, 1e-9);
}

TEST(WrongClock, AQueueWithoutDeviceTimesIsTimedByTheHost) {
  const Measurement result = measured({.methods = {TimeMethod::kHost}}, Mode::kBatched);
  EXPECT_EQ(result.method, TimeMethod::kHost);
  EXPECT_GT(result.launches_per_bracket, 1);
  EXPECT_NEAR(result.median.count(), 10e-6, 0.1e-6);
  EXPECT_THAT(result.notes, Contains(HasSubstr("the queue takes no device times")));
}

TEST(WrongClock, AQueueThatCanTimeNothingIsRefused) {
  FakeClock clock;
  FakeQueue queue(clock, {.methods = {}});
  try {
    measure(queue, queue.work(), Mode::kIsolated, {}, clock);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::kUnsupported);
  }
}

TEST(WrongClock, FallingBackKeepsTheBudget) {
  FakeClock clock;
  FakeQueue queue(clock, {.launch = Seconds(2e-3),
                          .bracket_noise = fakes::normal_noise(2, 0.4),
                          .stuck_after = Seconds(0.3)});
  EXPECT_THROW(measure(queue, queue.work(), Mode::kBatched, {}, clock), Error);
  EXPECT_LT(clock.elapsed(), Seconds(1));
}

TEST(MeasureOnAWrongClock, ALaunchAsLongAsAWrapIsRefusedByName) {
  // A wrap is 1.05 s: one of 2.5 s would read 0.4 s.
  const FakeDevice device{
      .launch = Seconds(2.5), .host_cost = Seconds(1e-6), .tick_hertz = 1e6, .valid_bits = 20};
  for (const Mode mode : kModes) {
    const auto why = refusal(device, mode);
    EXPECT_THAT(why, HasSubstr("expected a bracket shorter than a wrap of the device's counter, "
                               "1.049 s, found one of 2.5 s by the host's clock"));
    EXPECT_THAT(why, HasSubstr("by method bracket"));
  }
}

TEST(MeasureOnAWrongClock, AHostThatWasElsewhereForAWrapIsTriedAgain) {
  int waits = 0;
  FakeDevice device{
      .launch = Seconds(1e-3), .host_cost = Seconds(1e-6), .tick_hertz = 1e6, .valid_bits = 20};
  device.wait_cost = Seconds(1e-6);
  device.wait_noise = [&] { return ++waits % 5 == 0 ? 2e6 : 1.0; };
  const auto found = measured(device, Mode::kBatched);
  EXPECT_EQ(found.method, TimeMethod::kBracket);
  EXPECT_NEAR(found.median.count(), 1e-3, 1e-5);
}

}  // namespace
}  // namespace tickbench
