// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tuning/matmul_search.hpp"

// One, primes, and one less and one more than tiles, and multiples of four that no tile divides.
std::span<const std::int64_t> suite::searched_matmul_sizes() {
  static constexpr std::int64_t kSizes[] = {1, 3, 31, 33, 36, 63, 65, 127, 129, 131, 132};
  return kSizes;
}
