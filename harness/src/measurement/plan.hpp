// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tickbench/measurement.hpp"

namespace tickbench {

/// How one mode is measured: by which methods, best first, and with what displaced.
struct Plan {
  Mode mode = Mode::kIsolated;
  std::vector<TimeMethod> device_methods;
  std::size_t displace_bytes = 0;
};

/// Isolated: the launch's own event, where it has one, else a bracket of one. Batched: a bracket,
/// which costs nothing a launch; else the sum of the launches' events, which is also what cold
/// brackets take, so that the displacement between the launches stays outside.
Plan make_plan(const TimedQueue& queue, const Work& work, Mode mode,
               const MeasurementSettings& settings);

}  // namespace tickbench
