// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fifteen benchmarks, built twice: in the second build the kernel makes one of them 3 % slower, by
// PLANTED_SLOW in fifteen.cl.
#include <tickbench/tickbench.hpp>

namespace {

constexpr std::size_t kElements = 64;
constexpr int kRounds = 400;

// From a tenth of a millisecond to one and a half.
void Fifteen(tickbench::State& state) {
  const auto which = static_cast<int>(state.range(0));
  const auto x = tickbench::random<float>(kElements);
  auto& device = state.device();
  auto x_d = device.upload(x);
  auto y_d = device.allocate<float>(kElements);
  auto launch =
      device.kernel("fifteen").args(x_d, y_d, which, which * kRounds).over(kElements, kElements);

  state.expect([&](std::span<float> y) {
    for (std::size_t i = 0; i < kElements; ++i) y[i] = x[i] / 1.5F;
  });
  state.verify(launch, tickbench::out(y_d), tickbench::ulps(4));
  state.measure(launch);
}
TICKBENCH(Fifteen)->DenseRange(1, 15);

}  // namespace
