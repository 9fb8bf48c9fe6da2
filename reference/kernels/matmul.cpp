// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/matmul.hpp"

#include <tbb/blocked_range2d.h>
#include <tbb/parallel_for.h>

#include "reference/kernels/matmul_tile.hpp"

namespace reference::serial {
void matmul(std::size_t n, std::span<const float> a, std::span<const float> b,
            std::span<float> out) {
  matmul_tile(n, a.data(), b.data(), out.data(), {0, n}, {0, n});
}
}  // namespace reference::serial

namespace reference::tbb {
void matmul(std::size_t n, std::span<const float> a, std::span<const float> b,
            std::span<float> out) {
  using Range = ::tbb::blocked_range2d<std::size_t>;
  ::tbb::parallel_for(Range(0, n, kTileRows, 0, n, kTileColumns / 2), [=](const Range& range) {
    matmul_tile(n, a.data(), b.data(), out.data(), {range.rows().begin(), range.rows().end()},
                {range.cols().begin(), range.cols().end()});
  });
}
}  // namespace reference::tbb
