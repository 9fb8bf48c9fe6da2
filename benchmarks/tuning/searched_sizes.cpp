// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tuning/matmul_search.hpp"

// From what fills no device to what fills each; multiples of every tile.
std::span<const std::int64_t> suite::searched_matmul_sizes() {
  static constexpr std::int64_t kSizes[] = {256, 512, 1024, 2048, 4096, 8192};
  return kSizes;
}
