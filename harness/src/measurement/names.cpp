// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/measurement.hpp"

namespace tickbench {

std::string_view to_string(Mode mode) noexcept {
  return mode == Mode::kIsolated ? "isolated" : "batched";
}

std::string_view to_string(Cache cache) noexcept { return cache == Cache::kWarm ? "warm" : "cold"; }

std::string_view to_string(StopReason reason) noexcept {
  switch (reason) {
    case StopReason::kPrecision:
      return "precision";
    case StopReason::kNoiseFloor:
      return "noise_floor";
    case StopReason::kBudget:
      return "budget";
    case StopReason::kCount:
      return "count";
  }
  return "unknown";
}

}  // namespace tickbench
