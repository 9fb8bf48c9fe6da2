// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// A program of Google Benchmark's with its own main, whose device is a thread.
#include <utility>

#include "tickbench/timer.hpp"
#include "timer/thread_device.hpp"

namespace {

using namespace std::chrono_literals;

// A kernel of 200 us, enqueued by a host that needs 200 us too.
void Spin(benchmark::State& state) {
  tickbench::timer::ThreadDevice device;
  const auto delay = std::chrono::microseconds(state.range(0));
  for (auto _ : tickbench::timed(state, &device, {.budget = tickbench::Seconds(0.1)})) {
    device.enqueue_spin(200us);
    const auto end = tickbench::host_clock().now() + delay;
    while (tickbench::host_clock().now() < end) {
    }
  }
}
BENCHMARK(Spin)->UseManualTime()->Arg(0)->Arg(200);

void Nothing(benchmark::State& state) {
  tickbench::timer::ThreadDevice device;
  for (auto _ : tickbench::timed(state, &device)) benchmark::ClobberMemory();
}
BENCHMARK(Nothing)->UseManualTime();

// Google Benchmark ignores the timer's time.
void Forgotten(benchmark::State& state) {
  tickbench::timer::ThreadDevice device;
  for (auto _ : tickbench::timed(state, &device, {.budget = tickbench::Seconds(0.01)}))
    device.enqueue_spin(20us);
}
BENCHMARK(Forgotten);

void ForgottenWithin(benchmark::State& state) {
  tickbench::timer::ThreadDevice device;
  for (auto _ : state) {
    const tickbench::IterationTimer timer(state, &device);
    device.enqueue_spin(20us);
  }
}
BENCHMARK(ForgottenWithin)->Iterations(3);

void Skipping(benchmark::State& state) {
  tickbench::timer::ThreadDevice device;
  bool is_first = true;
  for (auto _ : state) {
    if (std::exchange(is_first, false)) continue;
    const tickbench::IterationTimer timer(state, &device);
    device.enqueue_spin(20us);
  }
}
BENCHMARK(Skipping)->UseManualTime()->Iterations(3);

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  tickbench::add_device_times();
  benchmark::Shutdown();
}
