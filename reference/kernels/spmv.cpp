// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/spmv.hpp"

#include <cstddef>

#include "reference/kernels/in_parts.hpp"

namespace reference {
namespace {

// Of rows: with some 16 entries each, worth a thread.
constexpr std::size_t kRowGrain = 1024;

void multiply(const std::uint32_t* offsets, const std::uint32_t* columns, const float* values,
              const float* x, float* y, std::size_t begin, std::size_t count) {
  for (std::size_t row = begin; row < begin + count; ++row) {
    // Four sums, none of which waits for another.
    float sums[4] = {};
    std::size_t i = offsets[row];
    const std::size_t end = offsets[row + 1];
    for (; i + 4 <= end; i += 4)
      for (std::size_t k = 0; k < 4; ++k) sums[k] += values[i + k] * x[columns[i + k]];
    for (; i < end; ++i) sums[0] += values[i] * x[columns[i]];
    y[row] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
}

}  // namespace

namespace serial {
void spmv(std::span<const std::uint32_t> offsets, std::span<const std::uint32_t> columns,
          std::span<const float> values, std::span<const float> x, std::span<float> y) {
  multiply(offsets.data(), columns.data(), values.data(), x.data(), y.data(), 0, y.size());
}
}  // namespace serial

namespace tbb {
void spmv(std::span<const std::uint32_t> offsets, std::span<const std::uint32_t> columns,
          std::span<const float> values, std::span<const float> x, std::span<float> y) {
  in_parts(
      y.size(),
      [=](std::size_t begin, std::size_t count) {
        multiply(offsets.data(), columns.data(), values.data(), x.data(), y.data(), begin, count);
      },
      kRowGrain);
}
}  // namespace tbb

}  // namespace reference
