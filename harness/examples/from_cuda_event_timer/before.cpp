// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "../cuda_event_timer.hpp"
#include "../raw_cuda.hpp"

template <class Body>
void loop_on_state(benchmark::State& state, const RawCuda& program, Body body) {
  for (auto _ : state) {
    const CudaEventTimer timer(state, program);
    body();
  }
}

static void Scale(benchmark::State& state) {
  const RawCuda program;
  loop_on_state(state, program, [&] { program.enqueue_scale(program.stream, 2.5F); });
}
BENCHMARK(Scale)->UseManualTime()->Iterations(100);

static void ScaleAndWait(benchmark::State& state) {
  const RawCuda program;
  loop_on_state(state, program, [&] {
    program.enqueue_scale(program.stream, 2.5F);
    program.synchronize();
    program.enqueue_scale(program.stream, 0.5F);
  });
}
BENCHMARK(ScaleAndWait)->UseManualTime()->Iterations(100);

BENCHMARK_MAIN();
