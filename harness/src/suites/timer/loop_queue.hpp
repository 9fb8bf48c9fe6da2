// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "measurement/measurement.hpp"
#include "tickbench/timer/measurement.hpp"

namespace tickbench::timer {

/// Throws Error (kInvalidBenchmark).
MeasurementSettings settings_for(const TimedQueue& queue, const TimerOptions& options);

/// Throws Error (kInvalidBenchmark) where there is none.
std::unique_ptr<TimedQueue> make_queue(const detail::MakeTimedQueue& make);

/// Throws Error (kImplausibleTime) where the clock of the queue is broken.
void require_sound_clock(TimedQueue& queue);

/// The queue of a loop's body, as the measurement sees it.
///
/// The body of a range-for is no function that a measurement could call. So the measurement has a
/// thread of its own, and takes turns with the loop: it asks for a bracket, and waits until the
/// loop has run it. All calls of the queue are made on the loop's thread, since drivers keep state
/// by thread: the current context, a capture, a default stream. No turn is within a bracket.
class LoopQueue final : public TimedQueue {
 public:
  /// The queue stays the caller's.
  LoopQueue(TimedQueue& queue, std::function<void(TimedQueue&)> measurement)
      : queue_(queue), measurement_(std::move(measurement)), thread_([this] { measure(); }) {}
  /// Where the measurement has not ended, its turn throws, so that it cleans up.
  ~LoopQueue() override;

  /// The work whose launches the loop makes.
  static Work body();

  /// On the loop's thread: whether the loop has to run its body. Throws what the measurement does.
  bool next();

  // On the measurement's thread.
  Bracket run(const Work& work, const BracketRequest& request) override;
  HoldLimits hold_limits(const Work& work, bool displaces) override {
    HoldLimits limits;
    ask([&] { limits = queue_.hold_limits(work, displaces); });
    return limits;
  }
  std::optional<ClockReading> read_clock() override {
    std::optional<ClockReading> reading;
    ask([&] { reading = queue_.read_clock(); });
    return reading;
  }
  Seconds reported_resolution() const override { return queue_.reported_resolution(); }
  /// A loop has no launches of which each could have an event.
  bool supports(TimeMethod method, const Work& work) const override {
    return method == TimeMethod::kBracket && queue_.supports(method, work);
  }
  std::string device_name() const override { return queue_.device_name(); }
  const backend::DeviceInfo* device_info() const override { return queue_.device_info(); }

 private:
  struct Abandoned {};

  void measure() noexcept;
  /// Has the loop's thread make a call. Throws what it throws.
  void ask(std::function<void()> call);
  /// Waits for the measurement. Nothing where it has ended.
  std::function<void()> asked() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return has_ended_ || call_; });
    return has_ended_ ? nullptr : call_;
  }
  void answer(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    failure_ = std::move(failure);
    call_ = nullptr;
    changed_.notify_all();
  }

  TimedQueue& queue_;
  std::function<void(TimedQueue&)> measurement_;

  // The loop's.
  std::unique_ptr<OpenBracket> bracket_;  ///< the body runs within it
  std::int64_t left_ = 0;                 ///< of its launches
  Bracket* result_ = nullptr;             ///< where it goes

  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> call_;  ///< empty: it is the measurement's turn
  std::exception_ptr failure_;  ///< of the call, or of the measurement once it has ended
  bool is_abandoned_ = false;
  bool has_ended_ = false;
  std::jthread thread_;  ///< last: it uses the others
};

}  // namespace tickbench::timer
