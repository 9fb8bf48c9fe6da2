// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/outcome.hpp"

namespace tickbench {

std::string_view to_string(Outcome outcome) noexcept {
  switch (outcome) {
    case Outcome::kPassed:
      return "passed";
    case Outcome::kNothingToCheck:
      return "nothing_to_check";
    case Outcome::kWrongResult:
      return "wrong_result";
    case Outcome::kMistrusted:
      return "mistrusted";
    case Outcome::kImplausibleTime:
      return "implausible_time";
    case Outcome::kDeviceError:
      return "device_error";
    case Outcome::kBuildFailed:
      return "build_failed";
    case Outcome::kOutOfMemory:
      return "out_of_memory";
    case Outcome::kTimedOut:
      return "timed_out";
    case Outcome::kInvalidBenchmark:
      return "invalid_benchmark";
    case Outcome::kOverLimit:
      return "over_limit";
    case Outcome::kUnsupported:
      return "unsupported";
    case Outcome::kNoDevice:
      return "no_device";
  }
  return "unknown";
}

}  // namespace tickbench
