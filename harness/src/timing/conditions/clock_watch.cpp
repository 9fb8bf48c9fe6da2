// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/clock_watch.hpp"

#include <utility>

namespace tickbench::conditions {
namespace {

/// An idle clock says nothing of the launches before it.
Clocks running_clocks(const DeviceReading& reading) {
  return reading.is_idle ? Clocks() : Clocks{reading.core_hertz, reading.memory_hertz};
}

Clocks higher(const Clocks& a, const Clocks& b) {
  return {std::max(a.core, b.core), std::max(a.memory, b.memory)};
}

/// By how much of the highest it is lower; 0 where one of them is not known.
double shortfall(double clock, double highest) {
  return clock > 0 && highest > 0 ? (highest - clock) / highest : 0;
}
double shortfall(const Clocks& clocks, const Clocks& highest) {
  return std::max(shortfall(clocks.core, highest.core), shortfall(clocks.memory, highest.memory));
}

ClockRange clock_range(const std::vector<DeviceReading>& readings, double Clocks::*clock) {
  std::vector<double> running;
  for (const auto& reading : readings)
    if (const double hertz = running_clocks(reading).*clock; hertz > 0) running.push_back(hertz);
  if (running.empty()) return {};
  const auto [low, high] = std::ranges::minmax(running);
  return {low, median(running), high};
}

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
  highest_ = higher(highest_, running_clocks(reading));
  return reading;
}

/// Beside the groups without a reason. Under a reason that holds throughout the clock wavers: that
/// is the device's state too, so none is the highest.
Clocks ClockWatch::highest_clocks(ThrottleSet state) const {
  Clocks highest;
  for (const auto& group : groups_)
    if (state == 0 && group.throttle() == 0)
      highest = higher(highest, higher(running_clocks(group.first), running_clocks(group.last)));
  return highest;
}

bool ClockWatch::is_slowed(const Group& group, ThrottleSet state, const Clocks& highest) {
  return (group.throttle() & ~state) != 0 ||
         shortfall(running_clocks(group.first), highest) > kClockTolerance ||
         shortfall(running_clocks(group.last), highest) > kClockTolerance;
}

/// Every group anew: one without a reason, a higher clock, and the end of what held throughout
/// each make others differ.
std::optional<std::size_t> ClockWatch::judge() {
  const auto state = throughout();
  const auto highest = highest_clocks(state);
  std::optional<std::size_t> changed;
  std::size_t begin = 0;
  for (auto& group : groups_) {
    const bool was_slowed = std::exchange(group.is_slowed, is_slowed(group, state, highest));
    if (group.is_slowed != was_slowed && !changed) changed = begin;
    begin = group.end;
  }
  return changed;
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
  result.core = clock_range(kept, &Clocks::core);
  result.memory = clock_range(kept, &Clocks::memory);
  const auto core = clock_range(readings_, &Clocks::core);
  const auto memory = clock_range(readings_, &Clocks::memory);
  result.fall = shortfall({core.low, memory.low}, {core.high, memory.high});
  result.below_highest = shortfall({result.core.median, result.memory.median}, device_.highest());
}

}  // namespace tickbench::conditions
