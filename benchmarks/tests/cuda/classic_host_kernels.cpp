// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// The classic kernels, as cuhost calls them: once a block. Where a kernel divides its elements
// among work-groups by a shape that only its source knows, a block does an equal part of them.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>

#include "host_kernel.hpp"
#include "reference/kernels/fft.hpp"
#include "reference/kernels/histogram.hpp"
#include "reference/kernels/n_body.hpp"

using tickbench::host_kernel::for_each_item;
using tickbench::host_kernel::value_of;

namespace {

struct Part {
  std::size_t begin, end;
};

/// Of n elements, for a block of a launch in one dimension.
Part part_of(const CuhostBlock& block, std::size_t n) {
  const std::size_t blocks = block.grid[0], index = block.index[0];
  return {n * index / blocks, n * (index + 1) / blocks};
}

template <class T>
T* memory(const void* argument) {
  return value_of<T*>(argument);
}
std::uint32_t count(const void* argument) { return value_of<std::uint32_t>(argument); }

}  // namespace

HOST_KERNEL(stream_scale) {
  const auto a = value_of<float>(arguments[0]);
  const auto* const x = memory<const float>(arguments[1]);
  auto* const y = memory<float>(arguments[2]);
  const auto part = part_of(*block, count(arguments[3]));
  for (std::size_t i = part.begin; i < part.end; ++i) y[i] = a * x[i];
}

HOST_KERNEL(stream_add) {
  const auto* const x = memory<const float>(arguments[0]);
  const auto* const y = memory<const float>(arguments[1]);
  auto* const z = memory<float>(arguments[2]);
  const auto part = part_of(*block, count(arguments[3]));
  for (std::size_t i = part.begin; i < part.end; ++i) z[i] = x[i] + y[i];
}

HOST_KERNEL(stream_triad) {
  const auto a = value_of<float>(arguments[0]);
  const auto* const x = memory<const float>(arguments[1]);
  const auto* const y = memory<const float>(arguments[2]);
  auto* const z = memory<float>(arguments[3]);
  const auto part = part_of(*block, count(arguments[4]));
  for (std::size_t i = part.begin; i < part.end; ++i) z[i] = x[i] + a * y[i];
}

namespace {

/// The sum of a part of argument 0 to argument 1, by a kernel with a value of its type a thread in
/// shared memory, which is how the type is known.
void add_part(const void* const* arguments, const CuhostBlock& block, Part part, std::size_t to) {
  const auto add = [&]<class T>(T) {
    const auto* const x = memory<const T>(arguments[0]);
    memory<T>(arguments[1])[to] =
        static_cast<T>(std::accumulate(x + part.begin, x + part.end, 0.0));
  };
  block.declared == block.block[0] * sizeof(double) ? add(double{}) : add(float{});
}

}  // namespace

HOST_KERNEL(reduction) {
  add_part(arguments, *block, part_of(*block, count(arguments[2])), block->index[0]);
}
HOST_KERNEL(reduction_last) { add_part(arguments, *block, {0, count(arguments[2])}, 0); }

HOST_KERNEL(stream_dot) {
  const auto* const x = memory<const float>(arguments[0]);
  const auto* const y = memory<const float>(arguments[1]);
  const auto part = part_of(*block, count(arguments[3]));
  memory<float>(arguments[2])[block->index[0]] =
      static_cast<float>(std::inner_product(x + part.begin, x + part.end, y + part.begin, 0.0));
}

HOST_KERNEL(transpose) {
  const auto* const in = memory<const float>(arguments[0]);
  auto* const out = memory<float>(arguments[1]);
  const std::size_t n = count(arguments[2]);
  for_each_item(*block, [&](std::size_t column, std::size_t row, std::size_t) {
    if (column < n && row < n) out[column * n + row] = in[row * n + column];
  });
}

/// A block is as wide as its tile.
HOST_KERNEL(transpose_tiled) {
  const auto* const in = memory<const float>(arguments[0]);
  auto* const out = memory<float>(arguments[1]);
  const std::size_t n = count(arguments[2]), tile = block->block[0];
  const std::size_t left = block->index[0] * tile, top = block->index[1] * tile;
  for (std::size_t row = top; row < std::min(top + tile, n); ++row)
    for (std::size_t column = left; column < std::min(left + tile, n); ++column)
      out[column * n + row] = in[row * n + column];
}

HOST_KERNEL(prefix_sum_tiles) {
  const auto* const x = memory<const std::uint32_t>(arguments[0]);
  const auto part = part_of(*block, count(arguments[2]));
  memory<std::uint32_t>(arguments[1])[block->index[0]] =
      std::accumulate(x + part.begin, x + part.end, std::uint32_t{0});
}

HOST_KERNEL(prefix_sum_before) {
  auto* const sums = memory<std::uint32_t>(arguments[0]);
  std::exclusive_scan(sums, sums + count(arguments[1]), sums, std::uint32_t{0});
}

HOST_KERNEL(prefix_sum_within) {
  const auto* const x = memory<const std::uint32_t>(arguments[0]);
  const std::uint32_t before = memory<const std::uint32_t>(arguments[1])[block->index[0]];
  const auto part = part_of(*block, count(arguments[3]));
  std::inclusive_scan(x + part.begin, x + part.end,
                      memory<std::uint32_t>(arguments[2]) + part.begin, std::plus<>(), before);
}

HOST_KERNEL(prefix_sum_clear) {
  auto* const told = memory<std::uint32_t>(arguments[0]);
  const auto part = part_of(*block, count(arguments[1]));
  std::fill(told + part.begin, told + part.end, 0);
}

/// Blocks run one after the other: the first one does all.
HOST_KERNEL(prefix_sum_one_pass) {
  const auto* const x = memory<const std::uint32_t>(arguments[0]);
  if (block->index[0] == 0)
    std::inclusive_scan(x, x + count(arguments[3]), memory<std::uint32_t>(arguments[2]));
}

namespace {

/// The point of a stencil over an n x n grid.
void step(const void* const* arguments, std::size_t column, std::size_t row) {
  const auto* const in = memory<const float>(arguments[0]);
  auto* const out = memory<float>(arguments[1]);
  const std::size_t n = count(arguments[2]), i = row * n + column;
  const bool is_edge = column == 0 || column + 1 == n || row == 0 || row + 1 == n;
  out[i] =
      is_edge ? in[i] : 0.5F * in[i] + 0.125F * ((in[i - 1] + in[i + 1]) + (in[i - n] + in[i + n]));
}

/// The rows of a sparse matrix from `begin` to `end`.
void multiply_rows(const void* const* arguments, Part part) {
  const auto* const offsets = memory<const std::uint32_t>(arguments[0]);
  const auto* const columns = memory<const std::uint32_t>(arguments[1]);
  const auto* const values = memory<const float>(arguments[2]);
  const auto* const x = memory<const float>(arguments[3]);
  for (std::size_t row = part.begin; row < part.end; ++row) {
    float sum = 0;
    for (std::size_t i = offsets[row]; i < offsets[row + 1]; ++i) sum += values[i] * x[columns[i]];
    memory<float>(arguments[4])[row] = sum;
  }
}

/// A part of the bodies, by all of them.
void accelerate(const void* const* arguments, Part part) {
  const auto* const bodies = memory<const float>(arguments[0]);
  for (std::size_t own = part.begin; own < part.end; ++own) {
    float sums[4] = {};
    for (std::size_t other = 0; other < count(arguments[2]); ++other) {
      float squared = reference::kSoftening * reference::kSoftening, apart[3];
      for (std::size_t k = 0; k < 3; ++k) {
        apart[k] = bodies[4 * other + k] - bodies[4 * own + k];
        squared += apart[k] * apart[k];
      }
      const float force = bodies[4 * other + 3] / (squared * std::sqrt(squared));
      for (std::size_t k = 0; k < 3; ++k) sums[k] += force * apart[k];
    }
    std::ranges::copy(sums, memory<float>(arguments[1]) + 4 * own);
  }
}

void count_part(const void* const* arguments, Part part) {
  const auto* const x = memory<const std::uint32_t>(arguments[0]);
  for (std::size_t i = part.begin; i < part.end; ++i)
    ++memory<std::uint32_t>(arguments[1])[x[i] >> 24];
}

}  // namespace

HOST_KERNEL(stencil) {
  for_each_item(*block, [&](std::size_t column, std::size_t row, std::size_t) {
    if (column < count(arguments[2])) step(arguments, column, row);
  });
}

/// A row of blocks has an equal part of the rows.
HOST_KERNEL(stencil_columns) {
  const std::size_t n = count(arguments[2]), blocks = block->grid[1], index = block->index[1];
  const std::size_t left = std::size_t{block->index[0]} * block->block[0];
  for (std::size_t row = n * index / blocks; row < n * (index + 1) / blocks; ++row)
    for (std::size_t column = left; column < std::min(left + block->block[0], n); ++column)
      step(arguments, column, row);
}

HOST_KERNEL(histogram_clear) {
  std::fill_n(memory<std::uint32_t>(arguments[0]), reference::kHistogramBins, 0);
}
HOST_KERNEL(histogram) { count_part(arguments, part_of(*block, count(arguments[2]))); }
HOST_KERNEL(histogram_global) { count_part(arguments, part_of(*block, count(arguments[2]))); }

HOST_KERNEL(spmv) { multiply_rows(arguments, part_of(*block, count(arguments[5]))); }
HOST_KERNEL(spmv_shared_rows) { multiply_rows(arguments, part_of(*block, count(arguments[5]))); }

HOST_KERNEL(n_body) { accelerate(arguments, part_of(*block, count(arguments[2]))); }
HOST_KERNEL(n_body_tiled) { accelerate(arguments, part_of(*block, count(arguments[2]))); }

/// A block has a quarter of a transform's numbers in its rows, and a transform in each row.
HOST_KERNEL(fft) {
  const std::size_t length = 4 * std::size_t{block->block[0]}, rows = block->block[1];
  const std::size_t first = block->index[0] * rows;
  const std::size_t last = std::min<std::size_t>(first + rows, count(arguments[3]));
  const std::size_t floats = 2 * length * (last - first);
  reference::serial::fft(length, {memory<const float>(arguments[0]) + 2 * length * first, floats},
                         {memory<float>(arguments[2]) + 2 * length * first, floats});
}

namespace {

/// Not the steps, which take seconds without a GPU: what they come to where a = b = 1, which is all
/// that the benchmarks give them.
template <class T>
void count_steps(const void* const* arguments, const CuhostBlock& block, std::size_t lanes) {
  constexpr std::size_t kFirstValues = 1024, kSteps = 512;
  for_each_item(block, [&](std::size_t i, std::size_t, std::size_t) {
    memory<T>(arguments[0])[i] =
        static_cast<T>(lanes * (lanes - 1) / 2 + lanes * (i % kFirstValues + kSteps));
  });
}

template <class T>
void count_chain(const void* const* arguments, const CuhostBlock& block, bool counts = true) {
  for_each_item(block, [&](std::size_t i, std::size_t, std::size_t) {
    memory<T>(arguments[0])[i] = static_cast<T>(i % 1024 + (counts ? count(arguments[3]) : 0));
  });
}

}  // namespace

HOST_KERNEL(peak_integer) { count_steps<std::int32_t>(arguments, *block, 64); }
HOST_KERNEL(peak_double) { count_steps<double>(arguments, *block, 32); }

/// A block of 256 reads all of its float4s four times.
HOST_KERNEL(peak_local_memory) {
  float sum = 0;
  for (int item = 0; item < 256; ++item) sum += static_cast<float>(4 * (4 * item + 3));
  for_each_item(*block, [&](std::size_t i, std::size_t, std::size_t) {
    memory<float>(arguments[0])[i] = sum + static_cast<float>(i % 256);
  });
}

/// Of any type, which its factor shows: 1, 1.0, -1.0F, whose even number of steps v <- 1 - v
/// changes nothing, or 1.0F.
HOST_KERNEL(work_groups) {
  if (const auto factor = count(arguments[1]); factor == 1)
    count_chain<std::int32_t>(arguments, *block);
  else if (factor == 0)  // the lower half
    count_chain<double>(arguments, *block);
  else
    count_chain<float>(arguments, *block, value_of<float>(arguments[1]) > 0);
}
