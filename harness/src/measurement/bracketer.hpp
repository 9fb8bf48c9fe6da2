// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "clock/plausibility_gate.hpp"
#include "clock/step_detector.hpp"
#include "tickbench/measurement.hpp"

namespace tickbench {

/// One bracket that passed the gate.
struct TimedBracket {
  Bracket bracket;
  Seconds wall{};  ///< of the whole call, displacement and draining included
};

/// Runs brackets of one work by one method, each through the plausibility gate, and learns the
/// clock's step from them.
class Bracketer {
 public:
  Bracketer(TimedQueue& queue, const Work& work, HostClock& host, TimeMethod method,
            std::size_t displace_bytes)
      : queue_(queue),
        work_(work),
        host_(host),
        method_(method),
        displace_bytes_(displace_bytes),
        detector_(queue.reported_resolution()) {}

  /// Throws ImplausibleTime. `may_be_zero`: a zero passes, since the bracket may be shorter than a
  /// step; not that of one launch where every launch so far took longer than two.
  TimedBracket run(std::int64_t launches, bool may_be_zero);

  TimeMethod method() const noexcept { return method_; }
  Seconds step() const noexcept { return detector_.step(); }
  std::chrono::nanoseconds now() { return host_.now(); }

 private:
  bool zero_is_believable(std::int64_t launches) const;

  TimedQueue& queue_;
  const Work& work_;
  HostClock& host_;
  TimeMethod method_;
  std::size_t displace_bytes_;
  StepDetector detector_;
  Seconds shortest_launch_{std::numeric_limits<double>::infinity()};
};

}  // namespace tickbench
