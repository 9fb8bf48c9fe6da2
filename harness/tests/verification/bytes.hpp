// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "tickbench/verification.hpp"

namespace tickbench::testing {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// 1, 2, ... n.
inline std::vector<float> counting(std::size_t n) {
  std::vector<float> values(n);
  std::iota(values.begin(), values.end(), 1.0F);
  return values;
}

template <class T>
std::span<const std::byte> bytes(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

template <class T>
Comparison compare_values(const std::vector<T>& expected, const std::vector<T>& found,
                          const Tolerance& tolerance = exact()) {
  return compare(element_type<T>(), bytes(expected), bytes(found), tolerance);
}

template <class T>
bool equal(T expected, T found, const Tolerance& tolerance = exact()) {
  return compare_values<T>({expected}, {found}, tolerance).mismatched == 0;
}

}  // namespace tickbench::testing
