// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <tickbench/tickbench.hpp>

// y <- 2 x + y over n floats.
void Saxpy(tickbench::State& state) {
  const auto n = state.size();
  const auto x = tickbench::random<float>(n), y = tickbench::random<float>(n);

  auto& device = state.device();
  auto x_d = device.upload(x);
  auto y_d = device.upload(y);
  auto saxpy = device.kernel("first_saxpy").args(2.0F, x_d, y_d).over(n);  // n work-items

  state.reads(x_d, y_d).writes(y_d).flops(2 * n);                 // of one launch, for the rates
  state.reference(tickbench::serial, [&](std::span<float> out) {  // one thread of the CPU
    for (std::size_t i = 0; i < n; ++i) out[i] = 2.0F * x[i] + y[i];
  });
  state.verify(saxpy, tickbench::inout(y_d), tickbench::exact());  // y after one launch, exactly
  state.measure(saxpy);
}
TICKBENCH(Saxpy)->RangeMultiplier(16)->Range(1 << 12, 1 << 24);
