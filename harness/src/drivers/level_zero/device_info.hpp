// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "level_zero/error.hpp"
#include "tickbench/backend/device_clock.hpp"

namespace tickbench::level_zero {

struct DriverDevice {
  ze_driver_handle_t driver = nullptr;
  ze_device_handle_t device = nullptr;
};

/// The two counters of a device. They have the same frequency, and widths of their own: on most
/// GPUs the stamps of kernels have 32 valid bits where the global timestamps have 36.
struct Clocks {
  DeviceClock kernel;
  DeviceClock global;
};

/// Bytes a second, of what a memory's extended properties say; 0 where they say nothing, or count
/// in cycles of a clock that no one states.
double stack_bandwidth(const ze_device_memory_ext_properties_t& memory) noexcept;

/// Operations in single precision a second, of which a multiply-add is two. 0 where the device
/// is no GPU, whose lanes the driver does not count.
double arithmetic_rate(const ze_device_properties_t& properties) noexcept;

/// `timerResolution` is cycles a second when the properties are asked for in their 1.2 form, and
/// whole nanoseconds a cycle, truncated, in the older one. The driver answers in the unit that is
/// asked for: the older form only where its API version is below 1.2.
ze_structure_type_t properties_form(ze_api_version_t version) noexcept;
/// By the unit that the properties' own form says.
Clocks clocks_from(const ze_device_properties_t& properties);
Clocks clocks_of(const DriverDevice& device);

/// Everything a report needs to identify a device.
backend::DeviceInfo describe_device(const DriverDevice& device, const std::string& index);

/// The group of queues whose engines do what is asked; nothing where the device has none.
struct QueueGroup {
  std::uint32_t ordinal = 0;
  std::size_t largest_fill_pattern = 0;
};
std::optional<QueueGroup> compute_group(ze_device_handle_t device);
std::optional<QueueGroup> copy_only_group(ze_device_handle_t device);

/// Whether kernels may use the process's ordinary memory.
bool reaches_heap(ze_device_handle_t device);

/// By "0", or "0.1" for a sub-device. Throws Error: kNoDevice for an index that is not
/// there, kUnsupported for a device without sub-devices.
DriverDevice find_device(std::string_view index);

/// The one instance, for the list of back ends. Opens no driver.
backend::Backend& backend();

}  // namespace tickbench::level_zero
