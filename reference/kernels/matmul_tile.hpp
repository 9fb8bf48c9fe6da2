// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace reference {

struct IndexRange {
  std::size_t begin = 0, end = 0;
};

/// The part of a b with the given rows and columns, by one thread.
void matmul_tile(std::size_t n, const float* a, const float* b, float* out, IndexRange rows,
                 IndexRange columns);

/// Rows and columns that one packed pair of blocks covers: parts of the product smaller than this
/// spend their time packing.
inline constexpr std::size_t kTileRows = 96, kTileColumns = 512;

}  // namespace reference
