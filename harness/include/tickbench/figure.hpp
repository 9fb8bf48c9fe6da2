// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tickbench {

/// What a report draws of benchmarks. Each name is also that of the report's part.
enum class Figure {
  kThroughput,      ///< a rate against size
  kSpeedup,         ///< kernel time and host time over each reference, against size
  kMemories,        ///< throughput between pairs of memories
  kRoofline,        ///< flop/s against flop a byte, under the measured and the theoretical peaks
  kPhasesOfLaunch,  ///< the phases of a launch, by the device's stamps
  kSubmission,      ///< submission, execution, and both, of a first launch, of later ones, of many
  kClocks,          ///< device time beside host time, against size
  kRegions,         ///< the regions of the body that a DeviceTimer timed
  kSamples,         ///< the samples in the order taken
};
std::string_view to_string(Figure figure) noexcept;

/// A group of figures that a benchmark belongs to, and which of the group's figures show it.
struct FigureGroup {
  std::string name;
  /// Empty: all that apply to it, but for kSubmission and kClocks, which have to be named.
  std::vector<Figure> figures;
};

}  // namespace tickbench
