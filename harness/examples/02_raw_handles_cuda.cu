// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Measures CUDA code as it is: its own stream, memory and kernel, without tickbench's buffers and
// kernels.
#include "raw_cuda.cuh"
#include "tickbench/tickbench.hpp"

namespace {

constexpr float kFactor = 2.5F;
constexpr unsigned kGrid = RawCuda::kItems / RawCuda::kBlock;

// What both benchmarks check.
void check(tickbench::State& state, const RawCuda& program) {
  state.reads(RawCuda::kBytes).writes(RawCuda::kBytes).flops(RawCuda::kItems);  // x; y
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = kFactor * program.values[i];
  });
  const auto read = [&](std::span<std::byte> to) {
    RawCuda::require(cudaMemcpy(to.data(), program.y, to.size(), cudaMemcpyDefault), "cudaMemcpy");
  };
  const auto write = [&](std::span<const std::byte> from) {
    RawCuda::require(cudaMemcpy(program.y, from.data(), from.size(), cudaMemcpyDefault),
                     "cudaMemcpy");
  };
  const tickbench::Output y{tickbench::element_type<float>(), RawCuda::kItems, false, read, write};
  state.verify(
      [&] {
        scale<<<kGrid, RawCuda::kBlock, 0, program.stream>>>(kFactor, program.x, program.y);
        program.synchronize();
      },
      y, tickbench::ulps(1));
}

}  // namespace

// y <- a*x, on the program's own stream.
void ScaleAsItIs(tickbench::State& state) {
  const RawCuda program;
  check(state, program);
  const auto queue = tickbench::cuda::timed_queue(program.stream);
  state.measure(*queue, [&] {
    scale<<<kGrid, RawCuda::kBlock, 0, program.stream>>>(kFactor, program.x, program.y);
  });
}
TICKBENCH(ScaleAsItIs)->Backends({"cuda"});

// A callable on the harness's own stream, which it is given. It waits for nothing, and says so: its
// brackets are held.
void ScaleOnAGivenStream(tickbench::State& state) {
  const RawCuda program;
  check(state, program);
  state.device();
  state.measure(tickbench::async, [&](cudaStream_t stream) {
    scale<<<kGrid, RawCuda::kBlock, 0, stream>>>(kFactor, program.x, program.y);
  });
}
TICKBENCH(ScaleOnAGivenStream)->Backends({"cuda"});
