// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <utility>

#include "tickbench/timed_queue.hpp"

namespace tickbench::conditions {

/// A canary that takes longer than this moved.
inline constexpr double kSpeedTolerance = 0.03;

/// What the looks at the canary around one benchmark's samples say.
struct SpeedConditions {
  double slowest = 1;       ///< times as long as at the beginning of the run, at most
  std::size_t dropped = 0;  ///< samples with a slow device behind them
  std::size_t slowed = 0;   ///< such samples that were kept: too few others, or no time left
};

/// Whether a GPU runs as at the beginning of the run. Its canary tells: a fixed kernel, of which a
/// look says how many times as long it takes now. Drivers let a GPU that has nothing to do sleep,
/// and take a tenth of a second and more to bring its clocks back.
///
/// Before a measurement a device that was left alone is looked at until it is awake. A device that
/// is slow for a second is slow: from then on it counts as awake at that speed, until it is seen to
/// be faster. Behind samples one look says whether they were taken at the speed of before.
class SpeedWatch {
 public:
  /// Nothing: it cannot be told.
  using Look = std::function<std::optional<double>()>;

  SpeedWatch(Look look, HostClock& host) : look_(std::move(look)), host_(host) {}

  /// Before a measurement: forgets the conditions of the one before it, and wakes a device that was
  /// left alone.
  void begin() {
    conditions_ = {};
    if (!last_use_ || host_.now() - *last_use_ > kAwake) wake();
  }
  /// One look. Whether the device is awake.
  bool is_awake() {
    const auto ratio = look();
    if (!ratio) return true;
    note(*ratio);
    return !is_slow(*ratio);
  }
  /// Looks until it is awake, or for a second. Returns the time that took.
  std::chrono::nanoseconds wake() {
    const auto since = host_.now();
    auto ratio = look();
    while (ratio && is_slow(*ratio) && host_.now() - since < kMostWaking) ratio = look();
    if (ratio) {
      if (is_slow(*ratio)) awake_ = *ratio;
      note(*ratio);
    }
    return host_.now() - since;
  }
  /// Behind a measurement: what it did until now kept it awake.
  void end() { last_use_ = host_.now(); }

  void add(std::size_t samples, bool dropped) {
    (dropped ? conditions_.dropped : conditions_.slowed) += samples;
  }
  /// Since `begin`.
  const SpeedConditions& conditions() const noexcept { return conditions_; }

 private:
  /// A GPU that was used within this time has its clocks.
  static constexpr std::chrono::milliseconds kAwake{50};
  /// A device that is slow for so long is slow.
  static constexpr std::chrono::seconds kMostWaking{1};

  /// One that is faster than it was counts as awake at no less than that again.
  std::optional<double> look() {
    const auto ratio = look_();
    if (ratio) awake_ = std::max(1.0, std::min(awake_, *ratio));
    last_use_ = host_.now();
    return ratio;
  }
  bool is_slow(double ratio) const { return ratio > (1 + kSpeedTolerance) * awake_; }
  /// Of a look that decides; those of a device that wakes up are no part of a measurement.
  void note(double ratio) {
    if (ratio > 1 + kSpeedTolerance) conditions_.slowest = std::max(conditions_.slowest, ratio);
  }

  Look look_;
  HostClock& host_;
  double awake_ = 1;  ///< what the canary takes where the device is awake
  std::optional<std::chrono::nanoseconds> last_use_;
  SpeedConditions conditions_;
};

}  // namespace tickbench::conditions
