// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vulkan/vulkan_core.h>

#include <functional>
#include <set>
#include <span>
#include <string>

#include "base/non_copyable.hpp"
#include "vulkan/device_info.hpp"

namespace tickbench::vulkan {

/// The features of a device that kernels can need, for vkCreateDevice, and the capabilities of
/// SPIR-V that come with them. Others, such as bounds checks of every access, stay off.
class Features : private NonCopyable {
 public:
  explicit Features(VkPhysicalDevice device);

  bool has_addresses() const noexcept { return features_1_2_.bufferDeviceAddress != VK_FALSE; }
  bool has_double() const noexcept { return core_.features.shaderFloat64 != VK_FALSE; }
  bool has_half() const noexcept { return features_1_2_.shaderFloat16 != VK_FALSE; }
  /// Those that a module may declare, by their numbers in the SPIR-V specification.
  std::vector<std::uint32_t> capabilities() const;
  /// The newest SPIR-V that the device takes, as in a module's header: 0x00010500 is 1.5.
  std::uint32_t spirv_version() const noexcept {
    return version_ >= VK_API_VERSION_1_3 ? 0x00010600 : 0x00010500;
  }
  /// For VkDeviceCreateInfo::pNext.
  const void* chain() const noexcept { return &core_; }

 private:
  std::uint32_t version_;  ///< of the device
  VkSubgroupFeatureFlags subgroup_operations_ = 0;
  VkPhysicalDeviceFeatures2 core_{};
  VkPhysicalDeviceVulkan11Features features_1_1_{};
  VkPhysicalDeviceVulkan12Features features_1_2_{};
  VkPhysicalDeviceVulkan13Features features_1_3_{};
};

using Extensions = std::set<std::string, std::less<>>;
Extensions list_extensions(VkPhysicalDevice device);

/// The process's own instance: made when it is first asked for, and left to the end of the process,
/// since some drivers are gone when a program's last objects go. Throws Error: kNoDevice where
/// there is no driver, or a loader that is too old.
VkInstance instance();

/// In the loader's order. Throws Error as above.
std::vector<VkPhysicalDevice> physical_devices();

/// An open device: the harness's own, or a user's.
struct Place {
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  const backend::DeviceInfo* info = nullptr;
  bool has_addresses = false;  ///< buffers have one: a user's device may lack the feature
};

/// A queue, and the family that it is of.
struct FamilyQueue {
  VkQueue queue = VK_NULL_HANDLE;
  QueueFamily family;
};

/// A device with its queues, opened by the harness with all features that kernels may need.
class LogicalDevice : private NonCopyable {
 public:
  /// A queue of each family. Throws Error.
  LogicalDevice(VkPhysicalDevice physical, std::span<const QueueFamily> families,
                const backend::DeviceInfo& info);
  ~LogicalDevice() { vkDestroyDevice(place_.device, nullptr); }

  const Place& place() const noexcept { return place_; }
  FamilyQueue queue(const QueueFamily& family) const noexcept {
    FamilyQueue found{.family = family};
    vkGetDeviceQueue(place_.device, family.index, 0, &found.queue);
    return found;
  }

 private:
  Place place_;
};

/// vkGetCalibratedTimestampsEXT of a device, where that was opened with it and has a clock of its
/// own that it reads; else null.
PFN_vkGetCalibratedTimestampsEXT calibrated_timestamps(const Place& place);

/// What `create(device, &description, nullptr, &made)` makes.
template <class Made, class Description>
Made created(const Place& place, const Description& description, auto create, const char* call) {
  typename Made::pointer made = VK_NULL_HANDLE;
  check(create(place.device, &description, nullptr, &made), call, *place.info);
  return Made(made, {place.device});
}

}  // namespace tickbench::vulkan
