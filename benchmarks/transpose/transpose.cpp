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

constexpr std::size_t kWorkGroupEdge = 16;

/// What both have in common.
struct Matrices {
  explicit Matrices(tickbench::State& state)
      : n(state.size()),
        in(tickbench::random<float>(n * n)),
        count(suite::count_of(n)),
        in_d(state.device().upload(in)),
        out_d(state.device().allocate<float>(in.size())) {
    suite::count_of(in.size());  // the kernels' indices
  }
  std::size_t n;
  std::vector<float> in;
  std::uint32_t count;
  tickbench::Buffer<float> in_d, out_d;
};

void check_and_measure(tickbench::State& state, Matrices& on, const tickbench::Launch& transpose) {
  state.axis("n", on.n).reads(on.in_d).writes(on.out_d).items(on.n * on.n);
  state.reference(tickbench::tbb,
                  [&](std::span<float> out) { reference::tbb::transpose(on.n, on.in, out); });
  state.reference(tickbench::serial,
                  [&](std::span<float> out) { reference::serial::transpose(on.n, on.in, out); });
  state.verify(transpose, tickbench::out(on.out_d), tickbench::exact());
  state.measure(transpose);
}

void Transpose(tickbench::State& state) {
  Matrices on(state);
  const std::size_t edge = suite::groups_over(on.n, kWorkGroupEdge) * kWorkGroupEdge;
  const auto transpose = state.device()
                             .kernel("transpose")
                             .args(on.in_d, on.out_d, on.count)
                             .over({edge, edge}, {kWorkGroupEdge, kWorkGroupEdge});
  check_and_measure(state, on, transpose);
}
TICKBENCH(Transpose)->Apply(suite::matrices);

/// The first shape whose work-groups the device takes, or else the last one.
suite::Shape shape_for(const tickbench::DeviceInfo& device) {
  return suite::first_shape("transpose", device, [&](const suite::Shape& shape) {
    return device.largest_work_group == 0 ||
           std::size_t{shape.width} * (shape.width / shape.items) <= device.largest_work_group;
  });
}

void TransposeTiled(tickbench::State& state) {
  Matrices on(state);
  const auto shape = shape_for(state.device().info());
  const std::size_t tiles = suite::groups_over(on.n, shape.width);
  const std::size_t step = shape.width / shape.items;
  const auto transpose = state.device()
                             .kernel("transpose_tiled", shape.variant())
                             .args(on.in_d, on.out_d, on.count)
                             .over({tiles * shape.width, tiles * step}, {shape.width, step});
  check_and_measure(state, on, transpose);
}
TICKBENCH(TransposeTiled)->Apply(suite::matrices);

}  // namespace
