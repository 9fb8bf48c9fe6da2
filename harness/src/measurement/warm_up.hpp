// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "measurement/bracketer.hpp"
#include "tickbench/measurement.hpp"

namespace tickbench {

/// Says when a device is warm: after the minimum, once two successive groups of five launches agree
/// within the precision, or when the budget ends. Launches so long that the budget ends it first
/// are warmed up by at least one, and by three where three fit.
///
/// The trap: a first launch may take 40 times as long as later ones (compilation, page faults,
/// clocks that rise), and the one after it may be just as unlike the steady state.
class WarmUpRule {
 public:
  explicit WarmUpRule(const MeasurementSettings& settings) : settings_(settings) {}

  void add(Seconds launch) { launches_.push_back(launch.count()); }
  bool is_finished(Seconds elapsed) const;

 private:
  bool is_settled() const;

  const MeasurementSettings& settings_;
  std::vector<double> launches_;
};

struct WarmUp {
  std::int64_t launches = 0;
  bool all_zero = true;  ///< no launch showed a device time
};

/// Launches one by one until the rule is content.
WarmUp warm_up(Bracketer& bracketer, const MeasurementSettings& settings);

}  // namespace tickbench
