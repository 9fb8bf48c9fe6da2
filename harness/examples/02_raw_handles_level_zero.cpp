// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Measures Level Zero code as it is: its own context, command list and kernel, without tickbench's
// buffers and kernels.
#include <cstring>

#include "raw_level_zero.hpp"
#include "tickbench/tickbench.hpp"

// y <- a*x, appended by the program itself.
void ScaleAsItIs(tickbench::State& state) {
  constexpr float kFactor = 2.5F;
  RawLevelZero program(SCALE_SPIRV);
  const auto append = [&] { program.append_scale(program.list, kFactor); };
  const auto read = [&](std::span<std::byte> to) { std::memcpy(to.data(), program.y, to.size()); };
  const auto write = [&](std::span<const std::byte> from) {
    std::memcpy(program.y, from.data(), from.size());
  };

  const double bytes = RawLevelZero::kBytes;
  state.reads(bytes).writes(bytes).flops(RawLevelZero::kItems);  // x; y
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = kFactor * program.x[i];
  });
  const tickbench::Output y{tickbench::element_type<float>(), RawLevelZero::kItems, false, read,
                            write};
  state.verify(
      [&] {
        append();
        program.run();
      },
      y, tickbench::ulps(1));
  const auto queue = tickbench::level_zero::timed_queue(
      {program.context, program.device, program.list, program.queue});
  state.measure(*queue, tickbench::async, append);
}
TICKBENCH(ScaleAsItIs)->Backends({"level_zero"});

// A callable on the harness's own device: it is given the list that is being recorded.
void EmptyList(tickbench::State& state) {
  state.waive(tickbench::Check::kResult, "a barrier computes nothing");
  state.waive(tickbench::Check::kEnqueues, "a barrier takes this driver no time");
  state.device();
  state.measure(
      [](ze_command_list_handle_t list) { zeCommandListAppendBarrier(list, nullptr, 0, nullptr); });
}
TICKBENCH(EmptyList)->Backends({"level_zero"});
