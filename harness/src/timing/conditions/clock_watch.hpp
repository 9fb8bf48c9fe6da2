// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>

#include "conditions/device_monitor.hpp"
#include "tickbench/timed_queue.hpp"

namespace tickbench::conditions {

/// Clocks that differ by more ran at different speeds. Devices step by under 1 %, and what their
/// drivers report wavers by a step or two.
inline constexpr double kClockTolerance = 0.05;

/// Readings take at most this part of the wall between them.
inline constexpr double kReadingShare = 0.01;

/// In hertz; 0: idle, or the device does not tell.
struct Clocks {
  double core = 0, memory = 0;
};

/// A device's monitor, what one reading of it costs, and the highest clocks that it was seen at.
class WatchedDevice {
 public:
  /// Reads it three times: the middle cost is taken.
  WatchedDevice(std::unique_ptr<DeviceMonitor> monitor, HostClock& host);

  DeviceReading read();
  DeviceState state() { return monitor_->state(); }
  PowerReading power() { return monitor_->power(); }
  double memory_bandwidth() { return monitor_->memory_bandwidth(); }
  std::string_view source() const noexcept { return monitor_->source(); }
  Seconds cost() const noexcept { return cost_; }
  /// So far, of this process.
  const Clocks& highest() const noexcept { return highest_; }

 private:
  std::unique_ptr<DeviceMonitor> monitor_;
  Seconds cost_{};
  Clocks highest_;
};

/// Over readings, those of an idle device left out. 0: the device does not tell.
struct ClockRange {
  double low = 0, median = 0, high = 0;
};

/// What the readings beside one mode's samples say.
struct ClockConditions {
  std::size_t readings = 0;
  ClockRange core, memory;
  ThrottleSet throttle = 0;    ///< of the samples that are kept and of those that were dropped
  ThrottleSet throughout = 0;  ///< held at every reading, those of an idle device left out
  std::size_t dropped = 0;     ///< samples that were taken while it throttled, or at a lower clock
  std::size_t slowed = 0;      ///< such samples that were kept: too few others, or no time left
  double fall = 0;             ///< of the clock, over all samples: 0.15 where it fell by 15 %
  /// Of the median clock below the highest that the process had seen of the device.
  double below_highest = 0;
};

/// Which samples ran while the device throttled. It is read between brackets, never inside one:
/// before the first, behind the last, and between as often as 1 % of the wall allows. The samples
/// between two readings are a group.
///
/// A reason that holds at every reading is the device's state. A group is slowed where a reading at
/// one of its ends gives another reason. Where there is no such state, it is slowed too where the
/// clock at one of its ends lies more than 5 % below the highest beside the groups without a
/// reason.
class ClockWatch {
 public:
  ClockWatch(WatchedDevice& device, HostClock& host) : device_(device), host_(host) {}

  /// Before the first bracket: forgets what was.
  void begin() {
    readings_.clear();
    groups_.clear();
    take();
  }
  bool is_due() { return Seconds(host_.now() - last_read_) >= device_.cost() / kReadingShare; }
  /// Ends the group at hand, behind the `taken`-th sample since `begin`. Returns the first sample
  /// of which it is known otherwise now than before whether it was slowed.
  std::optional<std::size_t> read(std::size_t taken) {
    const auto before = readings_.back();
    const auto now = take();
    const auto begin = groups_.empty() ? 0 : groups_.back().end;
    if (taken <= begin) return std::nullopt;
    groups_.push_back({taken, before, now, false});
    return judge();
  }
  /// Of the sample's group, as far as it is known: the group at hand is not.
  bool is_slowed(std::size_t sample) const {
    const auto group = std::ranges::upper_bound(groups_, sample, {}, &Group::end);
    return group != groups_.end() && group->is_slowed;
  }
  /// What held at every reading so far, those of an idle device left out.
  ThrottleSet throughout() const {
    std::optional<ThrottleSet> reasons;
    for (const auto& reading : readings_)
      if (!reading.is_idle) reasons = reasons.value_or(reading.throttle) & reading.throttle;
    return reasons.value_or(0);
  }

  /// After the last sample. `dropped`: those that were slowed are not in the result.
  void end(bool dropped);
  /// Of the last samples that ended.
  const ClockConditions& conditions() const noexcept { return conditions_; }

 private:
  struct Group {
    std::size_t end = 0;  ///< the first sample behind it
    DeviceReading first, last;
    bool is_slowed = false;
    ThrottleSet throttle() const noexcept { return first.throttle | last.throttle; }
  };

  DeviceReading take() {
    readings_.push_back(device_.read());
    last_read_ = host_.now();
    return readings_.back();
  }
  Clocks highest_clocks(ThrottleSet state) const;
  static bool is_slowed(const Group& group, ThrottleSet state, const Clocks& highest);
  std::optional<std::size_t> judge();

  WatchedDevice& device_;
  HostClock& host_;
  std::chrono::nanoseconds last_read_{};
  std::vector<DeviceReading> readings_;
  std::vector<Group> groups_;
  ClockConditions conditions_;
};

}  // namespace tickbench::conditions
