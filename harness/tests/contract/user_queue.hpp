// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <utility>

#include "backend/callable_probe.hpp"
#include "fakes/error_of.hpp"
#include "tickbench/backend/backend.hpp"
#include "tickbench/error.hpp"

namespace tickbench::contract {

/// A bracket whose launches the caller enqueues takes what one of a function's does; and where it
/// is left, its hold is opened.
inline void expect_opened(TimedQueue& timed, const Work& work, const BracketRequest& request) {
  const auto begin = host_clock().now();
  for (const bool is_left : {true, false}) {
    const auto open = timed.open(work, request);
    for (int i = 0; i < request.launches; ++i) {
      work.enqueue();
      open->launched();
    }
    if (is_left) continue;
    EXPECT_GT(open->finish().device, Seconds(0));
  }
  EXPECT_LT(Seconds(host_clock().now() - begin), Seconds(5));
}

/// What every back end must do with a queue of the user's that it can hold. `enqueue` puts a launch
/// of some microseconds on it; `wait` is the user's own wait, empty where the queue has none within
/// a bracket.
inline void expect_held(TimedQueue& timed, HoldMethod method, const std::function<void()>& enqueue,
                        const std::function<void()>& wait) {
  Work work{enqueue, 0, "the user's"};
  EXPECT_EQ(timed.hold_limits(work, false).method, HoldMethod::kNone);  // it may wait
  const auto loose = timed.run(work, {16});
  EXPECT_FALSE(loose.fed);
  EXPECT_GT(loose.device, Seconds(0));
  EXPECT_LE(loose.device, loose.host * 1.05 + Seconds(1e-5));
  expect_opened(timed, work, {16});
  work.never_waits = true;
  ASSERT_EQ(timed.hold_limits(work, false).method, method);
  ASSERT_NE(timed.device_info(), nullptr);
  EXPECT_EQ(timed.device_info()->name, timed.device_name());
  const BracketRequest request{16, TimeMethod::kBracket, 0, HoldRequest{Seconds(0.01), {}}};
  Bracket bracket;
  for (int tries = 0; tries < 8 && !bracket.fed; ++tries) bracket = timed.run(work, request);
  EXPECT_TRUE(bracket.fed);
  EXPECT_GT(bracket.device, Seconds(0));
  EXPECT_LE(bracket.hold + bracket.device, bracket.host * 1.05 + Seconds(1e-5));
  expect_opened(timed, work, request);

  // The hold is open after a failure within the bracket.
  auto failing = work;
  failing.enqueue = [] { throw Error(Outcome::kInvalidBenchmark, "thrown while enqueuing"); };
  EXPECT_EQ(fakes::error_of([&] { timed.run(failing, request); }).outcome(),
            Outcome::kInvalidBenchmark);
  EXPECT_GT(timed.run(work, request).device, Seconds(0));

  const auto fine = probe_callable(timed, work);
  EXPECT_TRUE(fine.was_held);
  EXPECT_FALSE(fine.waits);
  EXPECT_FALSE(fine.enqueues_nothing);
  auto idle = work;
  idle.enqueue = [] {};
  bool is_found = false;
  for (int tries = 0; tries < 5 && !is_found; ++tries)
    is_found = probe_callable(timed, idle).enqueues_nothing;
  EXPECT_TRUE(is_found);
  if (!wait) return;
  auto waiting = work;
  waiting.enqueue = [&] {
    enqueue();
    wait();
  };
  EXPECT_TRUE(probe_callable(timed, waiting).waits);
}

}  // namespace tickbench::contract
