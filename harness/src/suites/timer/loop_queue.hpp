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
  LoopQueue(TimedQueue& queue, std::function<void(TimedQueue&)> measurement);
  /// Where the measurement has not ended, its turn throws, so that it cleans up.
  ~LoopQueue() override;

  /// The work whose launches the loop makes.
  static Work body();

  /// On the loop's thread: whether the loop has to run its body. Throws what the measurement does.
  bool next();

  // On the measurement's thread.
  Bracket run(const Work& work, const BracketRequest& request) override;
  HoldLimits hold_limits(const Work& work, bool displaces) override;
  std::optional<ClockReading> read_clock() override;
  Seconds reported_resolution() const override { return queue_.reported_resolution(); }
  bool supports(TimeMethod method, const Work& work) const override;
  std::string device_name() const override { return queue_.device_name(); }
  const backend::DeviceInfo* device_info() const override { return queue_.device_info(); }

 private:
  struct Abandoned {};

  void measure() noexcept;
  /// Has the loop's thread make a call. Throws what it throws.
  void ask(std::function<void()> call);
  /// Waits for the measurement. Nothing where it has ended.
  std::function<void()> asked();
  void answer(std::exception_ptr failure);

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
