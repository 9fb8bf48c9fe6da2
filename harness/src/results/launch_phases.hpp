// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "tickbench/measurement.hpp"

namespace tickbench::suite {

/// The phases of a launch in their order, as every output names them.
struct LaunchPhase {
  const char* name;
  Seconds LaunchTimes::*time;
};
inline constexpr std::array<LaunchPhase, 3> kLaunchPhases{
    {{"queued_to_submit", &LaunchTimes::queued_to_submit},
     {"submit_to_start", &LaunchTimes::submit_to_start},
     {"start_to_end", &LaunchTimes::start_to_end}}};

/// One phase of every launch, in seconds; empty unless every sample has its phases.
inline std::vector<double> phase_seconds(const std::vector<Sample>& samples,
                                         const LaunchPhase& phase) {
  std::vector<double> result;
  result.reserve(samples.size());
  for (const auto& sample : samples) {
    if (!sample.launch) return {};
    result.push_back((*sample.launch.*phase.time).count());
  }
  return result;
}

}  // namespace tickbench::suite
