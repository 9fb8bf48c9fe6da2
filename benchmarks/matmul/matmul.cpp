// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The product of two n x n matrices, one element a work-item.
#include "reference/kernels/matmul.hpp"

#include <tickbench/tickbench.hpp>

namespace {

constexpr std::size_t kWorkGroupEdge = 16;  // divides n at every size

void Matmul(tickbench::State& state) {
  const auto n = state.size();
  const auto a = tickbench::random<float>(n * n), b = tickbench::random<float>(n * n);

  auto& device = state.device();
  auto a_d = device.upload(a);
  auto b_d = device.upload(b);
  auto out_d = device.allocate<float>(n * n);
  auto matmul = device.kernel("matmul")
                    .args(a_d, b_d, out_d, n)
                    .over({n, n}, {kWorkGroupEdge, kWorkGroupEdge});

  state.axis("n", n).reads(a_d, b_d).writes(out_d).flops(2 * n * n * n).items(n * n);
  state.reference(tickbench::tbb,
                  [&](std::span<float> out) { reference::tbb::matmul(n, a, b, out); });
  state.reference(tickbench::serial,
                  [&](std::span<float> out) { reference::serial::matmul(n, a, b, out); });
  state.verify(matmul, tickbench::out(out_d), tickbench::dot_product(n));  // of terms below 1
  state.measure(matmul);
}
TICKBENCH(Matmul)->RangeMultiplier(2)->Range(32, 2048)->LargeFrom(1024)->Group(
    "kernels-and-transfers", {tickbench::Figure::kSpeedup});

}  // namespace
