// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vulkan/vulkan_core.h>

#include "backend/handle.hpp"

namespace tickbench::vulkan {

template <class T, void(VKAPI_PTR* kDestroy)(VkDevice, T, const VkAllocationCallbacks*)>
void destroy(VkDevice device, T handle) noexcept {
  kDestroy(device, handle, nullptr);
}

/// The owner of one object of a device.
///
/// Objects do not keep what they were made of alive, nor may they be destroyed while a submission
/// uses them. Declare the device before what lives in it, and memory before the buffer in it.
template <class T, void(VKAPI_PTR* kDestroy)(VkDevice, T, const VkAllocationCallbacks*)>
using Handle = backend::Handle<T, &destroy<T, kDestroy>, VkDevice>;

using BufferHandle = Handle<VkBuffer, vkDestroyBuffer>;
using CommandPoolHandle = Handle<VkCommandPool, vkDestroyCommandPool>;
using DeviceMemoryHandle = Handle<VkDeviceMemory, vkFreeMemory>;
using FenceHandle = Handle<VkFence, vkDestroyFence>;
using PipelineHandle = Handle<VkPipeline, vkDestroyPipeline>;
using PipelineLayoutHandle = Handle<VkPipelineLayout, vkDestroyPipelineLayout>;
using QueryPoolHandle = Handle<VkQueryPool, vkDestroyQueryPool>;
using ShaderModuleHandle = Handle<VkShaderModule, vkDestroyShaderModule>;

}  // namespace tickbench::vulkan
