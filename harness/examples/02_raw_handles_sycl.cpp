// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Measures SYCL code as it is: its own queue, buffers and kernel, without tickbench's.
#include "raw_sycl.hpp"
#include "tickbench/sycl.hpp"
#include "tickbench/tickbench.hpp"

// y <- a*x, submitted by the program itself: once to be timed by its event, and once by marks
// alone.
void ScaleBySycl(tickbench::State& state) {
  constexpr float kFactor = 2.5F;
  RawSycl program;
  const auto submit = [&] { return program.submit_scale(kFactor); };
  const auto read = [&](std::span<std::byte> to) {
    const sycl::host_accessor from(program.y, sycl::read_only);
    std::memcpy(to.data(), from.get_pointer(), to.size());
  };
  const auto write = [&](std::span<const std::byte> from) {
    const sycl::host_accessor to(program.y, sycl::write_only);
    std::memcpy(to.get_pointer(), from.data(), from.size());
  };

  const double bytes = RawSycl::kItems * sizeof(float);
  state.reads(bytes).writes(bytes).flops(RawSycl::kItems);  // x; y
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = kFactor * program.values[i];
  });
  const tickbench::Output y{tickbench::element_type<float>(), RawSycl::kItems, false, read, write};
  state.verify([&] { submit().wait(); }, y, tickbench::ulps(1));

  const auto queue = tickbench::sycl::timed_queue(program.queue);
  if (state.range() == 1)
    state.measure(*queue, queue->with_events(submit));  // the event of its one command
  else
    state.measure(*queue, [&] { submit(); });  // marks, whatever it submits
}
TICKBENCH(ScaleBySycl)->Arg(0)->Arg(1)->ArgName("events")->Backends({"opencl"});
