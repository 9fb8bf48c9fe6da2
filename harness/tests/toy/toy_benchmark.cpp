// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Benchmarks on the toy: one of a kernel, and one of code that enqueues by itself.
#include "tickbench/tickbench.hpp"
#include "toy/driver.hpp"
#include "toy/toy.hpp"

namespace {

void saxpy(const std::vector<toy::Value>& arguments, const tickbench::backend::Range& range) {
  float a = 0;
  std::memcpy(&a, arguments[0].bytes.data(), sizeof(a));
  const auto* const x = static_cast<const float*>(arguments[1].buffer);
  auto* const y = static_cast<float*>(arguments[2].buffer);
  for (std::size_t i = 0; i < range.global[0]; ++i) y[i] = a * x[i] + y[i];
}
const bool kLinked = toy::functions().emplace("toy_saxpy", saxpy).second;

}  // namespace

// y <- 2 x + y over n floats.
void Saxpy(tickbench::State& state) {
  const auto n = static_cast<std::size_t>(state.range());
  const auto x = tickbench::random<float>(n), y = tickbench::random<float>(n);
  auto x_d = state.device().upload(x);
  auto y_d = state.device().upload(y);
  const auto launch = state.device().kernel("toy_saxpy").args(2.0F, x_d, y_d).over(n);
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < n; ++i) out[i] = 2.0F * x[i] + y[i];
  });
  state.verify(launch, tickbench::inout(y_d), tickbench::exact());
  state.measure(launch);
}
TICKBENCH(Saxpy)->Range(1 << 10, 1 << 16);

void Sleep(tickbench::State& state) {
  state.waive(tickbench::Check::kResult, "it only sleeps");
  state.measure([](toy::Commands* queue) {
    queue->enqueue([] { tickbench::host_clock().sleep_for(tickbench::Seconds(1e-4)); });
  });
}
TICKBENCH(Sleep);
