// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

namespace tickbench::verification {

/// Quiet NaNs with a payload that no arithmetic gives; for integers a pattern that is neither small
/// nor all ones.
template <class T>
T poison_value() noexcept {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(std::uint32_t{0x7FC5A5A5});
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(std::uint64_t{0x7FF8A5A5A5A5A5A5});
  else
    return static_cast<T>(0xA5A5A5A5A5A5A5A5);
}

}  // namespace tickbench::verification
