// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Three benchmarks. The laboratory of cuhost may let the kernel of the second one end the device.

#include <cstddef>
#include <numeric>
#include <span>
#include <tickbench/tickbench.hpp>
#include <vector>

namespace {

void add_one(tickbench::State& state) {
  std::vector<int> values(32);
  std::iota(values.begin(), values.end(), 1);
  auto data = state.device().upload(values);
  const auto launch = state.device().kernel("add_one").args(data).over(values.size());
  state.reference(tickbench::serial, [&](std::span<int> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = values[i] + 1;
  });
  state.verify(launch, tickbench::inout(data), tickbench::exact());
  state.measure(launch);
}

void First(tickbench::State& state) { add_one(state); }
void Second(tickbench::State& state) { add_one(state); }
void Third(tickbench::State& state) { add_one(state); }
TICKBENCH(First);
TICKBENCH(Second);
TICKBENCH(Third);

}  // namespace
