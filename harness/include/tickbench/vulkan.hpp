// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/native_queue.hpp"

// As the driver's own header declares them, which is not needed here.
// NOLINTBEGIN(readability-identifier-naming): Vulkan's names.
struct VkCommandBuffer_T;
struct VkDevice_T;
struct VkPhysicalDevice_T;
struct VkQueue_T;
// NOLINTEND(readability-identifier-naming)

namespace tickbench {

namespace vulkan {
/// A queue of the caller's own, with the devices and the number of the family that it is of.
///
/// Either the caller submits to the queue what is to be timed, and `commands` is null. Or the
/// caller records it into `commands`, which is in the recording state: it is then ended, submitted,
/// waited for, reset and begun again for every bracket. Its pool was created with
/// VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT. Commands that need an order need barriers of
/// their own. Nobody else uses the queue meanwhile.
struct UserQueue {
  VkPhysicalDevice_T* physical_device = nullptr;
  VkDevice_T* device = nullptr;
  VkQueue_T* queue = nullptr;
  std::uint32_t family = 0;
  VkCommandBuffer_T* commands = nullptr;
  /// The device was made with the feature timelineSemaphore. What the caller submits can then be
  /// held.
  bool has_timeline_semaphores = false;
  bool operator==(const UserQueue&) const = default;
};
/// To be measured on, until the result is destroyed. Throws Error (kInvalidBenchmark) for a null
/// handle, a family that the device does not have, and one that takes no time stamps.
std::unique_ptr<TimedQueue> timed_queue(const UserQueue& queue);
}  // namespace vulkan

template <>
struct NativeQueue<vulkan::UserQueue> {
  static std::unique_ptr<TimedQueue> timed_queue(const vulkan::UserQueue& queue) {
    return vulkan::timed_queue(queue);
  }
  static std::unique_ptr<RegionMarker> region_marker(const vulkan::UserQueue& queue);
};
/// The command buffer that is being recorded.
template <>
struct NativeQueue<VkCommandBuffer_T*> {
  static constexpr std::string_view kBackend = "vulkan";
};

}  // namespace tickbench
