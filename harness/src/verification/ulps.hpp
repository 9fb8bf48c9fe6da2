// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace tickbench::verification {

template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// Neither an infinity nor a NaN. On the bits: it vectorises, and no compiler flag removes it.
template <class T>
constexpr bool is_finite(T value) noexcept {
  constexpr auto kInfinity = std::bit_cast<BitsOf<T>>(std::numeric_limits<T>::infinity());
  constexpr auto kMagnitude = std::numeric_limits<BitsOf<T>>::max() >> 1;
  return (std::bit_cast<BitsOf<T>>(value) & kMagnitude) < kInfinity;
}

/// How many representable values apart two finite numbers are: 0 for -0 and +0, 2 for the two
/// smallest denormals. The bits of an IEEE number count up with its magnitude, so signed magnitude
/// becomes one number line with both zeros in its middle.
template <class T>
constexpr BitsOf<T> ulps_apart(T a, T b) noexcept {
  using Bits = BitsOf<T>;
  constexpr Bits kSign = Bits{1} << (sizeof(T) * 8 - 1);
  const auto place = [](T value) {
    const auto bits = std::bit_cast<Bits>(value);
    return (bits & kSign) != 0 ? static_cast<Bits>(kSign - (bits & ~kSign))
                               : static_cast<Bits>(kSign + bits);
  };
  const Bits x = place(a), y = place(b);
  return x > y ? x - y : y - x;
}

}  // namespace tickbench::verification
