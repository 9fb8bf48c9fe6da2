// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/clock_watch.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "statistics/statistics.hpp"

namespace tickbench::conditions {
namespace {

/// An idle clock says nothing of the launches before it.
double clock_of(const DeviceReading& reading, double DeviceReading::*which) {
  return reading.is_idle ? 0 : reading.*which;
}

ClockRange range_of(const std::vector<DeviceReading>& readings, double DeviceReading::*which) {
  std::vector<double> clocks;
  for (const auto& reading : readings)
    if (const double clock = clock_of(reading, which); clock > 0) clocks.push_back(clock);
  if (clocks.empty()) return {};
  const auto [low, high] = std::ranges::minmax(clocks);
  return {low, median(clocks), high};
}

constexpr std::array<double DeviceReading::*, 2> kClocks{&DeviceReading::core_hertz,
                                                         &DeviceReading::memory_hertz};

}  // namespace

WatchedDevice::WatchedDevice(std::unique_ptr<DeviceMonitor> monitor, HostClock& host)
    : monitor_(std::move(monitor)) {
  std::vector<double> costs;
  for (int i = 0; i < 3; ++i) {
    const auto begin = host.now();
    // The device idles here, so its clocks are not remembered.
    monitor_->read();
    costs.push_back(Seconds(host.now() - begin).count());
  }
  cost_ = Seconds(median(costs));
}

DeviceReading WatchedDevice::read() {
  const auto reading = monitor_->read();
  highest_core_ = std::max(highest_core_, clock_of(reading, &DeviceReading::core_hertz));
  highest_memory_ = std::max(highest_memory_, clock_of(reading, &DeviceReading::memory_hertz));
  return reading;
}

DeviceReading ClockWatch::take() {
  readings_.push_back(device_.read());
  last_read_ = host_.now();
  return readings_.back();
}

void ClockWatch::begin() {
  readings_.clear();
  groups_.clear();
  take();
}

bool ClockWatch::is_due() {
  return Seconds(host_.now() - last_read_) >= device_.cost() / kReadingShare;
}

std::optional<std::size_t> ClockWatch::read(std::size_t taken) {
  const auto before = readings_.back();
  const auto now = take();
  const auto begin = groups_.empty() ? 0 : groups_.back().end;
  if (taken <= begin) return std::nullopt;
  groups_.push_back({taken, before, now, false});
  return judge();
}

ThrottleSet ClockWatch::throughout() const {
  std::optional<ThrottleSet> reasons;
  for (const auto& reading : readings_)
    if (!reading.is_idle) reasons = reasons.value_or(reading.throttle) & reading.throttle;
  return reasons.value_or(0);
}

/// Every group anew: one without a reason, a higher clock, and the end of what held throughout
/// each make others differ.
std::optional<std::size_t> ClockWatch::judge() {
  const auto state = throughout();
  const auto has_reason = [&](const Group& group) { return (group.throttle() & ~state) != 0; };
  DeviceReading highest;
  for (const auto& group : groups_) {
    // Under a reason that holds throughout the clock wavers: that is the state too.
    if (state != 0 || has_reason(group)) continue;
    for (const auto which : kClocks)
      highest.*which =
          std::max({highest.*which, clock_of(group.first, which), clock_of(group.last, which)});
  }
  std::optional<std::size_t> changed;
  std::size_t begin = 0;
  for (auto& group : groups_) {
    bool is_slow = has_reason(group);
    for (const auto which : kClocks)
      for (const auto* reading : {&group.first, &group.last})
        if (const double clock = clock_of(*reading, which); clock > 0)
          is_slow |= clock < (1 - kClockTolerance) * highest.*which;
    if (is_slow != group.is_slowed && !changed) changed = begin;
    group.is_slowed = is_slow;
    begin = group.end;
  }
  return changed;
}

bool ClockWatch::is_slowed(std::size_t sample) const {
  const auto group = std::ranges::upper_bound(groups_, sample, {}, &Group::end);
  return group != groups_.end() && group->is_slowed;
}

void ClockWatch::end(bool dropped) {
  auto& result = conditions_ = {};
  result.readings = readings_.size();
  std::vector<DeviceReading> kept;
  result.throughout = throughout();
  std::size_t begin = 0;
  for (const auto& group : groups_) {
    result.throttle |= group.throttle();
    if (group.is_slowed) (dropped ? result.dropped : result.slowed) += group.end - begin;
    if (!group.is_slowed || !dropped) kept.insert(kept.end(), {group.first, group.last});
    begin = group.end;
  }
  result.core = range_of(kept, &DeviceReading::core_hertz);
  result.memory = range_of(kept, &DeviceReading::memory_hertz);
  const auto below = [](double clock, double highest) {
    return clock > 0 && highest > 0 ? 1 - clock / highest : 0;
  };
  for (const auto which : kClocks) {
    const auto all = range_of(readings_, which);
    result.fall = std::max(result.fall, below(all.low, all.high));
  }
  result.below_highest = std::max(below(result.core.median, device_.highest_core()),
                                  below(result.memory.median, device_.highest_memory()));
}

}  // namespace tickbench::conditions
