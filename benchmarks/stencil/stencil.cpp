// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// One step of a 5-point stencil over an n x n grid of floats: a point a work-item, and several
// points of a column.
#include "reference/kernels/stencil.hpp"

#include <tickbench/tickbench.hpp>

#include "suite/shape.hpp"
#include "suite/sizes.hpp"

namespace {

constexpr std::size_t kFlops = 6;  // of an inner point: four sums, two products

/// What both have in common.
struct Grids {
  explicit Grids(tickbench::State& state)
      : n(state.size()),
        in(tickbench::random<float>(n * n)),
        count(suite::count_of(n)),
        shape(suite::shape_of("stencil", state.device().info())),
        in_d(state.device().upload(in)),
        out_d(state.device().allocate<float>(in.size())) {
    suite::count_of(in.size());  // the kernels' indices
  }
  /// Work-items in rows of the shape's width.
  std::size_t columns() const { return suite::groups_over(n, shape.width) * shape.width; }

  std::size_t n;
  std::vector<float> in;
  std::uint32_t count;
  suite::Shape shape;
  tickbench::Buffer<float> in_d, out_d;
};

void check_and_measure(tickbench::State& state, Grids& on, const tickbench::Launch& stencil) {
  const std::size_t inner = on.n > 2 ? (on.n - 2) * (on.n - 2) : 0;
  state.axis("n", on.n).reads(on.in_d).writes(on.out_d).flops(kFlops * inner).items(on.n * on.n);
  state.reference(tickbench::tbb,
                  [&](std::span<float> out) { reference::tbb::stencil(on.n, on.in, out); });
  state.reference(tickbench::serial,
                  [&](std::span<float> out) { reference::serial::stencil(on.n, on.in, out); });
  // The same sums in the same order on both sides, and exact products: fused or not.
  state.verify(stencil, tickbench::out(on.out_d), tickbench::exact());
  state.measure(stencil);
}

void Stencil(tickbench::State& state) {
  Grids on(state);
  const auto stencil = state.device()
                           .kernel("stencil", on.shape.variant())
                           .args(on.in_d, on.out_d, on.count)
                           .over({on.columns(), on.n}, {on.shape.width, 1});
  check_and_measure(state, on, stencil);
}
TICKBENCH(Stencil)->Apply(suite::matrices);

void StencilColumns(tickbench::State& state) {
  Grids on(state);
  const auto stencil =
      state.device()
          .kernel("stencil_columns", on.shape.variant())
          .args(on.in_d, on.out_d, on.count)
          .over({on.columns(), suite::groups_over(on.n, on.shape.items)}, {on.shape.width, 1});
  check_and_measure(state, on, stencil);
}
TICKBENCH(StencilColumns)->Apply(suite::matrices);

}  // namespace
