// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/stencil.hpp"

#include <algorithm>

#include "reference/kernels/in_parts.hpp"
#include "reference/kernels/multiversion.hpp"

namespace reference {
namespace {

/// The inner points of a row, of which `in` and `out` are the first ones.
REFERENCE_MULTIVERSION
void stencil_row(std::size_t n, const float* __restrict in, float* __restrict out,
                 std::size_t count) {
  const float *const above = in - n, *const below = in + n;
  for (std::size_t i = 0; i < count; ++i)
    out[i] = 0.5F * in[i] + 0.125F * ((in[i - 1] + in[i + 1]) + (above[i] + below[i]));
}

/// Three rows of a grid stay in the cache below some 200,000 columns: no tiles.
void stencil_rows(std::size_t n, const float* in, float* out, std::size_t begin,
                  std::size_t count) {
  for (std::size_t row = begin; row < begin + count; ++row) {
    const float* const from = in + row * n;
    float* const to = out + row * n;
    if (row == 0 || row + 1 == n || n < 3) {
      std::copy_n(from, n, to);
      continue;
    }
    to[0] = from[0];
    stencil_row(n, from + 1, to + 1, n - 2);
    to[n - 1] = from[n - 1];
  }
}

}  // namespace

namespace serial {
void stencil(std::size_t n, std::span<const float> in, std::span<float> out) {
  stencil_rows(n, in.data(), out.data(), 0, n);
}
}  // namespace serial

namespace tbb {
void stencil(std::size_t n, std::span<const float> in, std::span<float> out) {
  const std::size_t rows = std::max<std::size_t>(kVectorGrain / std::max<std::size_t>(n, 1), 1);
  in_parts(
      n,
      [=](std::size_t begin, std::size_t count) {
        stencil_rows(n, in.data(), out.data(), begin, count);
      },
      rows);
}
}  // namespace tbb

}  // namespace reference
