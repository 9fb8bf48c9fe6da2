// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>

#include "backend/driver_error.hpp"

namespace tickbench::vulkan {

/// `VK_ERROR_DEVICE_LOST (-4)`; "unknown Vulkan result (-99)" for a number that is not known here.
std::string describe_result(VkResult result);

/// The results of the driver's calls; backend/driver_error.hpp checks them.
struct Results {
  using Result = VkResult;
  static constexpr Result kSuccess = VK_SUCCESS;
  static constexpr auto describe = describe_result;
  static Outcome outcome(Result result) noexcept {
    if (result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY)
      return Outcome::kOutOfMemory;
    const bool is_missing =
        result == VK_ERROR_FEATURE_NOT_PRESENT || result == VK_ERROR_EXTENSION_NOT_PRESENT;
    return is_missing ? Outcome::kUnsupported : Outcome::kDeviceError;
  }
  static bool means_no_memory(Result result) noexcept {
    return outcome(result) == Outcome::kOutOfMemory;
  }
  static bool is_lasting(Result result) noexcept { return result == VK_ERROR_DEVICE_LOST; }
};
inline constexpr backend::Check<Results> check;

/// One of the driver's structures, which says of which type it is.
template <class T>
T structure(VkStructureType type) {
  T made{};
  made.sType = type;
  return made;
}

/// What it lists by `get(&count, null or the list)`. What comes between the two calls makes the
/// list incomplete: then it is asked again.
template <class T, class Get>
std::vector<T> listed(const Get& get, const char* call) {
  std::vector<T> found;
  VkResult result = VK_INCOMPLETE;
  for (int tries = 0; result == VK_INCOMPLETE && tries < 3; ++tries) {
    std::uint32_t count = 0;
    check(get(&count, static_cast<T*>(nullptr)), call);
    found.resize(count);
    result = get(&count, found.data());
    found.resize(count);
  }
  check(result, call);
  return found;
}

/// The owner of one object of a device.
///
/// Objects do not keep what they were made of alive, nor may they be destroyed while a submission
/// uses them. Declare the device before what lives in it, and memory before the buffer in it.
template <class T, void(VKAPI_PTR* kDestroy)(VkDevice, T, const VkAllocationCallbacks*)>
struct Destroy {
  VkDevice device = VK_NULL_HANDLE;
  void operator()(T handle) const noexcept { kDestroy(device, handle, nullptr); }
};
template <class T, void(VKAPI_PTR* kDestroy)(VkDevice, T, const VkAllocationCallbacks*)>
using Handle = std::unique_ptr<std::remove_pointer_t<T>, Destroy<T, kDestroy>>;

using BufferHandle = Handle<VkBuffer, vkDestroyBuffer>;
using CommandPoolHandle = Handle<VkCommandPool, vkDestroyCommandPool>;
using DeviceMemoryHandle = Handle<VkDeviceMemory, vkFreeMemory>;
using FenceHandle = Handle<VkFence, vkDestroyFence>;
using PipelineHandle = Handle<VkPipeline, vkDestroyPipeline>;
using PipelineLayoutHandle = Handle<VkPipelineLayout, vkDestroyPipelineLayout>;
using QueryPoolHandle = Handle<VkQueryPool, vkDestroyQueryPool>;
using SemaphoreHandle = Handle<VkSemaphore, vkDestroySemaphore>;
using ShaderModuleHandle = Handle<VkShaderModule, vkDestroyShaderModule>;

}  // namespace tickbench::vulkan
