// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/transpose.hpp"

#include <tbb/blocked_range2d.h>
#include <tbb/parallel_for.h>

#include <algorithm>

namespace reference {
namespace {

// Two cache lines a row. The rows of the buffer are a little longer: those of a matrix are often a
// power of two apart, and then its columns meet in few places of the cache.
constexpr std::size_t kTile = 32, kStride = kTile + 1;
// Of rows and columns: enough to be worth a thread.
constexpr std::size_t kGrain = 4 * kTile;

void transpose_tile(std::size_t n, const float* in, float* out, std::size_t top, std::size_t left) {
  const std::size_t rows = std::min(kTile, n - top), columns = std::min(kTile, n - left);
  float tile[kTile * kStride];
  for (std::size_t i = 0; i < rows; ++i)
    std::copy_n(in + (top + i) * n + left, columns, tile + i * kStride);
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t i = 0; i < rows; ++i) out[(left + j) * n + top + i] = tile[i * kStride + j];
}

/// The tiles that begin in these rows and columns, which begin with a tile.
void transpose_part(std::size_t n, const float* in, float* out, std::size_t top, std::size_t bottom,
                    std::size_t left, std::size_t right) {
  for (std::size_t i = top; i < bottom; i += kTile)
    for (std::size_t j = left; j < right; j += kTile) transpose_tile(n, in, out, i, j);
}

}  // namespace

namespace serial {
void transpose(std::size_t n, std::span<const float> in, std::span<float> out) {
  transpose_part(n, in.data(), out.data(), 0, n, 0, n);
}
}  // namespace serial

namespace tbb {
void transpose(std::size_t n, std::span<const float> in, std::span<float> out) {
  // In tiles: a part may begin at any index.
  const std::size_t tiles = (n + kTile - 1) / kTile;
  using Range = ::tbb::blocked_range2d<std::size_t>;
  ::tbb::parallel_for(
      Range(0, tiles, kGrain / kTile, 0, tiles, kGrain / kTile), [=](const Range& range) {
        transpose_part(n, in.data(), out.data(), range.rows().begin() * kTile,
                       std::min(n, range.rows().end() * kTile), range.cols().begin() * kTile,
                       std::min(n, range.cols().end() * kTile));
      });
}
}  // namespace tbb

}  // namespace reference
