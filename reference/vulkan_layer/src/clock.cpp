// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "clock.hpp"

#include <cmath>

#include "laboratory.hpp"

namespace vklab {

std::uint64_t changed_ticks(std::uint64_t ticks) {
  const auto& planned = laboratory();
  constexpr int kAll = 64;
  if (planned.period > 0)
    ticks = static_cast<std::uint64_t>(
        std::floor(static_cast<long double>(ticks) / static_cast<long double>(planned.period)));
  if (planned.valid_bits > 0 && planned.valid_bits < kAll)
    ticks &= (std::uint64_t{1} << planned.valid_bits) - 1;
  return ticks;
}

std::uint32_t changed_valid_bits(std::uint32_t bits) {
  const int planned = laboratory().valid_bits;
  return planned > 0 && bits > 0 ? static_cast<std::uint32_t>(planned) : bits;
}

float changed_period(float period) {
  const double planned = laboratory().period;
  return planned > 0 ? static_cast<float>(planned) : period;
}

}  // namespace vklab
