// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "tickbench/seconds.hpp"

namespace tickbench {

enum class Plausibility {
  kPlausible,
  kZero,            ///< below the resolution, or a command that is not timed, or a clock at a stand
  kNotATime,        ///< negative or not finite
  kLongerThanHost,  ///< longer than the host waited for it
  kWrapped,         ///< the host waited so long that the device's counter may have started over
};

/// A clock further off than this is an error of its own (see check_clock), one less far a warning:
/// the gate may not be stricter than that.
inline constexpr double kRateTolerance = 0.05;

/// 0 < device <= host x (1 + kRateTolerance) + step: the gate of every device time, whoever took
/// it. One-sided: a clock too slow passes, which is why check_clock compares the rates.
Plausibility judge(Seconds device, Seconds host, Seconds step);

/// What was expected of a device time that the gate refuses, and what was found.
std::string refusal_text(Seconds device, Seconds host, Seconds step);

/// Finds the step in which a device's clock really moves: drivers state it wrongly (NVIDIA's says
/// 1000 ns and moves in steps of 32).
///
/// It is the smallest positive gap between the distinct durations observed. Ticks of 83.33 ns
/// converted to whole nanoseconds show two of them as 166 or 167: gaps of a nanosecond count only
/// where there is no larger one. The gaps of noise, or of two lengths of work, say little of the
/// clock: a stated resolution smaller than the gap is believed, unless durations repeat and the gap
/// does too.
///
///     StepDetector detector(Seconds(1e-6));                    // stated: 1000 ns
///     for (int ticks : {5, 7, 7, 8}) detector.observe(Seconds(32e-9 * ticks));
///     detector.step();                                         // 32 ns
class StepDetector {
 public:
  /// `reported`: what the driver states; 0 where it states none.
  explicit StepDetector(Seconds reported) : reported_(reported), step_(reported) {}

  /// The difference of two stamps; not a sum or a mean of such.
  void observe(Seconds duration);
  /// Where all durations are equal, the stated resolution, else the smallest positive duration; 0
  /// where nothing positive has been observed or stated.
  Seconds step() const noexcept { return step_; }

 private:
  Seconds judge() const;

  Seconds reported_;
  Seconds step_;
  std::set<Seconds> distinct_;
  bool repeats_ = false;
};

}  // namespace tickbench
