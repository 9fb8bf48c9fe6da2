// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <tickbench/timer.hpp>

#include "../raw_cuda.hpp"

template <class Body>
void loop_on_state(benchmark::State& state, const RawCuda& program, Body body) {
  for (auto _ : tickbench::timed(state, program.stream)) body();
}

static void Scale(benchmark::State& state) {
  const RawCuda program;
  loop_on_state(state, program, [&] { program.enqueue_scale(program.stream, 2.5F); });
}
BENCHMARK(Scale)->UseManualTime();

static void ScaleAndWait(benchmark::State& state) {
  const RawCuda program;
  loop_on_state(state, program, [&] {
    program.enqueue_scale(program.stream, 2.5F);
    program.synchronize();
    program.enqueue_scale(program.stream, 0.5F);
  });
}
BENCHMARK(ScaleAndWait)->UseManualTime();

BENCHMARK_MAIN();
