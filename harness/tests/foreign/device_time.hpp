// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What Boost.Compute's performance programs need besides: the device's time of what they time.
#include <tickbench/timer.hpp>

/// Prints a row of Google Benchmark's. `body` enqueues on `queue`.
template <class Queue, class Body>
void device_time(const char* name, Queue& queue, const Body& body) {
  benchmark::RegisterBenchmark(name, [&](benchmark::State& state) {
    for (auto _ : tickbench::timed(state, queue.get())) body();
  })->UseManualTime();
  benchmark::RunSpecifiedBenchmarks();
}
/// The same of a body that changes its input, which `reset` puts back.
template <class Queue, class Reset, class Body>
void device_time_after(const char* name, Queue& queue, const Reset& reset, const Body& body) {
  benchmark::RegisterBenchmark(name,
                               [&](benchmark::State& state) {
                                 for (auto _ : state) {
                                   reset();
                                   const tickbench::IterationTimer timer(state, queue.get());
                                   body();
                                 }
                               })
      ->UseManualTime()
      ->Iterations(100);
  benchmark::RunSpecifiedBenchmarks();
}
