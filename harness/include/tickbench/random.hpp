// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

namespace tickbench {

namespace detail {
template <class T>
std::vector<T> random(std::size_t n);
}

/// Uniform values: floats in (-1, 1) with all bits of their significands, integers over their whole
/// range. The same for the same n and the same place in the benchmark's body, in every run.
template <class T>
std::vector<T> random(std::size_t n) {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double> ||
                    (std::is_integral_v<T> && !std::is_same_v<T, bool>),
                "tickbench::random: expected float, double or an integer: half precision has no "
                "check");
  return detail::random<T>(n);
}

}  // namespace tickbench
