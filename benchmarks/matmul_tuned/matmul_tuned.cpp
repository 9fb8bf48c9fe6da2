// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The product of two n x n matrices, as near to the device's arithmetic as OpenCL C comes.
#include <tickbench/tickbench.hpp>

#include "reference/kernels/matmul.hpp"
#include "reference/kernels/openblas.hpp"
#include "suite/matmul_tile.hpp"

namespace {

/// Above this a single thread takes seconds.
constexpr std::size_t kLargestSerial = 2048;

void MatmulTuned(tickbench::State& state) {
  const auto n = state.size();
  const auto a = tickbench::random<float>(n * n), b = tickbench::random<float>(n * n);

  auto& device = state.device();
  auto a_d = device.upload(a);
  auto b_d = device.upload(b);
  auto out_d = device.allocate<float>(n * n);
  const auto tile = suite::matmul_tile_for(n, device.info());
  const auto matmul = tile.launch(device, a_d, b_d, out_d, n);

  state.axis("n", n).reads(a_d, b_d).writes(out_d).flops(2 * n * n * n).items(n * n);
  state.reference(tickbench::tbb,
                  [&](std::span<float> out) { reference::tbb::matmul(n, a, b, out); });
  if (n <= kLargestSerial)
    state.reference(tickbench::serial,
                    [&](std::span<float> out) { reference::serial::matmul(n, a, b, out); });
  if (const auto why = reference::openblas::missing(); !why.empty())
    state.without_reference("openblas", why);
  else
    state.reference("openblas",
                    [&](std::span<float> out) { reference::openblas::matmul(n, a, b, out); });
  state.verify(matmul, tickbench::out(out_d), tickbench::dot_product(n));  // of terms below 1
  state.measure(matmul);
}
TICKBENCH(MatmulTuned)->RangeMultiplier(2)->Range(32, 4096)->LargeFrom(1024);

}  // namespace
