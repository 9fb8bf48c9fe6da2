// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// A program of Google Benchmark's, with its own main and its own OpenCL code.
#include <tickbench/timer.hpp>

#include "raw_opencl.hpp"

static void Scale(benchmark::State& state) {
  const RawOpenCl program;
  for (auto _ : tickbench::timed(state, program.queue)) program.enqueue_scale(2.5F);
}
BENCHMARK(Scale)->UseManualTime();

static void ScaleAndWait(benchmark::State& state) {
  const RawOpenCl program;
  for (auto _ : tickbench::timed(state, program.queue)) {
    program.enqueue_scale(2.5F);
    clFinish(program.queue);
  }
}
BENCHMARK(ScaleAndWait)->UseManualTime();

static void ScaleCold(benchmark::State& state) {
  const RawOpenCl program;
  for (auto _ : tickbench::timed(state, program.queue, {.cold_cache = true}))
    program.enqueue_scale(2.5F);
}
BENCHMARK(ScaleCold)->UseManualTime();

BENCHMARK_MAIN();
