// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

#include "tickbench/timed_queue.hpp"

namespace tickbench::fakes {

/// A host clock that moves only when told to, or slept on. FakeQueue shares it, so that host and
/// device live on one time line; its own origin is far from 0, as a real one's is.
///
///     FakeClock clock;
///     clock.advance(Seconds(0.1));
class FakeClock final : public HostClock {
 public:
  std::chrono::nanoseconds now() override {
    return kOrigin + std::chrono::nanoseconds(static_cast<std::int64_t>(elapsed_.count() * 1e9));
  }
  void sleep_for(Seconds duration) override { advance(duration); }

  void advance(Seconds duration) { elapsed_ += duration; }
  void advance_to(Seconds moment) {
    if (moment > elapsed_) elapsed_ = moment;
  }
  /// Since the clock was made, unrounded.
  Seconds elapsed() const noexcept { return elapsed_; }

 private:
  static constexpr std::chrono::nanoseconds kOrigin = std::chrono::hours(30);
  Seconds elapsed_{};
};

}  // namespace tickbench::fakes
