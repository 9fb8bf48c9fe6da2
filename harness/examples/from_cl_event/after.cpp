// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <tickbench/timer.hpp>

#include "../raw_opencl.hpp"

static void Scale(benchmark::State& state) {
  const RawOpenCl program;
  for (auto _ : tickbench::timed(state, program.queue)) program.enqueue_scale(2.5F);
}
BENCHMARK(Scale)->UseManualTime();

BENCHMARK_MAIN();
