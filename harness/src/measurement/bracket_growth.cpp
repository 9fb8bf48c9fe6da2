// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/bracket_growth.hpp"

#include <algorithm>

namespace tickbench {
namespace {

/// Where neither time nor budget ends the growth, as on a clock that stands still on both sides.
constexpr std::int64_t kMostLaunches = std::int64_t{1} << 30;

bool is_long_enough(const TimedBracket& timed, Seconds step) {
  return timed.bracket.device >= kStepsPerBracket * step &&
         timed.bracket.device >= kShortestBracket;
}

}  // namespace

std::int64_t grow_bracket(Bracketer& bracketer, Seconds budget) {
  const Seconds most_wall = budget / kBracketsPerBudget;
  for (std::int64_t launches = 1;; launches *= 2) {
    const bool is_last = launches >= kMostLaunches;
    TimedBracket timed = bracketer.run(launches, true);
    const auto doubled_fits = [&] { return 2 * timed.wall <= most_wall && !is_last; };
    if (is_long_enough(timed, bracketer.step())) return launches;
    // Once more: a host that was busy elsewhere for a moment says nothing of the bracket.
    if (!doubled_fits()) timed = bracketer.run(launches, true);
    if (is_long_enough(timed, bracketer.step())) return launches;
    if (doubled_fits()) continue;
    // Nothing longer fits, so a zero is final now.
    if (timed.bracket.device == Seconds(0)) bracketer.run(launches, false);
    return launches;
  }
}

}  // namespace tickbench
