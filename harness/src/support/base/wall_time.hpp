// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "tickbench/seconds.hpp"

namespace tickbench {

/// What the wall time of a repetition goes into.
enum class Phase {
  kDevice,             ///< opening it, comparing its clock, measuring its peaks: once a device
  kInput,              ///< random inputs
  kUpload,             ///< writing to buffers, also for checks
  kReference,          ///< references and expectations, run for checks
  kCheck,              ///< the checked launch, reading back, comparing
  kWarmUp,             ///< of both modes
  kSampling,           ///< of both modes, and on for floors: growing brackets, samples
  kReferenceSampling,  ///< references timed next to the device
  kWaiting,            ///< for another process that measures
  kBuild,              ///< building kernels
  kOther,              ///< the rest: the body's own code, allocations
};
inline constexpr std::size_t kPhases = static_cast<std::size_t>(Phase::kOther) + 1;
std::string_view to_string(Phase phase) noexcept;

struct PhaseSlice {
  Phase phase = Phase::kOther;
  std::chrono::nanoseconds begin{};
  std::chrono::nanoseconds end{};
};

/// The wall time of one repetition. Each moment is of one phase, so the phases add up to all of it.
struct WallTime {
  std::array<Seconds, kPhases> of{};
  /// In their order. Of a body with very many changes of phase, the first kMostSlices.
  std::vector<PhaseSlice> slices;
  static constexpr std::size_t kMostSlices = 1000;

  Seconds operator[](Phase phase) const { return of[static_cast<std::size_t>(phase)]; }
};

}  // namespace tickbench
