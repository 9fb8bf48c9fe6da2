// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vulkan/vulkan_core.h>

#include <optional>
#include <vector>

#include "backend/grid.hpp"
#include "tickbench/backend/backend.hpp"
#include "tickbench/backend/device_clock.hpp"

namespace tickbench::vulkan {

/// "1.3.230".
std::string version_text(std::uint32_t version);

/// Queues of one kind of a device.
struct QueueFamily {
  std::uint32_t index = 0;
  VkQueueFlags flags = 0;
  int valid_bits = 0;  ///< of its time stamps; 0: it takes none
};

/// "family 0 (graphics, compute, transfer)".
std::string to_string(const QueueFamily& family);

std::vector<QueueFamily> queue_families(VkPhysicalDevice device);
/// The first that computes and takes time stamps, else the first that computes.
std::optional<QueueFamily> compute_family(const std::vector<QueueFamily>& families);
/// The first that copies, and neither computes nor draws.
std::optional<QueueFamily> copy_only_family(const std::vector<QueueFamily>& families);

/// The clock of a family's stamps: the period is nanoseconds a tick, and need not be whole. Throws
/// Error (kDeviceError) for a period that no clock has; `where` is the device.
DeviceClock clock_from(double period, int valid_bits, const std::string& where);
/// A family without stamps gets a clock that nothing is read from.
DeviceClock make_device_clock(VkPhysicalDevice device, const QueueFamily& family);

struct LaunchLimits : backend::GridLimits {
  std::size_t push_constants = 0;
};
LaunchLimits launch_limits(VkPhysicalDevice device);

/// The alignment that memory of the host has to be imported with; 0: it cannot be imported.
std::size_t heap_alignment(VkPhysicalDevice device);

/// Everything a report needs to identify a device. Throws Error (kNoDevice) for one that cannot run
/// kernels here, naming what it lacks.
backend::DeviceInfo describe_device(VkPhysicalDevice device, const std::string& index);
/// The same of any device, which a program of its own has opened.
backend::DeviceInfo describe_user_device(VkPhysicalDevice device, const QueueFamily& family);

/// The one instance, for the list of back ends. Opens no driver.
backend::Backend& backend();

}  // namespace tickbench::vulkan
