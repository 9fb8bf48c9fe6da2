// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tickbench/verification.hpp"

namespace tickbench::testing {

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
