// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/matmul_tile.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "reference/kernels/matmul_kernel.hpp"

namespace reference {

namespace {
// 256 steps of a block of 96 rows of a are 96 KiB, within a second-level cache; of 512 columns of b
// 512 KiB, within a core's part of the third level.
constexpr std::size_t kDepth = 256;

std::size_t round_up(std::size_t value, std::size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/// A block of a in panels of `height` rows, step after step; missing rows are zero.
void pack_rows(std::size_t n, const float* a, IndexRange rows, IndexRange steps, std::size_t height,
               float* to) {
  for (std::size_t top = rows.begin; top < rows.end; top += height)
    for (std::size_t k = steps.begin; k < steps.end; ++k)
      for (std::size_t i = top; i < top + height; ++i) *to++ = i < rows.end ? a[i * n + k] : 0.0F;
}

/// A block of b in panels of `width` columns, step after step; missing columns are zero.
void pack_columns(std::size_t n, const float* b, IndexRange columns, IndexRange steps,
                  std::size_t width, float* to) {
  for (std::size_t left = columns.begin; left < columns.end; left += width) {
    const std::size_t present = std::min(width, columns.end - left);
    for (std::size_t k = steps.begin; k < steps.end; ++k, to += width) {
      std::copy_n(b + k * n + left, present, to);
      std::fill(to + present, to + width, 0.0F);
    }
  }
}

/// One piece of the result, whole in the registers or reaching over the edge of the tile.
void multiply_piece(const MatmulKernel& kernel, std::size_t depth, const float* a, const float* b,
                    float* out, std::size_t stride, std::size_t height, std::size_t width,
                    bool add) {
  if (height == kernel.rows && width == kernel.columns)
    return kernel.run(depth, a, b, out, stride, add);
  std::array<float, kMostRows * kMostColumns> piece;
  kernel.run(depth, a, b, piece.data(), kernel.columns, false);
  for (std::size_t i = 0; i < height; ++i)
    for (std::size_t j = 0; j < width; ++j) {
      const float value = piece[i * kernel.columns + j];
      out[i * stride + j] = add ? out[i * stride + j] + value : value;
    }
}

void multiply_blocks(const MatmulKernel& kernel, std::size_t n, const float* a, const float* b,
                     float* out, IndexRange rows, IndexRange columns, std::size_t depth, bool add) {
  for (std::size_t left = columns.begin; left < columns.end; left += kernel.columns)
    for (std::size_t top = rows.begin; top < rows.end; top += kernel.rows)
      multiply_piece(kernel, depth, a + (top - rows.begin) * depth,
                     b + (left - columns.begin) * depth, out + top * n + left, n,
                     std::min(kernel.rows, rows.end - top),
                     std::min(kernel.columns, columns.end - left), add);
}
}  // namespace

void matmul_tile(std::size_t n, const float* a, const float* b, float* out, IndexRange rows,
                 IndexRange columns) {
  static const MatmulKernel kKernel = matmul_kernels().front();
  // Kept by each thread: fresh memory would be paid for in page faults at every call.
  static thread_local std::vector<float> packed_a, packed_b;
  packed_a.resize(round_up(kTileRows, kKernel.rows) * kDepth);
  packed_b.resize(round_up(kTileColumns, kKernel.columns) * kDepth);

  for (std::size_t left = columns.begin; left < columns.end; left += kTileColumns) {
    const IndexRange some_columns{left, std::min(left + kTileColumns, columns.end)};
    for (std::size_t first = 0; first < n; first += kDepth) {
      const IndexRange steps{first, std::min(first + kDepth, n)};
      pack_columns(n, b, some_columns, steps, kKernel.columns, packed_b.data());
      for (std::size_t top = rows.begin; top < rows.end; top += kTileRows) {
        const IndexRange some_rows{top, std::min(top + kTileRows, rows.end)};
        pack_rows(n, a, some_rows, steps, kKernel.rows, packed_a.data());
        multiply_blocks(kKernel, n, packed_a.data(), packed_b.data(), out, some_rows, some_columns,
                        steps.end - steps.begin, first > 0);
      }
    }
  }
}

}  // namespace reference
