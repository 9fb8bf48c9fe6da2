// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the device reaches at best, by the kernels that every row's fraction_of_peak refers to.
#include <tickbench/peak.hpp>
#include <tickbench/tickbench.hpp>

namespace {
namespace peak = tickbench::peak;

void PeakMemory(tickbench::State& state) {
  auto& device = state.device();
  const std::size_t n = peak::update_floats(device.info());
  const auto x = tickbench::random<float>(n), y = tickbench::random<float>(n);
  auto x_d = device.upload(x);
  auto y_d = device.upload(y);
  auto update = device.kernel(peak::kUpdateKernel).args(x_d, y_d).over(n / 4, peak::kWorkGroup);

  state.reads(x_d, y_d).writes(y_d);
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < n; ++i) out[i] = x[i] - y[i];
  });
  state.verify(update, tickbench::inout(y_d), tickbench::exact());  // one rounding on both sides
  state.measure(update);
}
TICKBENCH(PeakMemory);

void PeakArithmetic(tickbench::State& state) {
  auto& device = state.device();
  const std::size_t n = peak::multiply_add_work_items(device.info());
  auto out = device.allocate<float>(n);
  auto multiply_add =
      device.kernel(peak::kMultiplyAddKernel).args(out, 1.0F, 1.0F).over(n, peak::kWorkGroup);

  state.flops(peak::kMultiplyAddFlops * n).writes(out);
  state.expect([&](std::span<float> expected) {
    for (std::size_t i = 0; i < n; ++i) expected[i] = peak::multiply_add_result(i);
  });
  state.verify(multiply_add, tickbench::out(out), tickbench::exact());  // integers below 2^24
  state.measure(multiply_add);
}
TICKBENCH(PeakArithmetic);

}  // namespace
