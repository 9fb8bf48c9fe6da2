// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/brackets.hpp"
#include "tickbench/error.hpp"
#include "timer/loop_queue.hpp"

namespace tickbench::detail {

struct IterationMeasurement::Impl {
  Impl(const MakeTimedQueue& make_queue, const TimerOptions& options)
      : queue(make_queue(), body), body([this, options] { measure(options); }) {}

  /// Ends when it is abandoned.
  void measure(const TimerOptions& options) {
    const auto settings = timer::settings_for(queue, options);
    timer::require_sound_clock(queue);
    Bracketer bracketer{queue, work, host_clock(), TimeMethod::kBracket, settings.displace_bytes};
    // The first one may load code, and would wait for the hold.
    take(bracketer);
    work.never_waits = true;
    work.never_waits =
        queue.hold_limits(work, settings.displace_bytes != 0).method != HoldMethod::kNone;
    if (work.never_waits) bracketer.hold.emplace();
    for (UnfedInTurn unfed;;) {
      const auto bracket = take(bracketer);
      if (bracket.fed) unfed = {};
      if (!bracketer.hold || bracket.fed || !unfed.add(bracket)) continue;
      bracketer.hold.reset();
      work.never_waits = false;
    }
  }
  Bracket take(Bracketer& bracketer) {
    Bracket bracket;
    try {
      bracket = bracketer.run(1, true).bracket;
    } catch (const ImplausibleTime& refused) {
      throw Error(Outcome::kImplausibleTime, refused.what());
    }
    time = bracket.device;
    body.measurement().yield();
    return bracket;
  }

  Work work{.enqueue = [this] { body.launch(); }, .description = "an iteration"};
  std::optional<Seconds> time;  ///< of the iteration that has ended
  timer::LoopQueue queue;
  timer::Body body;  ///< last, as above
};

IterationMeasurement::IterationMeasurement(const MakeTimedQueue& make_queue,
                                           const TimerOptions& options)
    : impl_(std::make_unique<Impl>(make_queue, options)) {}
IterationMeasurement::~IterationMeasurement() = default;
void IterationMeasurement::begin() {
  impl_->time.reset();
  impl_->body.next();
}
Seconds IterationMeasurement::end() {
  impl_->body.measurement().resume();
  if (impl_->time) return *impl_->time;
  throw Error(Outcome::kImplausibleTime,
              "IterationTimer: expected an iteration shorter than a wrap of the device's counter");
}

}  // namespace tickbench::detail
