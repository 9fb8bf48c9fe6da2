// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <tickbench/tickbench.hpp>

void Sum(tickbench::State& state) {
  const auto n = state.size();
  const auto x = tickbench::random<float>(n), y = tickbench::random<float>(n);

  auto& device = state.device();
  auto x_d = device.upload(x);
  auto y_d = device.upload(y);
  auto sum = device.kernel("scaled_sum").args(2.0F, x_d, y_d).over(n, 256);

  state.items(n).reads(x_d, y_d).writes(y_d);
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < n; ++i) out[i] = 2.0F * x[i] + y[i];
  });
  state.verify(sum, tickbench::inout(y_d), tickbench::exact());  // 2 x is exact: one rounding
  state.measure(sum);
}
TICKBENCH(Sum)->RangeMultiplier(16)->Range(1 << 12, 1 << 24)->Backends({"cuda"});
