// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/callable_probe.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace tickbench {
namespace {

/// Its brackets take so long as stated, and its host pauses in some of them.
class PausingQueue final : public TimedQueue {
 public:
  /// `most_fed`: it takes no more launches within a hold. `paused`: of every so many.
  PausingQueue(Seconds launch, Seconds pause, int every, std::int64_t most_fed = 1 << 20,
               int paused = 1)
      : launch_(launch), pause_(pause), every_(every), paused_(paused), most_fed_(most_fed) {}

  Bracket run(const Work& work, const BracketRequest& request) override {
    const bool is_launch = work.description != "nothing";
    Bracket bracket;
    bracket.device = Seconds(1e-6);
    if (is_launch) bracket.device += launch_ * static_cast<double>(request.launches);
    if (is_launch && runs_++ % every_ < paused_) bracket.device += pause_;
    bracket.fed = request.launches <= most_fed_;
    return bracket;
  }
  bool supports(TimeMethod, const Work&) const override { return true; }
  HoldLimits hold_limits(const Work&, bool) override { return {.method = HoldMethod::kHostEvent}; }
  std::optional<ClockReading> read_clock() override { return std::nullopt; }
  Seconds reported_resolution() const override { return Seconds(1e-9); }
  int runs() const noexcept { return runs_; }

 private:
  Seconds launch_, pause_;
  int every_, paused_;
  std::int64_t most_fed_;
  int runs_ = 0;
};

const Work kWork{.enqueue = [] {}, .description = "work"};
const Work kWaits{.enqueue = [] {}, .description = "work", .waits = true};

TEST(CallableProbe, FindsThatNothingIsEnqueued) {
  PausingQueue queue(Seconds(0), Seconds(0), 1);
  EXPECT_TRUE(probe_callable(queue, kWork).enqueues_nothing);
}

TEST(CallableProbe, FindsItOnABusyHostToo) {
  // A pause in the first bracket, and in every third one after it.
  PausingQueue queue(Seconds(0), Seconds(2e-3), 3);
  EXPECT_TRUE(probe_callable(queue, kWork).enqueues_nothing);
}

TEST(CallableProbe, FindsItBehindAPauseOfAHostInDemand) {
  PausingQueue queue(Seconds(0), Seconds(30e-3), 3);
  EXPECT_TRUE(probe_callable(queue, kWork).enqueues_nothing);
}

TEST(CallableProbe, FindsThatWorkDoesNothingButWait) {
  // Each of many waits takes the host's time, and its pauses are in 15 of 16 brackets.
  PausingQueue queue(Seconds(80e-9), Seconds(4e-3), 16, 0, 15);
  EXPECT_TRUE(probe_callable(queue, kWaits).enqueues_nothing);
}

TEST(CallableProbe, TakesShortWorkThatWaitsForWork) {
  PausingQueue queue(Seconds(4e-6), Seconds(4e-3), 16, 0, 15);
  EXPECT_FALSE(probe_callable(queue, kWaits).enqueues_nothing);
}

TEST(CallableProbe, FindsItWhereTheHostIsTooSlowForManyLaunches) {
  PausingQueue queue(Seconds(0), Seconds(0), 1, 10);
  EXPECT_TRUE(probe_callable(queue, kWork).enqueues_nothing);
}

TEST(CallableProbe, TakesShortLaunchesThatFillTheQueueForWork) {
  PausingQueue queue(Seconds(1e-6), Seconds(0), 1, 100);
  EXPECT_FALSE(probe_callable(queue, kWork).enqueues_nothing);
}

TEST(CallableProbe, TakesAShortLaunchForOne) {
  PausingQueue queue(Seconds(200e-9), Seconds(2e-3), 3);
  EXPECT_FALSE(probe_callable(queue, kWork).enqueues_nothing);
}

TEST(CallableProbe, LaunchesALongOneOnce) {
  PausingQueue queue(Seconds(1), Seconds(0), 1);
  EXPECT_FALSE(probe_callable(queue, kWork).enqueues_nothing);
  EXPECT_EQ(queue.runs(), 1);
}

}  // namespace
}  // namespace tickbench
