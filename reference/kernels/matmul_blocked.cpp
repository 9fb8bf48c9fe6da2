// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/matmul_blocked.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "reference/kernels/matmul_kernel.hpp"

namespace reference {

namespace {
// Steps of the innermost loop. So many of 32 columns of b are 32 KiB, which stay in a first-level
// cache while rows of a pass by; of 96 rows of a they are 96 KiB, in a second-level cache.
constexpr std::size_t kDepth = 256;
// Steps that are packed at a time: few threads wait for each other seldom, and the packed operands
// of a large product stay small beside it.
constexpr std::size_t kSlice = 4 * kDepth;
// What one task multiplies: multiples of every kernel's piece. Wide tiles read a less often;
// sixteen threads share a small product by narrow ones.
constexpr std::size_t kTileRows = 96, kNarrowTile = 128, kWideTile = 256, kWideFrom = 1024;
// Rows of b that one task packs.
constexpr std::size_t kPackedSteps = 16;
// Floats of a cache line.
constexpr std::size_t kLine = 16;

std::size_t divide_up(std::size_t value, std::size_t by) { return (value + by - 1) / by; }

struct IndexRange {
  std::size_t begin, end;
  std::size_t size() const { return end - begin; }
};

/// A slice of the product: some columns of a and rows of b.
class Slice {
 public:
  Slice(std::size_t n, const float* a, const float* b, float* out, IndexRange steps)
      : n_(n), a_(a), b_(b), out_(out), steps_(steps) {
    // Kept by each thread: fresh memory would be paid for in page faults at every call.
    static thread_local std::vector<float> packed_a, packed_b;
    packed_a.resize(std::max(packed_a.size(), padded_rows_ * steps.size()));
    packed_b.resize(std::max(packed_b.size(), padded_columns_ * steps.size()));
    packed_a_ = packed_a.data();
    packed_b_ = packed_b.data();
  }

  std::size_t packing_tasks() const {
    return row_panels() + divide_up(steps_.size(), kPackedSteps);
  }
  void pack(std::size_t task) const {
    if (task < row_panels()) return pack_rows(task * kernel_.rows);
    const std::size_t first = steps_.begin + (task - row_panels()) * kPackedSteps;
    for (std::size_t k = first; k < std::min(first + kPackedSteps, steps_.end); ++k)
      pack_row_of_b(k);
  }

  std::size_t tiles() const { return down() * divide_up(n_, tile_columns_); }
  void multiply(std::size_t tile) const {
    // Neighbouring tiles have the same columns of b, which stay in a second-level cache.
    const std::size_t top = tile % down() * kTileRows, left = tile / down() * tile_columns_;
    const IndexRange rows{top, std::min(top + kTileRows, n_)};
    const IndexRange columns{left, std::min(left + tile_columns_, n_)};
    for (std::size_t k = steps_.begin; k < steps_.end; k += kDepth)
      multiply(rows, columns, block(k));
  }

 private:
  std::size_t row_panels() const { return padded_rows_ / kernel_.rows; }
  std::size_t down() const { return divide_up(n_, kTileRows); }
  /// The steps of one innermost loop, from its first one.
  IndexRange block(std::size_t first) const {
    return {first, std::min(first + kDepth, steps_.end)};
  }

  /// Packed by blocks, and within them by panels, step after step.
  float* panel_of_a(std::size_t row, IndexRange block) const {
    return packed_a_ + padded_rows_ * (block.begin - steps_.begin) + row * block.size();
  }
  float* panel_of_b(std::size_t column, IndexRange block) const {
    return packed_b_ + padded_columns_ * (block.begin - steps_.begin) + column * block.size();
  }

  /// The panel from this row on; missing rows are zero. A line of each row at a time, so that what
  /// is written lies together.
  void pack_rows(std::size_t top) const {
    const std::size_t height = kernel_.rows;
    for (std::size_t first = steps_.begin; first < steps_.end; first += kDepth) {
      const IndexRange steps = block(first);
      float* to = panel_of_a(top, steps);
      for (std::size_t k = steps.begin; k < steps.end; k += kLine, to += kLine * height)
        for (std::size_t i = 0; i < height; ++i)
          pack_line(top + i, {k, std::min(k + kLine, steps.end)}, to + i);
    }
  }
  void pack_line(std::size_t row, IndexRange steps, float* to) const {
    const std::size_t height = kernel_.rows;
    const float* const from = a_ + row * n_ + steps.begin;
    if (row < n_ && steps.size() == kLine)
#pragma GCC unroll 16
      for (std::size_t k = 0; k < kLine; ++k) to[k * height] = from[k];
    else
      for (std::size_t k = 0; k < steps.size(); ++k) to[k * height] = row < n_ ? from[k] : 0;
  }
  /// One step of every panel; missing columns are zero.
  void pack_row_of_b(std::size_t k) const {
    const std::size_t width = kernel_.columns;
    const IndexRange steps = block(k - (k - steps_.begin) % kDepth);
    for (std::size_t left = 0; left < n_; left += width) {
      float* const to = panel_of_b(left, steps) + (k - steps.begin) * width;
      const float* const from = b_ + k * n_ + left;
      const std::size_t present = std::min(width, n_ - left);
      if (present == kMostColumns) {  // of a size that the compiler knows
        std::copy_n(from, kMostColumns, to);
      } else {
        std::copy_n(from, present, to);
        std::fill(to + present, to + width, 0.0F);
      }
    }
  }

  void multiply(IndexRange rows, IndexRange columns, IndexRange steps) const {
    for (std::size_t left = columns.begin; left < columns.end; left += kernel_.columns)
      for (std::size_t top = rows.begin; top < rows.end; top += kernel_.rows)
        multiply_piece(top, left, steps);
  }
  /// One piece of the result, whole in the registers or reaching over an edge.
  void multiply_piece(std::size_t top, std::size_t left, IndexRange steps) const {
    const float *const a = panel_of_a(top, steps), *const b = panel_of_b(left, steps);
    float* const to = out_ + top * n_ + left;
    const bool add = steps.begin > 0;
    const std::size_t height = std::min(kernel_.rows, n_ - top);
    const std::size_t width = std::min(kernel_.columns, n_ - left);
    if (height == kernel_.rows && width == kernel_.columns)
      return kernel_.run(steps.size(), a, b, to, n_, add);
    std::array<float, kMostRows * kMostColumns> piece;
    kernel_.run(steps.size(), a, b, piece.data(), kernel_.columns, false);
    for (std::size_t i = 0; i < height; ++i)
      for (std::size_t j = 0; j < width; ++j) {
        const float value = piece[i * kernel_.columns + j];
        to[i * n_ + j] = add ? to[i * n_ + j] + value : value;
      }
  }

  static const MatmulKernel& kernel() {
    static const MatmulKernel kKernel = matmul_kernels().front();
    return kKernel;
  }

  const MatmulKernel& kernel_ = kernel();
  std::size_t n_;
  std::size_t padded_rows_ = divide_up(n_, kernel_.rows) * kernel_.rows;
  std::size_t padded_columns_ = divide_up(n_, kernel_.columns) * kernel_.columns;
  const float *a_, *b_;
  float* out_;
  IndexRange steps_;
  std::size_t tile_columns_ = n_ < kWideFrom ? kNarrowTile : kWideTile;
  float *packed_a_ = nullptr, *packed_b_ = nullptr;
};
}  // namespace

void matmul_blocked(std::size_t n, const float* a, const float* b, float* out,
                    const ForEach& for_each) {
  for (std::size_t first = 0; first < n; first += kSlice) {
    const Slice slice(n, a, b, out, {first, std::min(first + kSlice, n)});
    for_each(slice.packing_tasks(), [&](std::size_t task) { slice.pack(task); });
    for_each(slice.tiles(), [&](std::size_t tile) { slice.multiply(tile); });
  }
}

}  // namespace reference
