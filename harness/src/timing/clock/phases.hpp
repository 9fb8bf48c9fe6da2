// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/non_copyable.hpp"
#include "base/wall_time.hpp"
#include "tickbench/timed_queue.hpp"

namespace tickbench {

/// Follows the phases of this thread while it exists. It begins in Phase::kOther.
///
///     PhaseClock phases(host);
///     {
///       const InPhase phase(Phase::kInput);
///       ...
///     }
///     record.wall = phases.wall();
class PhaseClock : private NonCopyable {
 public:
  explicit PhaseClock(HostClock& host) : host_(host), outer_(current), since_(host.now()) {
    current = this;
  }
  ~PhaseClock() { current = outer_; }

  /// Up to now.
  WallTime wall() {
    enter(phase_);
    return wall_;
  }

 private:
  friend class InPhase;
  bool times_launches() const {
    return phase_ == Phase::kWarmUp || phase_ == Phase::kSampling ||
           phase_ == Phase::kReferenceSampling;
  }
  void enter(Phase phase) {
    const auto now = host_.now();
    wall_.of[static_cast<std::size_t>(phase_)] += now - since_;
    auto& slices = wall_.slices;
    if (!slices.empty() && slices.back().phase == phase_ && slices.back().end == since_)
      slices.back().end = now;
    else if (slices.size() < WallTime::kMostSlices)
      slices.push_back({phase_, since_, now});
    phase_ = phase;
    since_ = now;
  }

  static inline thread_local PhaseClock* current = nullptr;
  HostClock& host_;
  PhaseClock* outer_;
  WallTime wall_;
  Phase phase_ = Phase::kOther;
  std::chrono::nanoseconds since_;
};

/// This thread is in a phase while it exists, and then in the one before. Without a PhaseClock it
/// does nothing. Nor does it inside a phase that times launches: reading a clock there would be
/// part of what is timed.
class InPhase : private NonCopyable {
 public:
  explicit InPhase(Phase phase) {
    auto* const current = PhaseClock::current;
    if (current == nullptr || current->times_launches()) return;
    // What is built to open a device, or for a check, is no kernel of the benchmark's.
    if (phase == Phase::kBuild && current->phase_ != Phase::kOther) return;
    clock_ = current;
    before_ = clock_->phase_;
    clock_->enter(phase);
  }
  ~InPhase() { change(before_); }

  void change(Phase phase) const {
    if (clock_ != nullptr && clock_->phase_ != phase) clock_->enter(phase);
  }

 private:
  PhaseClock* clock_ = nullptr;
  Phase before_ = Phase::kOther;
};

}  // namespace tickbench
