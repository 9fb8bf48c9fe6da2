// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// The suite's kernels, as cuhost calls them: once a block.

#include <algorithm>
#include <cstdint>

#include "host_kernel.hpp"

using tickbench::host_kernel::for_each_item;
using tickbench::host_kernel::value_of;

namespace {

constexpr std::size_t kFloats = 4;  ///< of a work-item: a float4

/// out <- a b at one element, for n x n matrices in rows.
void multiply(const void* const* arguments, std::size_t row, std::size_t column) {
  const auto* const a = value_of<const float*>(arguments[0]);
  const auto* const b = value_of<const float*>(arguments[1]);
  const auto n = value_of<std::uint64_t>(arguments[3]);
  float sum = 0;
  for (std::size_t k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  value_of<float*>(arguments[2])[row * n + column] = sum;
}

}  // namespace

HOST_KERNEL(empty) {}
HOST_KERNEL(launch_empty) {}
HOST_KERNEL(launch_first) {}

HOST_KERNEL(copy) {
  const auto* const x = value_of<const float*>(arguments[0]);
  auto* const y = value_of<float*>(arguments[1]);
  for_each_item(*block, [&](std::size_t i, std::size_t, std::size_t) {
    std::copy_n(x + kFloats * i, kFloats, y + kFloats * i);
  });
}

HOST_KERNEL(saxpy) {
  const auto a = value_of<float>(arguments[0]);
  const auto* const x = value_of<const float*>(arguments[1]);
  auto* const y = value_of<float*>(arguments[2]);
  for_each_item(*block, [&](std::size_t item, std::size_t, std::size_t) {
    for (std::size_t i = kFloats * item; i < kFloats * (item + 1); ++i) y[i] = a * x[i] + y[i];
  });
}

HOST_KERNEL(matmul) {
  for_each_item(*block, [&](std::size_t column, std::size_t row, std::size_t) {
    multiply(arguments, row, column);
  });
}

/// A block computes its part of the rows and columns, whatever the tile.
HOST_KERNEL(matmul_tuned) {
  const auto n = value_of<std::uint64_t>(arguments[3]);
  const auto begin = [&](int axis, std::size_t index) { return index * n / block->grid[axis]; };
  for (auto row = begin(1, block->index[1]); row < begin(1, block->index[1] + 1); ++row)
    for (auto column = begin(0, block->index[0]); column < begin(0, block->index[0] + 1); ++column)
      multiply(arguments, row, column);
}

/// A block computes a tile, of which a part may lie beyond the matrix.
HOST_KERNEL(matmul_tiled) {
  constexpr std::size_t kTile = 64;
  const auto n = value_of<std::uint64_t>(arguments[3]);
  const std::size_t left = block->index[0] * kTile, top = block->index[1] * kTile;
  for (std::size_t row = top; row < std::min(top + kTile, n); ++row)
    for (std::size_t column = left; column < std::min(left + kTile, n); ++column)
      multiply(arguments, row, column);
}
