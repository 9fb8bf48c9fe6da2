// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <limits>

namespace tickbench::programs {

inline constexpr auto kAnyNumber = std::numeric_limits<std::size_t>::max();

/// What a command takes of its programs, turn by turn. In a turn each program runs once, in an
/// order that changes, so that a drift of the machine hits all alike.
struct TurnPlan {
  std::size_t least = 0;  ///< turns, whatever the budget is
  std::size_t most = kAnyNumber;
  std::function<bool()> has_time = [] { return true; };  ///< for one more turn
  std::function<void(std::size_t turn)> take{};          ///< counted from 1
  std::function<bool(std::size_t taken)> is_enough = [](std::size_t) { return false; };
};

/// The loop of `run`, `check`, `ab` and `calibrate`. Returns how many turns it took.
inline std::size_t take_turns(const TurnPlan& plan) {
  std::size_t taken = 0;
  while (taken < plan.most && (taken < plan.least || plan.has_time())) {
    plan.take(++taken);
    if (plan.is_enough(taken)) break;
  }
  return taken;
}

}  // namespace tickbench::programs
