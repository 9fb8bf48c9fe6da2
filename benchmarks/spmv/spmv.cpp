// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The product of a sparse matrix of n rows, in compressed rows, and a vector: a row a work-item,
// and several work-items a row.
#include "reference/kernels/spmv.hpp"

#include <algorithm>
#include <tickbench/tickbench.hpp>
#include <tuple>
#include <vector>

#include "suite/shape.hpp"
#include "suite/sizes.hpp"

namespace {

// Rows have 0 to 32 entries, 16 on average, in a band: as where the points of a mesh are numbered
// so that neighbours have near numbers.
constexpr std::uint32_t kMostOfRow = 32, kBand = 4096;
constexpr std::size_t kWorkGroup = 256;  // where a work-item has a row

struct Matrix {
  std::vector<std::uint32_t> offsets, columns;
  std::vector<float> values;
};

Matrix banded_matrix(std::size_t rows) {
  // Each has what the one before it lacks: all matrices of a size have as many entries, and their
  // input may change between launches.
  auto lengths = tickbench::random<std::uint32_t>(rows);
  for (std::size_t row = 0; row < rows; ++row)
    lengths[row] = row % 2 == 1      ? kMostOfRow - lengths[row - 1]
                   : row + 1 == rows ? kMostOfRow / 2
                                     : lengths[row] % (kMostOfRow + 1);
  Matrix a;
  a.offsets.resize(rows + 1);
  for (std::size_t row = 0; row < rows; ++row)
    a.offsets[row + 1] = suite::count_of(std::size_t{a.offsets[row]} + lengths[row]);
  a.columns = tickbench::random<std::uint32_t>(a.offsets[rows]);
  a.values = tickbench::random<float>(a.offsets[rows]);
  for (std::size_t row = 0; row < rows; ++row) {
    const auto begin = a.columns.begin() + a.offsets[row];
    const auto end = a.columns.begin() + a.offsets[row + 1];
    std::transform(begin, end, begin, [&](std::uint32_t drawn) {
      return static_cast<std::uint32_t>((row + drawn % kBand) % rows);
    });
    std::sort(begin, end);
  }
  return a;
}

/// `multiply(shape, arguments of the kernel...)` makes the launch.
template <class Multiply>
void measure(tickbench::State& state, const Multiply& multiply) {
  const auto rows = state.size();
  const auto a = banded_matrix(rows);
  const auto x = tickbench::random<float>(rows);

  auto& device = state.device();
  const auto shape = suite::shape_of("spmv", device.info());
  auto offsets_d = device.upload(a.offsets), columns_d = device.upload(a.columns);
  auto values_d = device.upload(a.values), x_d = device.upload(x);
  auto y_d = device.allocate<float>(rows);
  const auto count = suite::count_of(rows);
  const tickbench::Launch spmv =
      multiply(device, shape, offsets_d, columns_d, values_d, x_d, y_d, count);

  state.axis("n", rows).reads(offsets_d, columns_d, values_d, x_d).writes(y_d);
  state.flops(2 * a.values.size()).items(a.values.size());
  state.reference(tickbench::tbb, [&](std::span<float> out) {
    reference::tbb::spmv(a.offsets, a.columns, a.values, x, out);
  });
  state.reference(tickbench::serial, [&](std::span<float> out) {
    reference::serial::spmv(a.offsets, a.columns, a.values, x, out);
  });
  state.verify(spmv, tickbench::out(y_d), tickbench::dot_product(kMostOfRow));  // terms below 1
  state.measure(spmv);
}

void Spmv(tickbench::State& state) {
  measure(state,
          [](tickbench::Device& device, const suite::Shape& shape, const auto&... arguments) {
            const std::size_t rows = std::get<sizeof...(arguments) - 1>(std::tie(arguments...));
            return device.kernel("spmv", shape.variant())
                .args(arguments...)
                .over(suite::groups_over(rows, kWorkGroup) * kWorkGroup, kWorkGroup);
          });
}
TICKBENCH(Spmv)->Apply(suite::rows);

void SpmvSharedRows(tickbench::State& state) {
  measure(state,
          [](tickbench::Device& device, const suite::Shape& shape, const auto&... arguments) {
            const std::size_t rows = std::get<sizeof...(arguments) - 1>(std::tie(arguments...));
            const std::size_t rows_of_group = shape.width / shape.items;
            return device.kernel("spmv_shared_rows", shape.variant())
                .args(arguments...)
                .over(suite::groups_over(rows, rows_of_group) * shape.width, shape.width);
          });
}
TICKBENCH(SpmvSharedRows)->Apply(suite::rows);

}  // namespace
