// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The transpose of an n x n matrix of floats: element by element, and in tiles through local
// memory.
#include "reference/kernels/transpose.hpp"

#include <tickbench/tickbench.hpp>

#include "suite/shape.hpp"
#include "suite/sizes.hpp"

namespace {

/// Of what has tiles the first shape whose work-groups the device takes, or else the last one.
suite::Shape shape_for(const tickbench::DeviceInfo& device, bool has_tiles) {
  if (!has_tiles) return {16, 1};  // 16 x 16 elements
  return suite::first_shape("transpose", device, [&](const suite::Shape& shape) {
    return device.largest_work_group == 0 ||
           std::size_t{shape.width} * (shape.width / shape.items) <= device.largest_work_group;
  });
}

void Transpose(tickbench::State& state) {
  const auto n = state.size();
  const auto in = tickbench::random<float>(n * n);
  suite::count_of(in.size());  // the kernels' indices
  const auto name = state.axis<std::string>("kernel");
  const bool has_tiles = name == "transpose_tiled";

  auto& device = state.device();
  auto in_d = device.upload(in);
  auto out_d = device.allocate<float>(in.size());
  const auto shape = shape_for(device.info(), has_tiles);
  const std::size_t tiles = suite::groups_over(n, shape.width);
  const std::size_t step = shape.width / shape.items;
  const auto transpose = device.kernel(name, has_tiles ? shape.variant() : "")
                             .args(in_d, out_d, suite::count_of(n))
                             .over({tiles * shape.width, tiles * step}, {shape.width, step});

  state.reads(in_d).writes(out_d).items(n * n);
  state.reference(tickbench::tbb,
                  [&](std::span<float> out) { reference::tbb::transpose(n, in, out); });
  state.reference(tickbench::serial,
                  [&](std::span<float> out) { reference::serial::transpose(n, in, out); });
  state.verify(transpose, tickbench::out(out_d), tickbench::exact());
  state.measure(transpose);
}
TICKBENCH(Transpose)
    ->Axis("kernel", {"transpose", "transpose_tiled"})
    ->Apply(suite::axis_of_matrices)
    ->ComparedTo("kernel:transpose")
    ->FormerId("{kernel}/{n}");

}  // namespace
