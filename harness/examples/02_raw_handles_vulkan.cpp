// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Measures Vulkan code as it is: its own device, command buffer and pipeline, without tickbench's
// buffers and kernels.
#include <cstring>

#include "raw_vulkan.hpp"
#include "tickbench/tickbench.hpp"

namespace {

constexpr float kFactor = 2.5F;

// What both benchmarks check.
void check(tickbench::State& state, const RawVulkan& program) {
  const double bytes = RawVulkan::kBytes;
  state.reads(bytes).writes(bytes).flops(RawVulkan::kItems);  // x; y
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = kFactor * program.x.values[i];
  });
  const auto read = [&](std::span<std::byte> to) {
    std::memcpy(to.data(), program.y.values, to.size());
  };
  const auto write = [&](std::span<const std::byte> from) {
    std::memcpy(program.y.values, from.data(), from.size());
  };
  const tickbench::Output y{tickbench::element_type<float>(), RawVulkan::kItems, false, read,
                            write};
  state.verify(
      [&] {
        program.record_scale(program.commands, kFactor);
        program.run();
      },
      y, tickbench::ulps(1));
}

}  // namespace

// y <- a*x, recorded by the program into its own command buffer.
void ScaleAsItIs(tickbench::State& state) {
  const RawVulkan program(SCALE_SHADER);
  check(state, program);
  const auto queue = tickbench::vulkan::timed_queue(
      {program.physical_device, program.device, program.queue, program.family, program.commands});
  state.measure(*queue, tickbench::async, [&] { program.record_scale(program.commands, kFactor); });
}
TICKBENCH(ScaleAsItIs)->Backends({"vulkan"});

// The same, submitted by the program: a command buffer that it recorded once.
void ScaleAsSubmitted(tickbench::State& state) {
  const RawVulkan program(SCALE_SHADER);
  check(state, program);
  auto* const recorded = program.allocate_commands();
  VkCommandBufferBeginInfo description{};
  description.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  description.flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT;
  RawVulkan::require(vkBeginCommandBuffer(recorded, &description), "vkBeginCommandBuffer");
  program.record_scale(recorded, kFactor);
  RawVulkan::require(vkEndCommandBuffer(recorded), "vkEndCommandBuffer");
  tickbench::vulkan::UserQueue handles{program.physical_device, program.device, program.queue,
                                       program.family};
  handles.has_timeline_semaphores = true;  // this program asked for them
  const auto queue = tickbench::vulkan::timed_queue(handles);
  state.measure(*queue, tickbench::async, [&] { program.submit(recorded); });
}
TICKBENCH(ScaleAsSubmitted)->Backends({"vulkan"});

// A callable on the harness's own device: it is given the command buffer that is being recorded.
void EmptyBuffer(tickbench::State& state) {
  state.waive(tickbench::Check::kResult, "a barrier computes nothing");
  state.waive(tickbench::Check::kEnqueues, "a barrier takes this driver no time");
  state.device();
  state.measure([](VkCommandBuffer commands) {
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                         VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 0, nullptr, 0, nullptr, 0,
                         nullptr);
  });
}
TICKBENCH(EmptyBuffer)->Backends({"vulkan"});
