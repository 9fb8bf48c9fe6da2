// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// A benchmark of one launch, and one of a launch behind a reset; the kernel for cuhost too.
#include <numeric>
#include <tickbench/tickbench.hpp>

#include "cuda/host_kernel.hpp"

namespace {

constexpr std::size_t kElements = 64;

void profiled(tickbench::State& state, bool has_reset) {
  std::vector<int> values(kElements);
  std::iota(values.begin(), values.end(), 1);
  auto& device = state.device();
  auto data = device.upload(values);
  auto before = device.upload(values);
  const auto launch = device.kernel("profiled").args(data).over(kElements);
  state.expect([&](std::span<int> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = values[i] + 1;
  });
  state.verify(launch, tickbench::inout(data), tickbench::exact());
  if (has_reset)
    state.measure(launch).after(device.copy(data, before));
  else
    state.measure(launch);
}

void One(tickbench::State& state) { profiled(state, false); }
void Reset(tickbench::State& state) { profiled(state, true); }
TICKBENCH(One);
TICKBENCH(Reset);

}  // namespace

HOST_KERNEL(profiled) {
  auto* const data = tickbench::host_kernel::value_of<int*>(arguments[0]);
  tickbench::host_kernel::for_each_item(
      *block, [&](std::size_t x, std::size_t, std::size_t) { data[x] += 1; });
}
