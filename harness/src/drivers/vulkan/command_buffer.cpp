// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/command_buffer.hpp"

#include <limits>

namespace tickbench::vulkan {
namespace {

constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();

struct Scope {
  VkPipelineStageFlags stages;
  VkAccessFlags writes;
  VkAccessFlags all;
};
Scope to_scope(Access access) {
  if (access == Access::kCompute)
    return {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
            VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
  if (access == Access::kTransfer)
    return {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
            VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};
  return {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_WRITE_BIT,
          VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
}

void barrier(VkCommandBuffer commands, const Scope& before, const Scope& behind) {
  auto memory = structure<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  memory.srcAccessMask = before.writes;
  memory.dstAccessMask = behind.all;
  vkCmdPipelineBarrier(commands, before.stages, behind.stages, 0, 1, &memory, 0, nullptr, 0,
                       nullptr);
}

CommandPoolHandle create_command_pool(const Place& place, std::uint32_t family) {
  auto description = structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  description.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT;
  description.queueFamilyIndex = family;
  return created<CommandPoolHandle>(place, description, vkCreateCommandPool, "vkCreateCommandPool");
}

VkCommandBuffer allocate_commands(const Place& place, VkCommandPool pool) {
  auto description =
      structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  description.commandPool = pool;
  description.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  description.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  check(vkAllocateCommandBuffers(place.device, &description, &commands), "vkAllocateCommandBuffers",
        *place.info);
  return commands;
}

FenceHandle create_fence(const Place& place) {
  const auto description = structure<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
  return created<FenceHandle>(place, description, vkCreateFence, "vkCreateFence");
}

}  // namespace

CommandBuffer::CommandBuffer(const Place& place, const FamilyQueue& on)
    : place_(place),
      on_(on),
      pool_(create_command_pool(place, on.family.index)),
      fence_(create_fence(place)),
      commands_(allocate_commands(place, pool_.get())) {}

CommandBuffer::CommandBuffer(const Place& place, const FamilyQueue& on, VkCommandBuffer commands)
    : place_(place),
      on_(on),
      fence_(create_fence(place)),
      commands_(commands),
      last_(Access::kAnything),
      is_recording_(true) {}

CommandBuffer::~CommandBuffer() {
  if (!is_submitted_) return;
  auto fence = fence_.get();
  vkWaitForFences(place_.device, 1, &fence, VK_TRUE, kForever);
}

void CommandBuffer::barrier_for(Access next) {
  // A user's commands have barriers of their own.
  const bool is_users_own = last_ == Access::kAnything && next == Access::kAnything;
  if (last_ != Access::kNothing && !is_users_own)
    barrier(commands_, to_scope(last_), to_scope(next));
  last_ = next;
}

void CommandBuffer::settle() {
  require_recording();
  if (last_ == Access::kNothing) return;
  // Whatever comes next: one stage more takes some microseconds, in no bracket.
  barrier(commands_, to_scope(last_), to_scope(Access::kAnything));
  last_ = is_own() ? Access::kNothing : Access::kAnything;
}

void CommandBuffer::submit() {
  if (!is_recording_) return;
  const auto& info = *place_.info;
  // For the host, and for whatever is submitted next.
  auto behind = to_scope(Access::kAnything);
  behind.stages |= VK_PIPELINE_STAGE_HOST_BIT;
  barrier(commands_, to_scope(Access::kAnything), behind);
  is_recording_ = false;
  auto fence = fence_.get();
  auto description = structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  description.commandBufferCount = 1;
  description.pCommandBuffers = &commands_;
  ++submissions_;
  try {
    check(vkEndCommandBuffer(commands_), "vkEndCommandBuffer", info);
    check(vkResetFences(place_.device, 1, &fence), "vkResetFences", info);
    check(vkQueueSubmit(on_.queue, 1, &description, fence), "vkQueueSubmit", info);
  } catch (const Error&) {
    // What was recorded must not run with the next commands.
    reset();
    throw;
  }
  is_submitted_ = true;
}

void CommandBuffer::wait() {
  auto fence = fence_.get();
  const auto waited = vkWaitForFences(place_.device, 1, &fence, VK_TRUE, kForever);
  // Once more: what executes still uses memory that is freed on this failure's way out.
  if (waited != VK_SUCCESS) vkQueueWaitIdle(on_.queue);
  is_submitted_ = false;
  const auto emptied = reset();
  check(waited, "vkWaitForFences", *place_.info);
  check(emptied, reset_call(), *place_.info);
}

}  // namespace tickbench::vulkan
