// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "tickbench/timed_queue.hpp"

namespace tickbench {

enum class Plausibility {
  kPlausible,
  kZero,            ///< below the resolution, or a command that is not timed, or a clock at a stand
  kNotATime,        ///< negative or not finite
  kLongerThanHost,  ///< longer than the host waited for it
};

/// A clock further off than this is an error of its own (see check_clock), one less far a warning:
/// the gate may not be stricter than that.
inline constexpr double kRateTolerance = 0.05;

/// 0 < device <= host x (1 + kRateTolerance) + step. One-sided: a clock too slow passes, which is
/// why check_clock compares the rates.
Plausibility judge(const Bracket& bracket, Seconds step);

/// Refuses a bracket, and with it the method. The engine tries the next one.
class ImplausibleTime : public std::runtime_error {
 public:
  ImplausibleTime(Plausibility found, const std::string& message)
      : std::runtime_error(message), found_(found) {}
  Plausibility found() const noexcept { return found_; }

 private:
  Plausibility found_;
};

/// Throws ImplausibleTime, naming device time, host time, launches and method.
void refuse(Plausibility found, const Bracket& bracket, const BracketRequest& request,
            Seconds step);

}  // namespace tickbench
