// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "measurement/bracketer.hpp"

namespace tickbench {

/// A bracket of this many steps is off by at most a thousandth for the clock's sake.
inline constexpr double kStepsPerBracket = 1000;

/// A bracket's edges, a marker each, cost up to 10 us on a GPU: measured on an H200, an empty
/// kernel reads 13 us in a bracket of 1, 7.2 us a launch in one of 10 and 6.4 in one of 100. In 1
/// ms they are below 1 %.
inline constexpr Seconds kShortestBracket{1e-3};

/// One bracket may take this part of the wall budget: 30 samples fit, and a margin.
inline constexpr double kBracketsPerBudget = 40;

/// Doubles the launches until a bracket is 1000 steps and 1 ms long, or a longer one would no
/// longer fit 30 times into the budget. Returns the launches. Throws ImplausibleTime where the
/// longest reads zero.
std::int64_t grow_bracket(Bracketer& bracketer, Seconds budget);

}  // namespace tickbench
