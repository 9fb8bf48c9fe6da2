// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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
class PhaseClock {
 public:
  explicit PhaseClock(HostClock& host);
  PhaseClock(const PhaseClock&) = delete;
  PhaseClock& operator=(const PhaseClock&) = delete;
  ~PhaseClock();

  /// Up to now.
  WallTime wall() {
    enter(phase_);
    return wall_;
  }

 private:
  friend class InPhase;
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

  HostClock& host_;
  PhaseClock* outer_;
  WallTime wall_;
  Phase phase_ = Phase::kOther;
  std::chrono::nanoseconds since_;
};

/// This thread is in a phase while it exists, and then in the one before. Without a PhaseClock it
/// does nothing. Nor does it inside a phase that times launches: reading a clock there would be
/// part of what is timed.
class InPhase {
 public:
  explicit InPhase(Phase phase);
  InPhase(const InPhase&) = delete;
  InPhase& operator=(const InPhase&) = delete;
  ~InPhase() { change(before_); }

  void change(Phase phase) const {
    if (clock_ != nullptr && clock_->phase_ != phase) clock_->enter(phase);
  }

 private:
  PhaseClock* clock_ = nullptr;
  Phase before_ = Phase::kOther;
};

}  // namespace tickbench
