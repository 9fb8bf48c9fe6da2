// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace tickbench {

/// How one benchmark ended. The names that `to_string` gives are those of the JSON output.
enum class Outcome {
  kPassed,            ///< measured, and its result is right
  kNothingToCheck,    ///< measured; the benchmark says that it has no output to check
  kWrongResult,       ///< an element differs from the expected one by more than the tolerance
  kMistrusted,        ///< the check passed, but would have passed on a device that computes nothing
  kImplausibleTime,   ///< the device's clock cannot be right
  kImpossibleRate,    ///< what the benchmark declares is more than the device can do
  kDeviceError,       ///< a driver call failed, or the device executed nothing
  kBuildFailed,       ///< the kernel does not build for this device
  kOutOfMemory,       ///< an allocation failed although it is within the device's stated limits
  kTimedOut,          ///< not finished within the time-out
  kLockedOut,         ///< another process measured for longer than its lock may be waited for
  kInvalidBenchmark,  ///< the benchmark's own code is at fault (never measured, no check, ...)
  kOverLimit,         ///< skipped: larger than the device's stated limits
  kUnsupported,       ///< skipped: the device lacks, by its own word, what the benchmark needs
  kNoDevice,          ///< skipped: no such device here
  kLeftOut,           ///< skipped: the budget of the run has no room for it
};

std::string_view to_string(Outcome outcome) noexcept;

/// Neither a pass nor a failure: the benchmark did not apply here.
constexpr bool is_skip(Outcome outcome) noexcept { return outcome >= Outcome::kOverLimit; }

constexpr bool is_failure(Outcome outcome) noexcept {
  return outcome >= Outcome::kWrongResult && !is_skip(outcome);
}

/// Ends one benchmark with an outcome. The message: what was expected, what was found, and where.
class Error : public std::runtime_error {
 public:
  Error(Outcome outcome, const std::string& message)
      : std::runtime_error(message), outcome_(outcome) {}
  Outcome outcome() const noexcept { return outcome_; }

 private:
  Outcome outcome_;
};

/// Ends the program with exit status 2: flags, files or names given by the user are wrong.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tickbench
