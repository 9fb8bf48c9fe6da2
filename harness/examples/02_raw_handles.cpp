// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Measures OpenCL code as it is: its own context, queue and kernel, without tickbench's buffers and
// kernels.
#include "raw_opencl.hpp"
#include "tickbench/tickbench.hpp"

// y <- a*x, enqueued by the program itself.
void ScaleAsItIs(tickbench::State& state) {
  constexpr float kFactor = 2.5F;
  const RawOpenCl program;
  const auto enqueue = [&] { program.enqueue_scale(kFactor); };
  const auto read = [&](std::span<std::byte> to) {
    clEnqueueReadBuffer(program.queue, program.y, CL_TRUE, 0, to.size(), to.data(), 0, nullptr,
                        nullptr);
  };
  const auto write = [&](std::span<const std::byte> from) {
    clEnqueueWriteBuffer(program.queue, program.y, CL_TRUE, 0, from.size(), from.data(), 0, nullptr,
                         nullptr);
  };

  const double bytes = RawOpenCl::kItems * sizeof(float);
  state.reads(bytes).writes(bytes).flops(RawOpenCl::kItems);  // x; y
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = kFactor * program.values[i];
  });
  const tickbench::Output y{tickbench::element_type<float>(), RawOpenCl::kItems, false, read,
                            write};
  state.verify(
      [&] {
        enqueue();
        RawOpenCl::require(clFinish(program.queue), "clFinish");
      },
      y, tickbench::ulps(1));
  const auto queue = tickbench::opencl::timed_queue(program.queue);
  state.measure(*queue, tickbench::async, enqueue);
}
TICKBENCH(ScaleAsItIs)->Backends({"opencl"});
