// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "tickbench/seconds.hpp"

namespace tickbench {

/// Finds the step in which a device's clock really moves: drivers state it wrongly (NVIDIA's says
/// 1000 ns and moves in steps of 32).
///
/// It is the smallest positive gap between the distinct durations observed. The traps: ticks of
/// 83.33 ns converted to whole nanoseconds show two of them as 166 or 167, so gaps of a nanosecond
/// count only where there is no larger one. And the gaps of noise, or of two lengths of work, say
/// little of the clock: a stated resolution smaller than the gap is believed, unless durations
/// repeat and the gap does too.
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
  Seconds smallest_gap() const;
  int occurrences(Seconds size) const;
  template <class Function>
  void for_each_gap(const Function& function) const;

  Seconds reported_;
  Seconds step_;
  std::set<Seconds> distinct_;
  bool repeats_ = false;
};

}  // namespace tickbench
