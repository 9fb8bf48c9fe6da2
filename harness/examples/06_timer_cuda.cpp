// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <tickbench/timer.hpp>

#include "cuda_event_timer.hpp"
#include "raw_cuda.hpp"

// Before: an event pair around each iteration.
static void ScaleByEvents(benchmark::State& state) {
  const RawCuda program;
  for (auto _ : state) {
    const CudaEventTimer timer(state, program);
    program.enqueue_scale(program.stream, 2.5F);
  }
}
BENCHMARK(ScaleByEvents)->UseManualTime()->Iterations(100);

// After.
static void Scale(benchmark::State& state) {
  const RawCuda program;
  for (auto _ : tickbench::timed(state, program.stream))
    program.enqueue_scale(program.stream, 2.5F);
  state.SetItemsProcessed(state.iterations() * RawCuda::kItems);
}
BENCHMARK(Scale)->UseManualTime();

// The loop stays as it is.
static void ScaleByIterations(benchmark::State& state) {
  const RawCuda program;
  for (auto _ : state) {
    const tickbench::IterationTimer timer(state, program.stream);
    program.enqueue_scale(program.stream, 2.5F);
  }
}
BENCHMARK(ScaleByIterations)->UseManualTime()->Iterations(100);

BENCHMARK_MAIN();
