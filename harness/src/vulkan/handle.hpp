// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vulkan/vulkan_core.h>

#include <utility>

namespace tickbench::vulkan {

/// The move-only owner of one object of a device: destroys it exactly once.
///
/// Objects do not keep what they were made of alive, nor may they be destroyed while a submission
/// uses them. Declare the device before what lives in it, and memory before the buffer in it.
template <class T, void(VKAPI_PTR* kDestroy)(VkDevice, T, const VkAllocationCallbacks*)>
class Handle {
 public:
  Handle() = default;
  Handle(VkDevice device, T handle) noexcept : device_(device), handle_(handle) {}
  Handle(Handle&& other) noexcept
      : device_(other.device_), handle_(std::exchange(other.handle_, VK_NULL_HANDLE)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (handle_ != VK_NULL_HANDLE) kDestroy(device_, handle_, nullptr);
  }

  T get() const noexcept { return handle_; }
  explicit operator bool() const noexcept { return handle_ != VK_NULL_HANDLE; }

 private:
  VkDevice device_ = VK_NULL_HANDLE;
  T handle_ = VK_NULL_HANDLE;
};

using BufferHandle = Handle<VkBuffer, vkDestroyBuffer>;
using CommandPoolHandle = Handle<VkCommandPool, vkDestroyCommandPool>;
using DeviceMemoryHandle = Handle<VkDeviceMemory, vkFreeMemory>;
using FenceHandle = Handle<VkFence, vkDestroyFence>;
using PipelineHandle = Handle<VkPipeline, vkDestroyPipeline>;
using PipelineLayoutHandle = Handle<VkPipelineLayout, vkDestroyPipelineLayout>;
using QueryPoolHandle = Handle<VkQueryPool, vkDestroyQueryPool>;
using ShaderModuleHandle = Handle<VkShaderModule, vkDestroyShaderModule>;

}  // namespace tickbench::vulkan
