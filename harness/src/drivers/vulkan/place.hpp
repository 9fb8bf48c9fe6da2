// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vulkan/vulkan_core.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tickbench/backend/backend.hpp"
#include "vulkan/device_info.hpp"

namespace tickbench::vulkan {

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

/// A device with its queues, opened by the harness with all features that kernels may need.
class LogicalDevice {
 public:
  /// A queue of each family. Throws Error.
  LogicalDevice(VkPhysicalDevice physical, std::span<const QueueFamily> families,
                const backend::DeviceInfo& info);
  LogicalDevice(const LogicalDevice&) = delete;
  LogicalDevice& operator=(const LogicalDevice&) = delete;
  ~LogicalDevice() { vkDestroyDevice(place_.device, nullptr); }

  const Place& place() const noexcept { return place_; }
  VkQueue queue(const QueueFamily& family) const noexcept;

 private:
  Place place_;
};

/// vkGetCalibratedTimestampsEXT of a device, where that was opened with it and has a clock of its
/// own that it reads; else null.
PFN_vkGetCalibratedTimestampsEXT calibrated_timestamps(const Place& place);

}  // namespace tickbench::vulkan
