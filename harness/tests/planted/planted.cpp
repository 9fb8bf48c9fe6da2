// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Built several times, with 5 % more rounds by the host's code or by the kernel's: what `tickbench
// ab` must tell apart.
#include <cmath>
#include <tickbench/tickbench.hpp>

namespace {

// One work-group of half a millisecond, so that on a busy machine most launches are not
// interrupted.
constexpr std::size_t kElements = 64;

void Planted(tickbench::State& state) {
  const auto x = tickbench::random<float>(kElements);
  auto& device = state.device();
  auto x_d = device.upload(x);
  auto y_d = device.allocate<float>(kElements);
  auto planted = device.kernel("planted").args(x_d, y_d, PLANTED_ROUNDS).over(kElements, kElements);

  state.expect([&](std::span<float> y) {
    for (std::size_t i = 0; i < kElements; ++i) y[i] = x[i] / 1.5F;
  });
  state.verify(planted, tickbench::out(y_d), tickbench::ulps(4));
  state.measure(planted);
}
TICKBENCH(Planted);

}  // namespace
