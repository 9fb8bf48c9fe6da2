// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "backend/callable_probe.hpp"
#include "contract/backend_contract.hpp"

namespace tickbench::contract {
namespace {

using testing::HasSubstr;

constexpr TimeMethod kAllMethods[] = {TimeMethod::kOneEvent, TimeMethod::kBracket,
                                      TimeMethod::kEventSum, TimeMethod::kGraph, TimeMethod::kHost};
constexpr double kTolerance = 1.05;
constexpr Seconds kStep{1e-6};
constexpr std::size_t kResetItems = 256;

void expect_plausible(const Bracket& bracket, TimeMethod method) {
  EXPECT_GT(bracket.host, Seconds(0));
  if (method == TimeMethod::kHost) {
    EXPECT_EQ(bracket.device, Seconds(0));
    return;
  }
  EXPECT_GT(bracket.device, Seconds(0));
  EXPECT_LE(bracket.device, bracket.host * kTolerance + kStep);
}

std::vector<TimeMethod> methods_of(const backend::Queue& queue, const Work& work) {
  std::vector<TimeMethod> methods;
  for (const auto method : kAllMethods)
    if (queue.supports(method, work)) methods.push_back(method);
  return methods;
}

/// Not every back end has events, nor every one events that time copies.
void expect_event_or_refusal(backend::Queue& queue, const Work& work) {
  if (queue.supports(TimeMethod::kOneEvent, work))
    expect_plausible(queue.run(work, {1, TimeMethod::kOneEvent, 0}), TimeMethod::kOneEvent);
  else
    EXPECT_EQ(error_of([&] {
                queue.run(work, {1, TimeMethod::kOneEvent, 0});
              }).outcome(),
              Outcome::kInvalidBenchmark);
}

TEST_P(BackendContract, BracketsAreWithinTheHostTimeAroundThem) {
  const auto spinning = spin();
  const auto& work = spinning.launch.work();
  for (const auto method : methods_of(queue(), work))
    for (const std::int64_t launches : {1, 7}) {
      if (method == TimeMethod::kOneEvent && launches > 1) continue;
      SCOPED_TRACE(testing::Message()
                   << "method " << static_cast<int>(method) << ", launches " << launches);
      expect_plausible(queue().run(work, {launches, method, 0}), method);
    }
}

TEST_P(BackendContract, TimesKernelsOnTheDeviceAndOnTheHost) {
  const auto spinning = spin();
  EXPECT_TRUE(queue().supports(TimeMethod::kHost, spinning.launch.work()));
  EXPECT_TRUE(queue().supports(TimeMethod::kBracket, spinning.launch.work()));
  if (GetParam().has_events) {
    for (const auto method : kAllMethods)
      EXPECT_TRUE(queue().supports(method, spinning.launch.work()) || method == TimeMethod::kGraph)
          << to_string(method);
  }
}

TEST_P(BackendContract, EventsGiveThePhasesOfALaunch) {
  const auto spinning = spin();
  const bool has_events = queue().supports(TimeMethod::kOneEvent, spinning.launch.work());
  ASSERT_TRUE(has_events || !GetParam().has_events);
  if (!has_events) GTEST_SKIP() << "the queue has no events";
  const auto bracket = queue().run(spinning.launch.work(), {1, TimeMethod::kOneEvent, 0});
  ASSERT_TRUE(bracket.launch || !GetParam().has_events);
  if (!bracket.launch) GTEST_SKIP() << "the queue's events tell no phases";
  EXPECT_GT(bracket.launch->queued.count(), 0);
  EXPECT_GE(bracket.launch->queued_to_submit, Seconds(0));
  EXPECT_GE(bracket.launch->submit_to_start, Seconds(0));
  EXPECT_EQ(bracket.launch->start_to_end, bracket.device);
}

TEST_P(BackendContract, TimesCopiesAndFills) {
  constexpr std::size_t kBytes = 4U << 20;
  auto plain = device().allocate<char>(kBytes);
  for (const auto kind : kAllKinds) {
    if (!has(kind)) continue;
    SCOPED_TRACE(to_string(kind));
    auto other = device().allocate<char>(kBytes, kind);
    const auto copy = device().copy(plain, other);
    copy();
    expect_plausible(queue().run(copy.work(), {3, TimeMethod::kBracket, 0}), TimeMethod::kBracket);
    expect_event_or_refusal(queue(), copy.work());
  }
  expect_event_or_refusal(queue(), device().fill(plain, 'x').work());
}

TEST_P(BackendContract, DisplacesCachesOutsideTheTimes) {
  constexpr std::size_t kDisplaced = 64U << 20;
  auto data = device().upload(counted(256));
  const auto work = device().kernel("contract_add").args(data, 1).over(256).work();
  work.enqueue();
  queue().finish();
  auto displaced = device().allocate<char>(kDisplaced);
  const auto fill = device().fill(displaced, 'x');
  fill();
  const bool has_event_sum = queue().supports(TimeMethod::kEventSum, work);
  Seconds of_fill = Seconds::max();
  Seconds of_launch = Seconds::max();
  Seconds of_events = Seconds::max();
  // The shortest: a host in demand adds its pauses to most of them.
  const auto are_without = [&] {
    return of_launch < of_fill && (!has_event_sum || of_events < of_fill);
  };
  for (int i = 0; i < 5 || (i < 50 && !are_without()); ++i) {
    of_fill = std::min(of_fill, queue().run(fill.work(), {1, TimeMethod::kBracket, 0}).host);
    const auto one = queue().run(work, {1, TimeMethod::kBracket, kDisplaced});
    expect_plausible(one, TimeMethod::kBracket);
    of_launch = std::min(of_launch, one.host);
    if (!has_event_sum) continue;
    const auto several = queue().run(work, {3, TimeMethod::kEventSum, kDisplaced});
    expect_plausible(several, TimeMethod::kEventSum);
    of_events = std::min(of_events, several.device);
  }
  EXPECT_LT(of_launch, of_fill) << "the fill is in the launch's host time";
  if (has_event_sum) {
    EXPECT_LT(of_events, of_fill) << "the fill is in the launches' device time";
  }
}

TEST_P(BackendContract, RefusesBracketsThatMeanNothing) {
  const auto spinning = spin();
  const auto& work = spinning.launch.work();
  const auto outcome = [&](const Work& of, BracketRequest request) {
    return error_of([&] { queue().run(of, request); }).outcome();
  };
  EXPECT_EQ(outcome(work, {0, TimeMethod::kBracket, 0}), Outcome::kInvalidBenchmark);
  EXPECT_EQ(outcome(work, {2, TimeMethod::kOneEvent, 0}), Outcome::kInvalidBenchmark);
  EXPECT_EQ(outcome(work, {2, TimeMethod::kBracket, 4096}), Outcome::kInvalidBenchmark);
  auto several = work;
  several.commands = 0;
  EXPECT_EQ(outcome(several, {1, TimeMethod::kOneEvent, 0}), Outcome::kInvalidBenchmark);
}

TEST_P(BackendContract, SeesWorkThatIsNotOneCommand) {
  const auto spinning = spin();
  const auto& enqueue = spinning.launch.work().enqueue;
  const Work two{[&] {
                   enqueue();
                   enqueue();
                 },
                 1, "two at once"};
  if (queue().supports(TimeMethod::kOneEvent, two)) {
    const auto error = error_of([&] { queue().run(two, {1, TimeMethod::kOneEvent, 0}); });
    EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
    EXPECT_THAT(error.what(), HasSubstr("two at once"));
  }
  EXPECT_GT(queue().run(two, {1, TimeMethod::kBracket, 0}).device, Seconds(0));
}

TEST_P(BackendContract, SurvivesAnErrorWithinABracket) {
  const auto spinning = spin();
  const Work bad{[] { throw Error(Outcome::kInvalidBenchmark, "thrown while enqueuing"); }, 1,
                 "bad"};
  for (const auto method : kAllMethods)
    EXPECT_EQ(error_of([&] {
                queue().run(bad, {1, method, 0});
              }).outcome(),
              Outcome::kInvalidBenchmark);
  const auto& work = spinning.launch.work();
  for (const auto method : methods_of(queue(), work))
    expect_plausible(queue().run(work, {1, method, 0}), method);
}

// Long enough for 32 launches on a host that is busy with other tests.
constexpr HoldRequest kHold{Seconds(0.01), {}};

TEST_P(BackendContract, AHeldBracketIsFed) {
  const auto spinning = spin();
  const auto& work = spinning.launch.work();
  ASSERT_TRUE(work.never_waits);
  const auto limits = queue().hold_limits(work, false);
  if (limits.method == HoldMethod::kNone) GTEST_SKIP() << "nothing holds: " << limits.why_not;
  ASSERT_GE(limits.most_launches, 32);
  for (const auto method : methods_of(queue(), work)) {
    if (method == TimeMethod::kHost) continue;
    SCOPED_TRACE(to_string(method));
    const std::int64_t launches = method == TimeMethod::kOneEvent ? 1 : 32;
    Bracket bracket;
    for (int tries = 0; tries < 8 && !bracket.fed; ++tries)
      bracket = queue().run(work, {launches, method, 0, kHold});
    EXPECT_TRUE(bracket.fed);
    EXPECT_GT(bracket.device, Seconds(0));
    EXPECT_LE(bracket.hold + bracket.device, bracket.host * kTolerance + kStep);
    EXPECT_FALSE(bracket.launch);  // its phases would be the hold's
  }
}

TEST_P(BackendContract, AResetPrecedesEachLaunchOutsideOfItsTime) {
  auto data = device().upload(std::vector<int>(kResetItems));
  const auto add = device().kernel("contract_add").args(data, 3).over(kResetItems);
  const auto reset = device().fill(data, 0);
  auto work = add.work();
  work.reset = reset.work().enqueue;
  std::vector<BracketRequest> requests{{1, TimeMethod::kBracket, 0}, {1, TimeMethod::kHost, 0}};
  if (queue().hold_limits(work, false).method != HoldMethod::kNone)
    requests.push_back({1, TimeMethod::kBracket, 0, kHold});
  for (const auto& request : requests)
    for (int i = 0; i < 2; ++i) {
      expect_plausible(queue().run(work, request), request.method);
      EXPECT_EQ(data.read(), std::vector<int>(kResetItems, 3));
    }
  EXPECT_FALSE(queue().supports(TimeMethod::kOneEvent, work));
  EXPECT_FALSE(queue().supports(TimeMethod::kGraph, work));
  EXPECT_EQ(error_of([&] {
              queue().run(work, {2, TimeMethod::kBracket, 0});
            }).outcome(),
            Outcome::kInvalidBenchmark);
}

TEST_P(BackendContract, WorkThatWaitsMayReadBuffersBetweenItsMarks) {
  constexpr std::int64_t kLaunches = 16;
  const auto spinning = spin();
  const auto small = device().upload(std::vector<int>(1));
  Seconds launches = Seconds::max();
  for (int i = 0; i < 5; ++i)
    launches = std::min(
        launches, queue().run(spinning.launch.work(), {kLaunches, TimeMethod::kBracket, 0}).device);
  const Work work{.enqueue =
                      [&] {
                        for (int i = 0; i < kLaunches; ++i) spinning.launch();
                        static_cast<void>(small.read());
                      },
                  .description = "launches and a read",
                  .waits = true};
  EXPECT_GT(queue().run(work, {1, TimeMethod::kBracket, 0}).device, launches / 2);
}

TEST_P(BackendContract, AHoldIsOpenedWhereALaunchFails) {
  const auto spinning = spin();
  auto work = spinning.launch.work();
  const auto enqueue = work.enqueue;
  int launches = 0;
  work.enqueue = [&] {
    if (++launches == 3) throw Error(Outcome::kInvalidBenchmark, "the third launch fails");
    enqueue();
  };
  if (queue().hold_limits(work, false).method == HoldMethod::kNone) GTEST_SKIP() << "nothing holds";
  EXPECT_THROW(queue().run(work, {4, TimeMethod::kBracket, 0, kHold}), Error);
  queue().finish();
  EXPECT_GT(queue().run(spinning.launch.work(), {4, TimeMethod::kBracket, 0, kHold}).device,
            Seconds(0));
}

TEST_P(BackendContract, AHoldEndsWhereTheHostWaitsForIt) {
  const auto spinning = spin();
  auto work = spinning.launch.work();
  const auto limits = queue().hold_limits(work, false);
  if (limits.method == HoldMethod::kNone) GTEST_SKIP() << "nothing holds";
  const auto enqueue = work.enqueue;
  work.enqueue = [&] {
    enqueue();
    queue().finish();
  };
  EXPECT_FALSE(queue().run(work, {2, TimeMethod::kBracket, 0, kHold}).fed);
}

TEST_P(BackendContract, AProbeShowsWhatOwnCodeDoes) {
  const auto spinning = spin();
  auto work = spinning.launch.work();
  if (queue().hold_limits(work, false).method == HoldMethod::kNone) {
    EXPECT_FALSE(probe_callable(queue(), work).was_held);
    return;
  }
  const auto fine = probe_callable(queue(), work);
  EXPECT_TRUE(fine.was_held);
  EXPECT_FALSE(fine.waits);
  EXPECT_FALSE(fine.enqueues_nothing) << fine.device.count() << " " << fine.empty.count();
  const auto enqueue = work.enqueue;
  work.enqueue = [&] {
    enqueue();
    queue().finish();
  };
  EXPECT_TRUE(probe_callable(queue(), work).waits);
  work.enqueue = [] {};
  // Other tests use the processors too.
  bool is_found = false;
  for (int tries = 0; tries < 5 && !is_found; ++tries)
    is_found = probe_callable(queue(), work).enqueues_nothing;
  EXPECT_TRUE(is_found);
}

TEST_P(BackendContract, TheClockAdvancesAtTheHostsRate) {
  const auto first = queue().read_clock();
  if (!first) GTEST_SKIP() << "no two stamps of this device share a time line";
  host_clock().sleep_for(Seconds(0.05));
  const auto second = queue().read_clock();
  ASSERT_TRUE(second.has_value());
  EXPECT_LE(first->host_before, first->host_after);
  const Seconds device = second->device - first->device;
  const Seconds shortest = second->host_before - first->host_after;
  const Seconds longest = second->host_after - first->host_before;
  constexpr double kRate =
      0.02;  // what clocks of two makers may differ by here, and far from a wrong unit
  EXPECT_GT(device, shortest * (1 - kRate) - kStep);
  EXPECT_LT(device, longest * (1 + kRate) + kStep);
}

TEST_P(BackendContract, NamesItsDevice) {
  EXPECT_FALSE(info().name.empty());
  EXPECT_EQ(queue().device_name(), info().name);
  EXPECT_GE(queue().reported_resolution(), Seconds(0));
  EXPECT_NE(queue().native_handle(), nullptr);
  EXPECT_GE(info().compute_units, 0);  // 0: the driver does not tell
  EXPECT_GT(info().memory, 0U);
  EXPECT_GT(info().largest_work_group, 0U);
  EXPECT_FALSE(info().driver.empty());
}

}  // namespace
}  // namespace tickbench::contract
