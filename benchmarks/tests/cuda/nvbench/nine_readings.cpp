// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The suite's empty, copy and saxpy as nvbench measures them: nothing is checked, and nothing is
// compared with.
#include <tickbench/tickbench.hpp>

namespace {

constexpr std::size_t kWorkGroup = 256;
constexpr const char* kUnchecked = "beside a harness that checks nothing";

void Empty(tickbench::State& state) {
  auto empty = state.device().kernel("empty").args().over(1, 1);
  state.waive(tickbench::Check::kResult, kUnchecked);
  state.measure(empty);
}
TICKBENCH(Empty);

void Copy(tickbench::State& state) {
  const auto n = state.size();
  auto& device = state.device();
  const auto x = device.allocate<float>(n);
  const auto y = device.allocate<float>(n);
  auto copy = device.kernel("copy").args(x, y).over(n / 4, kWorkGroup);
  state.waive(tickbench::Check::kResult, kUnchecked);
  state.measure(copy);
}
TICKBENCH(Copy)->Arg(1 << 16)->Arg(1 << 20)->Arg(1 << 24)->Arg(1 << 28);

void Saxpy(tickbench::State& state) {
  const auto n = state.size();
  auto& device = state.device();
  const auto x = device.allocate<float>(n);
  const auto y = device.allocate<float>(n);
  auto saxpy = device.kernel("saxpy").args(2.0F, x, y).over(n / 4, kWorkGroup);
  state.waive(tickbench::Check::kResult, kUnchecked);
  state.measure(saxpy);
}
TICKBENCH(Saxpy)->Arg(1 << 16)->Arg(1 << 20)->Arg(1 << 24)->Arg(1 << 28);

}  // namespace
