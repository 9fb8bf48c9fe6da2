// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/measurement.hpp"

namespace tickbench {

std::string_view to_string(TimeMethod method) noexcept {
  switch (method) {
    case TimeMethod::kEvent:
      return "event";
    case TimeMethod::kBracket:
      return "bracket";
    case TimeMethod::kEvents:
      return "events";
    case TimeMethod::kHost:
      return "host";
  }
  return "unknown";
}

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

std::string_view to_string(ClockCheck::Verdict verdict) noexcept {
  switch (verdict) {
    case ClockCheck::Verdict::kSound:
      return "sound";
    case ClockCheck::Verdict::kWarning:
      return "warning";
    case ClockCheck::Verdict::kBroken:
      return "broken";
    case ClockCheck::Verdict::kNoTimeLine:
      return "no_time_line";
  }
  return "unknown";
}

}  // namespace tickbench
