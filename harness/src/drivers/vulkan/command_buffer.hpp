// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vulkan/error.hpp"
#include "vulkan/place.hpp"

namespace tickbench::vulkan {

/// What a command does, as a barrier has to know it.
enum class Access {
  kNothing,
  kCompute,   ///< a dispatch
  kTransfer,  ///< a copy, or a fill
  kAnything,  ///< a user's commands
};

/// A command buffer used as an in-order stream: what is recorded is submitted whole, by the next
/// `finish` or `submit`.
///
/// Commands of a buffer may overlap. A barrier between two keeps them in order, as a stream of
/// dependent work would; its cost is part of what a batched launch costs. It has no more stages
/// than the two commands have: one over all stages takes three times as long on some devices.
class CommandBuffer {
 public:
  /// One of its own.
  CommandBuffer(const Place& place, const FamilyQueue& on);
  /// The caller's, which is being recorded, of a pool whose buffers can be reset one by one. What
  /// was recorded is not seen: it is never taken for empty.
  CommandBuffer(const Place& place, const FamilyQueue& on, VkCommandBuffer commands);
  ~CommandBuffer();

  /// For the next command, of this kind: behind a barrier where the one before needs it. Throws
  /// Error.
  VkCommandBuffer record(Access next) {
    require_recording();
    barrier_for(next);
    return commands_;
  }
  /// The first so many: without it a query keeps what it had.
  void reset_queries(VkQueryPool pool, std::uint32_t count) {
    require_recording();
    constexpr VkQueueFlags kResets = VK_QUEUE_COMPUTE_BIT | VK_QUEUE_GRAPHICS_BIT;
    if ((on_.family.flags & kResets) != 0)
      vkCmdResetQueryPool(commands_, pool, 0, count);
    else  // an engine that only copies has no command for it
      vkResetQueryPool(place_.device, pool, 0, count);
  }
  /// A time stamp once all that was recorded before is done, and before all that is recorded
  /// behind `settle`.
  void write_timestamp(VkQueryPool pool, std::uint32_t query) {
    require_recording();
    vkCmdWriteTimestamp(commands_, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, query);
  }
  /// A barrier for whatever comes next, so that it is not in the time that a stamp begins.
  void settle();

  /// Has everything executed. A buffer of its own is recorded again only after `finish`.
  void submit();
  /// Has everything executed, and waits. It is then empty again.
  void finish() {
    submit();
    if (is_submitted_) wait();
    if (!is_own()) require_recording();
  }
  /// For a failure's way out, on which memory is freed: nothing that was recorded executes still,
  /// or ever will.
  void drop() noexcept {
    try {
      if (is_submitted_) wait();
      if (is_recording_) reset();
      if (!is_own()) require_recording();
    } catch (const Error&) {
      // The failure that is on its way out says more.
    }
  }
  /// How often it was submitted.
  std::uint64_t submissions() const noexcept { return submissions_; }
  const FamilyQueue& queue() const noexcept { return on_; }

 private:
  bool is_own() const noexcept { return static_cast<bool>(pool_); }
  void require_recording() {
    if (is_submitted_) finish();
    if (must_reset_) check(reset(), reset_call(), *place_.info);
    if (!is_recording_) begin();
  }
  void begin() {
    auto description =
        structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    description.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    check(vkBeginCommandBuffer(commands_, &description), "vkBeginCommandBuffer", *place_.info);
    is_recording_ = true;
    // Commands of an earlier submission were waited for, and its last barrier is for all to come.
    last_ = is_own() ? Access::kNothing : Access::kAnything;
  }
  void barrier_for(Access next);
  void wait();
  VkResult reset() noexcept {
    is_recording_ = false;
    const auto result = is_own() ? vkResetCommandPool(place_.device, pool_.get(), 0)
                                 : vkResetCommandBuffer(commands_, 0);
    must_reset_ = result != VK_SUCCESS;
    return result;
  }
  const char* reset_call() const noexcept {
    return is_own() ? "vkResetCommandPool" : "vkResetCommandBuffer";
  }

  Place place_;
  FamilyQueue on_;
  CommandPoolHandle pool_;  ///< of one of its own
  FenceHandle fence_;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  Access last_ = Access::kNothing;
  bool is_recording_ = false;
  bool is_submitted_ = false;  ///< and nobody has waited for it
  bool must_reset_ = false;    ///< after a reset that failed
  std::uint64_t submissions_ = 0;
};

}  // namespace tickbench::vulkan
