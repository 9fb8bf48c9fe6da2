// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

/// Random terms of sums. Where they are as often below 0 as above it, a sum of n of them is between
/// -sqrt(n) and sqrt(n), and may be so near to 0 by chance that nothing is told from a right
/// result. With this mean it is about 4 sqrt(n), seven of its standard deviations from 0, and
/// partial sums stay small, so that the bound of their roundings is narrow all the same.
namespace suite {

inline double mean_of_terms(std::size_t n) { return 4 / std::sqrt(static_cast<double>(n)); }

/// Each value and `mean`.
template <class T>
std::vector<T> shifted(std::vector<T> values, double mean) {
  for (T& value : values) value += static_cast<T>(mean);
  return values;
}

}  // namespace suite
