// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tickbench/backend/backend.hpp"

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

}  // namespace tickbench::vulkan
