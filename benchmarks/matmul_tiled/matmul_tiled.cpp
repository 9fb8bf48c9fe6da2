// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The product of two n x n matrices, in tiles that pass through local memory.
#include <tickbench/tickbench.hpp>

#include "reference/kernels/matmul.hpp"

namespace {

constexpr std::size_t kTile = 64, kWorkGroupEdge = 16;  // as in the kernel

void MatmulTiled(tickbench::State& state) {
  const auto n = state.size();
  const auto a = tickbench::random<float>(n * n), b = tickbench::random<float>(n * n);

  auto& device = state.device();
  auto a_d = device.upload(a);
  auto b_d = device.upload(b);
  auto out_d = device.allocate<float>(n * n);
  const std::size_t edge = (n + kTile - 1) / kTile * kWorkGroupEdge;
  auto matmul = device.kernel("matmul_tiled")
                    .args(a_d, b_d, out_d, n)
                    .over({edge, edge}, {kWorkGroupEdge, kWorkGroupEdge});

  state.axis("n", n).reads(a_d, b_d).writes(out_d).flops(2 * n * n * n).items(n * n);
  state.reference(tickbench::tbb,
                  [&](std::span<float> out) { reference::tbb::matmul(n, a, b, out); });
  state.reference(tickbench::serial,
                  [&](std::span<float> out) { reference::serial::matmul(n, a, b, out); });
  state.verify(matmul, tickbench::out(out_d), tickbench::dot_product(n));  // of terms below 1
  state.measure(matmul);
}
TICKBENCH(MatmulTiled)->RangeMultiplier(2)->Range(32, 2048)->LargeFrom(1024);

}  // namespace
