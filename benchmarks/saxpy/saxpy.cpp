// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// y <- a*x + y over n floats.
#include "reference/kernels/saxpy.hpp"

#include <tickbench/tickbench.hpp>

namespace {

// A power of two: a*x is exact, so that fused or not there is one rounding, on both sides the same.
constexpr float kA = 2.0F;
constexpr std::size_t kWorkGroup = 256;  // divides n / 4 at every size

void Saxpy(tickbench::State& state) {
  const auto n = state.size();
  const auto x = tickbench::random<float>(n), y = tickbench::random<float>(n);

  auto& device = state.device();
  auto x_d = device.upload(x);
  auto y_d = device.upload(y);
  auto saxpy = device.kernel("saxpy").args(kA, x_d, y_d).over(n / 4, kWorkGroup);

  state.axis("n", n).reads(x_d, y_d).writes(y_d).flops(2 * n).items(n);
  state.reference(tickbench::tbb,
                  [&](std::span<float> out) { reference::tbb::saxpy(kA, x, y, out); });
  state.reference(tickbench::serial,
                  [&](std::span<float> out) { reference::serial::saxpy(kA, x, y, out); });
  state.verify(saxpy, tickbench::inout(y_d), tickbench::exact());
  state.measure(saxpy);
}
TICKBENCH(Saxpy)
    ->Arg(1 << 10)
    ->Arg(1 << 16)
    ->Arg(1 << 20)
    ->Arg(1 << 24)
    ->Arg(20 << 20)  // what a published study of this kernel takes
    ->Arg(1 << 26)
    ->Arg(1 << 28)
    ->LargeFrom(20 << 20)
    ->Group("performance-metrics", {tickbench::Figure::kThroughput, tickbench::Figure::kClocks,
                                    tickbench::Figure::kRoofline});

}  // namespace
