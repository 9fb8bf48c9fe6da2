// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// y <- x over n floats, by a kernel. The driver's own copies are in transfer.
#include "reference/kernels/copy.hpp"

#include <tickbench/tickbench.hpp>

namespace {

// Divides n / 4 at every size. With 256 an H200 is 0.3 % slower from 2^30 floats on.
constexpr std::size_t kWorkGroup = 128;

void Copy(tickbench::State& state) {
  const auto n = state.size();
  const auto x = tickbench::random<float>(n);

  auto& device = state.device();
  auto x_d = device.upload(x);
  auto y_d = device.allocate<float>(n);
  auto copy = device.kernel("copy").args(x_d, y_d).over(n / 4, kWorkGroup);

  state.axis("n", n).reads(x_d).writes(y_d).items(n);
  state.reference(tickbench::tbb, [&](std::span<float> out) { reference::tbb::copy(x, out); });
  state.reference(tickbench::serial,
                  [&](std::span<float> out) { reference::serial::copy(x, out); });
  state.verify(copy, tickbench::out(y_d), tickbench::exact());
  state.measure(copy);
}
TICKBENCH(Copy)
    ->Arg(1 << 10)
    ->Arg(1 << 16)
    ->Arg(1 << 20)
    ->Arg(1 << 24)
    ->Arg(1 << 26)
    ->Arg(1 << 28)
    ->Arg(1 << 30)
    ->LargeFrom(1 << 26);

}  // namespace
