// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "clock/plausibility_gate.hpp"

#include <cmath>

#include "text/quantity.hpp"

namespace tickbench {

Plausibility judge(const Bracket& bracket, Seconds step) {
  if (!std::isfinite(bracket.device.count()) || bracket.device < Seconds(0))
    return Plausibility::kNotATime;
  if (bracket.device == Seconds(0)) return Plausibility::kZero;
  const Seconds most = bracket.host * (1 + kRateTolerance) + step;
  return bracket.device <= most ? Plausibility::kPlausible : Plausibility::kLongerThanHost;
}

void refuse(Plausibility found, const Bracket& bracket, const BracketRequest& request,
            Seconds step) {
  throw ImplausibleTime(
      found, "expected 0 < device time <= host time x 1.05 + step, found a device time of " +
                 duration_text(bracket.device) + " in a host time of " +
                 duration_text(bracket.host) + " (step " + duration_text(step) + ") over " +
                 std::to_string(request.launches) +
                 (request.launches == 1 ? " launch" : " launches") + " by method " +
                 std::string(to_string(request.method)));
}

}  // namespace tickbench
