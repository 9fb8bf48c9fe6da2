// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vulkan/vulkan_core.h>

#include <string>
#include <string_view>

#include "tickbench/backend.hpp"

namespace tickbench::vulkan {

/// `VK_ERROR_DEVICE_LOST`; "unknown Vulkan result" for a number that is not known here.
std::string_view result_name(VkResult result) noexcept;

/// `VK_ERROR_DEVICE_LOST (-4)`.
std::string describe_result(VkResult result);

/// What follows a call that failed. Throws Error, naming the call, the result and the device:
/// kOutOfMemory and kUnsupported for the results that say so, else kDeviceError. A device that is
/// lost is a device error once; after that, everything on it is kNoDevice, with the first one as
/// its reason.
[[noreturn]] void throw_failed(VkResult result, std::string_view call,
                               const backend::DeviceInfo& on);
/// Where no device is open yet.
[[noreturn]] void throw_failed(VkResult result, std::string_view call);

/// Nothing where `result` is VK_SUCCESS, else throw_failed.
///
///     check(vkEndCommandBuffer(commands), "vkEndCommandBuffer", info);
inline void check(VkResult result, std::string_view call, const backend::DeviceInfo& on) {
  if (result != VK_SUCCESS) throw_failed(result, call, on);
}
inline void check(VkResult result, std::string_view call) {
  if (result != VK_SUCCESS) throw_failed(result, call);
}

/// One of the driver's structures, which says of which type it is.
template <class T>
T structure(VkStructureType type) {
  T made{};
  made.sType = type;
  return made;
}

}  // namespace tickbench::vulkan
