// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "measurement/measurement.hpp"
#include "tickbench/timer/measurement.hpp"
#include "timer/coroutine.hpp"

namespace tickbench::timer {

/// Throws Error (kInvalidBenchmark).
MeasurementSettings settings_for(const TimedQueue& queue, const TimerOptions& options);

/// Throws Error (kImplausibleTime) where the clock of the queue is broken.
void require_sound_clock(TimedQueue& queue);

/// A body that is asked for by the measurement, and run by the loop.
class Body {
 public:
  /// The measurement, which runs `launch` for each iteration.
  explicit Body(std::function<void()> measurement) : measurement_(std::move(measurement)) {}

  /// So many iterations follow each other, with no call of the measurement between them.
  void set_together(std::int64_t iterations) {
    together_ = iterations;
    done_ = 0;
  }
  void launch() {
    if (done_ == 0) {
      done_ = wanted_ = together_;
      measurement_.yield();
    }
    --done_;
  }

  /// Whether the loop has to run its body. Throws what the measurement throws.
  bool next() {
    if (wanted_ == 0 && !measurement_.resume()) return false;
    wanted_ = std::max<std::int64_t>(wanted_ - 1, 0);
    return true;
  }
  Coroutine& measurement() noexcept { return measurement_; }

 private:
  std::int64_t together_ = 1;
  std::int64_t done_ = 0;    ///< iterations that the loop runs, or ran, ahead of `launch`
  std::int64_t wanted_ = 0;  ///< of these, the loop has yet to run so many
  Coroutine measurement_;
};

/// Tells the body how many iterations a bracket has.
class LoopQueue final : public TimedQueue {
 public:
  LoopQueue(std::unique_ptr<TimedQueue> queue, Body& body)
      : queue_(std::move(queue)), body_(body) {}

  Bracket run(const Work& work, const BracketRequest& request) override {
    // Between launches that are timed one by one, and those enqueued while earlier ones run, there
    // are calls of the driver.
    const bool has_calls_between = (request.hold && request.hold->launch > Seconds(0)) ||
                                   request.method == TimeMethod::kOneEvent ||
                                   request.method == TimeMethod::kEventSum;
    body_.set_together(has_calls_between ? 1 : request.launches);
    return queue_->run(work, request);
  }
  bool supports(TimeMethod method, const Work& work) const override {
    return queue_->supports(method, work);
  }
  HoldLimits hold_limits(const Work& work, bool displaces) override {
    return queue_->hold_limits(work, displaces);
  }
  std::optional<ClockReading> read_clock() override { return queue_->read_clock(); }
  Seconds reported_resolution() const override { return queue_->reported_resolution(); }
  std::string device_name() const override { return queue_->device_name(); }
  const backend::DeviceInfo* device_info() const override { return queue_->device_info(); }

 private:
  std::unique_ptr<TimedQueue> queue_;
  Body& body_;
};

}  // namespace tickbench::timer
