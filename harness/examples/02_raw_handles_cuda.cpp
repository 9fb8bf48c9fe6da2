// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Measures code of the CUDA driver's API as it is: its own stream, memory and kernel, without
// tickbench's buffers and kernels. 02_raw_handles_cuda.cu is the same with kernel<<<...>>>.
#include "raw_cuda.hpp"
#include "tickbench/tickbench.hpp"

namespace {

constexpr float kFactor = 2.5F;

// What both benchmarks check.
void check(tickbench::State& state, const RawCuda& program) {
  const double bytes = RawCuda::kItems * sizeof(float);
  state.reads(bytes).writes(bytes).flops(RawCuda::kItems);  // x; y
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = kFactor * program.values[i];
  });
  const auto read = [&](std::span<std::byte> to) { program.y.read(to.data()); };
  const auto write = [&](std::span<const std::byte> from) { program.y.write(from.data()); };
  const tickbench::Output y{tickbench::element_type<float>(), RawCuda::kItems, false, read, write};
  state.verify(
      [&] {
        program.enqueue_scale(program.stream, kFactor);
        program.synchronize();
      },
      y, tickbench::ulps(1));
}

}  // namespace

// y <- a*x, on the program's own stream. The callable waits for nothing, so its brackets are held.
void ScaleAsItIs(tickbench::State& state) {
  const RawCuda program;
  check(state, program);
  const auto queue = tickbench::cuda::timed_queue(program.stream);
  state.measure(*queue, tickbench::async, [&] { program.enqueue_scale(program.stream, kFactor); });
}
TICKBENCH(ScaleAsItIs)->Backends({"cuda"});

// A callable on the harness's own stream, which it is given. It waits for nothing, and says so: its
// brackets are held.
void ScaleOnAGivenStream(tickbench::State& state) {
  const RawCuda program;
  check(state, program);
  state.device();
  state.measure(tickbench::async,
                [&](CUstream_st* stream) { program.enqueue_scale(stream, kFactor); });
}
TICKBENCH(ScaleOnAGivenStream)->Backends({"cuda"});
