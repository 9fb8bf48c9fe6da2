// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conditions/device_monitor.hpp"
#include "statistics/statistics.hpp"
#include "tickbench/seconds.hpp"

namespace tickbench::conditions {

/// What the launches of one work took from the supply, by the device's own account:
/// joules a launch, of all launches; the interval is of six stretches of them.
struct Energy : Estimate {
  std::string from;  ///< "counter", "power"
  std::int64_t launches = 0;
  Seconds wall{};
};

/// Counts launches between readings, and makes joules a launch of them.
class EnergyMeter {
 public:
  /// `launches`: so far, all of which have ended. Reading it costs a GPU's host milliseconds, in
  /// which the device has nothing to do: see `is_due`.
  void add(Seconds now, std::int64_t launches, const PowerReading& reading);

  /// Whether a reading could show more: a counter that has stepped does not step again for a while.
  bool is_due(Seconds now) const;

  /// Whether both the time and the readings are enough.
  bool is_enough() const;
  /// Nothing where the device tells neither energy nor power, or its counter stands still and it
  /// tells no power.
  std::optional<Energy> energy() const;

  static constexpr Seconds kLeast{1}, kMost{3};

 private:
  struct Point {
    Seconds at;
    std::int64_t launches;
    double joules;  ///< since some moment
  };
  /// Of the counter, whose value is an older one until it steps: only where it did; else of the
  /// power, integrated.
  const std::vector<Point>& points() const;

  std::vector<Point> counted_, integrated_;
  std::optional<double> last_watts_;
};

}  // namespace tickbench::conditions
