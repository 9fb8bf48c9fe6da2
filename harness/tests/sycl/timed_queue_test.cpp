// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <string>

#include "clock/clock_check.hpp"
#include "fakes/error_of.hpp"
#include "measurement/measurement.hpp"
#include "sycl/fake_host.hpp"

namespace tickbench::sycl {
namespace {

using namespace std::chrono_literals;
using fakes::error_of;
using ::sycl::fake::kLatency;
using ::sycl::fake::kSubmit;
using ::sycl::fake::machine;
using ::sycl::fake::Submission;
using testing::HasSubstr;

// A launch of the fake is done before the next one is submitted, unless it takes longer than this.
constexpr double kGap = kSubmit + kLatency;

std::pair<::sycl::event, ::sycl::event> two_kernels(::sycl::queue& queue) {
  const auto first = queue.run(10us);
  return {first, queue.run(20us)};
}

class SyclTimedQueue : public FakeSycl {
 protected:
  ::sycl::queue queue = profiled();
  TimedQueue timed{queue, Untimed::kRefuse, host};
  Work marked{[this] { queue.run(10us); }, 0, "a kernel"};
};

TEST_F(SyclTimedQueue, HasTheMethodsOfWhatIsKnownOfAWork) {
  EXPECT_TRUE(timed.supports(TimeMethod::kBracket, marked));
  EXPECT_TRUE(timed.supports(TimeMethod::kHost, marked));
  for (const auto method : {TimeMethod::kOneEvent, TimeMethod::kEventSum, TimeMethod::kGraph})
    EXPECT_FALSE(timed.supports(method, marked)) << to_string(method);

  const auto one = timed.with_events([&] { return queue.run(10us); });
  for (const auto method : {TimeMethod::kOneEvent, TimeMethod::kEventSum, TimeMethod::kBracket})
    EXPECT_TRUE(timed.supports(method, one)) << to_string(method);

  const auto several = timed.with_events([&] { return two_kernels(queue); });
  EXPECT_FALSE(timed.supports(TimeMethod::kOneEvent, several));
  EXPECT_TRUE(timed.supports(TimeMethod::kEventSum, several));
}

TEST_F(SyclTimedQueue, TakesOneCommandByItsEvent) {
  const auto work = timed.with_events([&] { return queue.run(12345ns); });
  const auto bracket = timed.run(work, {1, TimeMethod::kOneEvent, 0});
  EXPECT_DOUBLE_EQ(nanoseconds(bracket.device), 12345);
  EXPECT_DOUBLE_EQ(nanoseconds(bracket.host), kGap + 12345);
}

TEST_F(SyclTimedQueue, SumsTheEventsOfLaunches) {
  const auto work = timed.with_events([&] { return queue.run(10us); });
  EXPECT_DOUBLE_EQ(nanoseconds(timed.run(work, {5, TimeMethod::kEventSum, 0}).device), 50'000);
}

TEST_F(SyclTimedQueue, TakesAChainFromItsFirstStartToItsLastEnd) {
  const auto work = timed.with_events([&] { return two_kernels(queue); });
  EXPECT_DOUBLE_EQ(nanoseconds(timed.run(work, {3, TimeMethod::kEventSum, 0}).device), 90'000);
}

TEST_F(SyclTimedQueue, SaysTheClockOfTheEvents) {
  const auto begin = host.now();
  const auto bracket = timed.run(marked, {1, TimeMethod::kBracket, 0});
  ASSERT_TRUE(bracket.device_begin.has_value());
  EXPECT_GT(*bracket.device_begin, begin + std::chrono::nanoseconds(::sycl::fake::kAhead));
  const auto check = check_clock(timed, host);
  EXPECT_EQ(check.verdict, ClockCheck::Verdict::kSound) << check.message;
  EXPECT_NEAR(check.rate, 1, 1e-6);
  EXPECT_EQ(timed.reported_resolution(), Seconds(1e-9));
  EXPECT_EQ(timed.device_name(), "a fake");
}

TEST_F(SyclTimedQueue, TellsThePhasesOfTheFirstLaunch) {
  const auto work = timed.with_events([&] { return queue.run(10us); });
  const auto phases = timed.run(work, {1, TimeMethod::kOneEvent, 0}).launch;
  ASSERT_TRUE(phases.has_value());
  EXPECT_DOUBLE_EQ(nanoseconds(phases->queued_to_submit), 0);
  EXPECT_DOUBLE_EQ(nanoseconds(phases->submit_to_start), kGap);
  EXPECT_DOUBLE_EQ(nanoseconds(phases->start_to_end), 10'000);
  EXPECT_FALSE(timed.run(marked, {1, TimeMethod::kBracket, 0}).launch.has_value());
}

TEST_F(SyclTimedQueue, LeavesThePhasesOutWhereTheSubmissionHasNoStamp) {
  const auto work = timed.with_events([&] { return queue.run(10us); });
  for (const auto kind : {Submission::kZero, Submission::kAfterTheStart, Submission::kThrows}) {
    machine().submission = kind;
    const auto bracket = timed.run(work, {1, TimeMethod::kOneEvent, 0});
    EXPECT_FALSE(bracket.launch.has_value()) << static_cast<int>(kind);
    EXPECT_DOUBLE_EQ(nanoseconds(bracket.device), 10'000);
  }
}

TEST_F(SyclTimedQueue, KeepsNoEventBeyondItsBracket) {
  const auto work = timed.with_events([&] { return queue.run(10us); });
  const int before = ::sycl::fake::living_events();
  timed.run(work, {1, TimeMethod::kOneEvent, 0});
  timed.run(work, {100, TimeMethod::kEventSum, 0});
  timed.run(work, {100, TimeMethod::kBracket, 0});
  timed.run(work, {100, TimeMethod::kHost, 0});
  EXPECT_EQ(::sycl::fake::living_events(), before);
}

TEST_F(SyclTimedQueue, RefusesAWorkWhoseEventsItWasNotGiven) {
  const Work foreign{[this] { queue.run(10us); }, 1, "a work of another queue"};
  const auto error = error_of([&] { timed.run(foreign, {2, TimeMethod::kEventSum, 0}); });
  EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(error.what(), HasSubstr("2 in all, found 0"));
}

TEST_F(SyclTimedQueue, IsMeasuredByItsEventAloneAndBetweenMarksInBatches) {
  const auto work = timed.with_events([&] { return queue.run(50us); });
  MeasurementSettings settings;
  settings.budget = Seconds(0.01);
  const auto isolated = measure(timed, work, Mode::kIsolated, settings, host);
  EXPECT_EQ(isolated.method, TimeMethod::kOneEvent);
  EXPECT_DOUBLE_EQ(nanoseconds(isolated.median), 50'000);
  const auto batched = measure(timed, work, Mode::kBatched, settings, host);
  EXPECT_EQ(batched.method, TimeMethod::kBracket);
  // The marks are a small part of many launches.
  EXPECT_NEAR(nanoseconds(batched.median), 50'000, 500);
  EXPECT_EQ(measure(timed, marked, Mode::kIsolated, settings, host).method, TimeMethod::kBracket);
}

TEST_F(SyclTimedQueue, DoesNotTakeNoiseForTheStepOfTheClock) {
  int launches = 0;
  const auto work = timed.with_events(
      [&] { return queue.run(50us + std::chrono::nanoseconds((launches++ * 7919) % 20'000)); });
  MeasurementSettings settings;
  settings.budget = Seconds(0.05);
  for (const Mode mode : {Mode::kIsolated, Mode::kBatched}) {
    const auto measured = measure(timed, work, mode, settings, host);
    EXPECT_TRUE(measured.resolved) << to_string(mode);
    EXPECT_LE(measured.clock_step, Seconds(1e-9)) << to_string(mode);
  }
}

TEST_F(SyclTimedQueue, DisplacesCachesInChunksWithAnotherPatternEachTime) {
  const auto work = timed.with_events([&] { return queue.run(10us); });
  machine().fills.clear();
  timed.run(work, {2, TimeMethod::kEventSum, 803});
  const auto& fills = machine().fills;
  ASSERT_EQ(fills.size(), 6U);  // 100, 100 and 1 words, before each launch
  EXPECT_EQ(fills[0].count, 100U);
  EXPECT_EQ(fills[2].count, 1U);
  EXPECT_EQ(fills[0].value, fills[1].value);
  EXPECT_NE(fills[0].value, fills[3].value);
  EXPECT_EQ(error_of([&] {
              timed.run(work, {1, TimeMethod::kOneEvent, 1001});
            }).outcome(),
            Outcome::kOverLimit);
  machine().has_memory = false;
  const auto error = error_of([&] { timed.run(work, {1, TimeMethod::kOneEvent, 400}); });
  EXPECT_EQ(error.outcome(), Outcome::kOutOfMemory);
  EXPECT_THAT(error.what(), HasSubstr("handler::fill: no room"));
}

TEST_F(SyclTimedQueue, TellsADeviceThatExecutedNothing) {
  const auto work = timed.with_events([&] { return queue.run(10us); });
  for (const auto method : {TimeMethod::kOneEvent, TimeMethod::kBracket}) {
    machine().completes = false;
    auto error = error_of([&] { timed.run(work, {1, method, 0}); });
    EXPECT_EQ(error.outcome(), Outcome::kDeviceError);
    EXPECT_THAT(error.what(), HasSubstr("executed nothing: expected a complete sycl::event"));
    machine().completes = true;
    machine().stamps = false;
    error = error_of([&] { timed.run(work, {1, method, 0}); });
    EXPECT_EQ(error.outcome(), Outcome::kDeviceError);
    EXPECT_THAT(error.what(), HasSubstr("expected a time stamp"));
    machine().stamps = true;
  }
}

TEST_F(SyclTimedQueue, PassesOnWhatTheQueueReports) {
  machine().wait_failure = "the kernel faulted";
  const auto error = error_of([&] { timed.run(marked, {1, TimeMethod::kBracket, 0}); });
  EXPECT_EQ(error.outcome(), Outcome::kDeviceError);
  EXPECT_STREQ(error.what(), "SYCL: queue::wait_and_throw: the kernel faulted");
}

TEST_F(SyclTimedQueue, LeavesALaunchThatFailsToItsCaller) {
  const Work failing{[] { throw ::sycl::exception(::sycl::errc::invalid, "no kernel"); }, 0, "bad"};
  EXPECT_THROW(timed.run(failing, {1, TimeMethod::kBracket, 0}), ::sycl::exception);
  EXPECT_NO_THROW(timed.run(marked, {1, TimeMethod::kBracket, 0}));
}

TEST_F(FakeSycl, RefusesAQueueWithoutProfilingByName) {
  const ::sycl::queue queue(::sycl::property_list(InOrder{}));
  const auto error = error_of([&] { timed_queue(queue); });
  EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(error.what(), HasSubstr("without sycl::property::queue::enable_profiling"));
  EXPECT_THAT(error.what(), HasSubstr("Untimed::kHostTime"));
}

TEST_F(FakeSycl, RefusesAQueueOutOfOrderByName) {
  const ::sycl::queue queue(::sycl::property_list(Profiling{}));
  const auto error = error_of([&] { tickbench::timed_queue(queue); });
  EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(error.what(), HasSubstr("without sycl::property::queue::in_order"));
}

TEST_F(FakeSycl, TimesByTheHostWhereAsked) {
  for (const auto& properties :
       {::sycl::property_list(InOrder{}), ::sycl::property_list(Profiling{})}) {
    ::sycl::queue queue(properties);
    TimedQueue timed(queue, Untimed::kHostTime, host);
    const auto work = timed.with_events([&] { return queue.run(10us); });
    for (const auto method : {TimeMethod::kOneEvent, TimeMethod::kEventSum, TimeMethod::kBracket})
      EXPECT_FALSE(timed.supports(method, work)) << to_string(method);
    EXPECT_FALSE(timed.read_clock().has_value());
    const auto bracket = timed.run(work, {1, TimeMethod::kHost, 0});
    EXPECT_DOUBLE_EQ(nanoseconds(bracket.host), kGap + 10'000);
    EXPECT_EQ(bracket.device, Seconds(0));
    MeasurementSettings settings;
    settings.samples = 5;
    const auto measured = measure(timed, work, Mode::kIsolated, settings, host);
    EXPECT_EQ(measured.method, TimeMethod::kHost);
  }
}

}  // namespace
}  // namespace tickbench::sycl
