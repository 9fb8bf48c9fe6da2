// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Built three times, with BUSY_PERCENT of the work: what floors must tell on a machine that others
// use as well.
#include <tickbench/tickbench.hpp>

namespace {

constexpr std::size_t kElements = 64;
// Some ten microseconds to some milliseconds, on one thread and spread over all of them.
void Busy(tickbench::State& state) {
  const auto groups = state.size(0);
  const auto elements = groups * kElements;
  const int rounds =
      static_cast<int>(state.range(1)) / static_cast<int>(groups) * BUSY_PERCENT / 100;
  const auto x = tickbench::random<float>(elements);
  auto& device = state.device();
  auto x_d = device.upload(x);
  auto y_d = device.allocate<float>(elements);
  const auto launch = device.kernel("planted").args(x_d, y_d, rounds).over(elements, kElements);
  state.items(static_cast<double>(elements));

  state.expect([&](std::span<float> y) {
    for (std::size_t i = 0; i < elements; ++i) y[i] = x[i] / 1.5F;
  });
  state.verify(launch, tickbench::out(y_d), tickbench::relative(1e-5));
  state.measure(launch);
}
TICKBENCH(Busy)->ArgsProduct({{1, 8, 16}, {1000, 4000, 10'000, 40'000}});

}  // namespace
