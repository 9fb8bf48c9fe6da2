// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The product of two n x n matrices, as near to the device's arithmetic as OpenCL C comes.
#include <algorithm>
#include <tickbench/tickbench.hpp>

#include "reference/kernels/matmul.hpp"
#include "reference/kernels/openblas.hpp"
#include "suite/shape.hpp"
#include "suite/sizes.hpp"

namespace {

/// Above this a single thread takes seconds.
constexpr std::size_t kLargestSerial = 2048;

/// A shape of the kernel, whose work-groups compute a tile of rows x columns each.
struct Tile {
  suite::Shape shape;
  std::size_t rows = shape.width, columns = shape.items, depth = shape.more.at(0);
  std::size_t item_rows = shape.more.at(1), item_columns = shape.more.at(2);
  std::size_t work_items = rows / item_rows * (columns / item_columns);

  std::size_t groups(std::size_t n) const {
    return suite::groups_over(n, rows) * suite::groups_over(n, columns);
  }
  /// Whether tiles cover an n x n matrix and nothing else.
  bool divides(std::size_t n) const { return n % rows == 0 && n % columns == 0 && n % depth == 0; }
  /// Of a work-group, in bytes: two tiles of either matrix, as in the kernel.
  std::size_t local_memory() const { return 2 * depth * (rows + 4 + columns) * sizeof(float); }
};

/// The first tile that the device has the local memory for, and of which there are at least half as
/// many as the device has compute units; else the last one, which is the smallest. On an H200 large
/// tiles on half of the units were still faster than smaller ones on all of them.
Tile tile_for(std::size_t n, const tickbench::DeviceInfo& device) {
  return Tile{suite::first_shape("matmul_tuned", device, [&](const suite::Shape& shape) {
    const Tile tile{shape};
    return tile.local_memory() <= device.local_memory &&
           2 * tile.groups(n) >= device.units_to_fill();
  })};
}

void MatmulTuned(tickbench::State& state) {
  const auto n = state.size();
  suite::count_of(n * n);  // the kernel's indices in GLSL
  const auto a = tickbench::random<float>(n * n), b = tickbench::random<float>(n * n);

  auto& device = state.device();
  auto a_d = device.upload(a);
  auto b_d = device.upload(b);
  auto out_d = device.allocate<float>(n * n);
  const auto tile = tile_for(n, device.info());
  const auto matmul =
      device.kernel("matmul_tuned", tile.shape.variant(tile.divides(n) ? "" : "edges"))
          .args(a_d, b_d, out_d, n)
          .over({suite::groups_over(n, tile.columns) * tile.work_items,
                 suite::groups_over(n, tile.rows)},
                {tile.work_items, 1});

  state.axis("n", n).reads(a_d, b_d).writes(out_d).flops(2 * n * n * n).items(n * n);
  state.reference(tickbench::tbb,
                  [&](std::span<float> out) { reference::tbb::matmul(n, a, b, out); });
  if (n <= kLargestSerial)
    state.reference(tickbench::serial,
                    [&](std::span<float> out) { reference::serial::matmul(n, a, b, out); });
  if (const auto& why = reference::openblas::missing(); !why.empty())
    state.without_reference("openblas", why);
  else
    state.reference("openblas",
                    [&](std::span<float> out) { reference::openblas::matmul(n, a, b, out); });
  state.verify(matmul, tickbench::out(out_d), tickbench::dot_product(n));  // of terms below 1
  state.measure(matmul);
}
TICKBENCH(MatmulTuned)->Apply(suite::products);

}  // namespace
