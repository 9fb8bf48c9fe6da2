// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vulkan/vk_layer.h>

#include <span>

namespace vklab {

// What is below this layer, for each instance and each device. A dispatchable handle begins with a
// pointer that all handles of one instance, or of one device, have in common. The functions of
// these names are looked up at once: once an instance is made, the loader gives its own instead.
void add_instance(VkInstance instance, PFN_vkGetInstanceProcAddr below,
                  std::span<const char* const> names);
void add_device(VkDevice device, PFN_vkGetDeviceProcAddr below, std::span<const char* const> names);
void remove(const void* dispatchable);

/// The function of this name below; null where there is none.
PFN_vkVoidFunction below(const void* dispatchable, const char* name);
template <class Function>
Function below(const void* dispatchable, const char* name) {
  return reinterpret_cast<Function>(below(dispatchable, name));
}

}  // namespace vklab
