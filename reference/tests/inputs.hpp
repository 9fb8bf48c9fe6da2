// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <random>
#include <vector>

namespace reference::testing {

/// Uniform in [-1, 1), the same for the same seed.
inline std::vector<float> uniform(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> distribution(-1, 1);
  std::vector<float> values(n);
  for (float& value : values) value = distribution(random);
  return values;
}

}  // namespace reference::testing
