// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/device_info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace tickbench::level_zero {
namespace {

ze_api_version_t api_version(ze_driver_handle_t driver) {
  ze_api_version_t version = ZE_API_VERSION_1_0;
  check(zeDriverGetApiVersion(driver, &version), "zeDriverGetApiVersion");
  return version;
}

ze_device_properties_t properties_of(ze_driver_handle_t driver, ze_device_handle_t device) {
  ze_device_properties_t properties{};
  properties.stype = properties_form(api_version(driver));
  check(zeDeviceGetProperties(device, &properties), "zeDeviceGetProperties");
  return properties;
}

backend::DeviceType type_of(ze_device_type_t type) noexcept {
  switch (type) {
    case ZE_DEVICE_TYPE_GPU:
      return backend::DeviceType::kGpu;
    case ZE_DEVICE_TYPE_CPU:
      return backend::DeviceType::kCpu;
    case ZE_DEVICE_TYPE_FPGA:
    case ZE_DEVICE_TYPE_MCA:
    case ZE_DEVICE_TYPE_VPU:
      return backend::DeviceType::kAccelerator;
    default:
      return backend::DeviceType::kOther;
  }
}

std::string version_text(ze_api_version_t version) {
  return fmt::format("{}.{}", ZE_MAJOR_VERSION(version), ZE_MINOR_VERSION(version));
}

std::string vendor_of(std::uint32_t id) {
  constexpr std::uint32_t kIntel = 0x8086;
  return id == kIntel ? "Intel" : fmt::format("vendor {:#06x}", id);
}

/// What a driver lists: `get(device, &count, null or the list)`.
template <class T>
std::vector<T> listed(ze_result_t (*get)(ze_device_handle_t, std::uint32_t*, T*),
                      ze_device_handle_t device, ze_structure_type_t type, const char* call) {
  std::uint32_t count = 0;
  check(get(device, &count, nullptr), call);
  std::vector<T> all(count);
  for (auto& one : all) one.stype = type;
  check(get(device, &count, all.data()), call);
  return all;
}

void add_memory(ze_device_handle_t device, backend::DeviceInfo& info) {
  for (const auto& memory :
       listed(zeDeviceGetMemoryProperties, device, ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES,
              "zeDeviceGetMemoryProperties"))
    info.memory += memory.totalSize;
}

void add_cache(ze_device_handle_t device, backend::DeviceInfo& info) {
  for (const auto& cache :
       listed(zeDeviceGetCacheProperties, device, ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES,
              "zeDeviceGetCacheProperties"))
    info.cache = std::max<std::uint64_t>(info.cache, cache.cacheSize);
}

void add_compute(ze_device_handle_t device, backend::DeviceInfo& info) {
  ze_device_compute_properties_t compute{};
  compute.stype = ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES;
  check(zeDeviceGetComputeProperties(device, &compute), "zeDeviceGetComputeProperties");
  info.local_memory = compute.maxSharedLocalMemory;
  info.largest_work_group = compute.maxTotalGroupSize;

  ze_device_module_properties_t module{};
  module.stype = ZE_STRUCTURE_TYPE_DEVICE_MODULE_PROPERTIES;
  check(zeDeviceGetModuleProperties(device, &module), "zeDeviceGetModuleProperties");
  info.has_double = (module.flags & ZE_DEVICE_MODULE_FLAG_FP64) != 0;
  info.accepts_il = module.spirvVersionSupported != 0;
}

template <class Wanted>
std::optional<QueueGroup> find_group(ze_device_handle_t device, const Wanted& wanted) {
  const auto groups = listed(zeDeviceGetCommandQueueGroupProperties, device,
                             ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES,
                             "zeDeviceGetCommandQueueGroupProperties");
  for (std::uint32_t i = 0; i < groups.size(); ++i)
    if (groups[i].numQueues > 0 && wanted(groups[i].flags))
      return QueueGroup{i, groups[i].maxMemoryFillPatternSize};
  return std::nullopt;
}

bool computes(ze_command_queue_group_property_flags_t flags) {
  return (flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE) != 0;
}
bool copies(ze_command_queue_group_property_flags_t flags) {
  return (flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY) != 0;
}

}  // namespace

ze_structure_type_t properties_form(ze_api_version_t version) noexcept {
  return version >= ZE_API_VERSION_1_2 ? ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2
                                       : ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES;
}

Clocks clocks_from(const ze_device_properties_t& properties) {
  const auto clock = [&](std::uint32_t bits) {
    const auto valid_bits = static_cast<int>(bits);
    return properties.stype == ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2
               ? DeviceClock::from_frequency(static_cast<double>(properties.timerResolution),
                                             valid_bits)
               : DeviceClock::from_truncated_nanoseconds(properties.timerResolution, valid_bits);
  };
  return {clock(properties.kernelTimestampValidBits), clock(properties.timestampValidBits)};
}

Clocks clocks_of(ze_driver_handle_t driver, ze_device_handle_t device) {
  return clocks_from(properties_of(driver, device));
}

backend::DeviceInfo describe_device(ze_driver_handle_t driver, ze_device_handle_t device,
                                    const std::string& index) {
  const auto properties = properties_of(driver, device);
  const Clocks clocks = clocks_from(properties);
  ze_driver_properties_t driver_properties{};
  driver_properties.stype = ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES;
  check(zeDriverGetProperties(driver, &driver_properties), "zeDriverGetProperties");

  backend::DeviceInfo info;
  info.backend = "level_zero";
  info.index = index;
  info.name = properties.name;
  info.vendor = vendor_of(properties.vendorId);
  info.platform = fmt::format("Level Zero, device {:#06x}", properties.deviceId);
  info.driver = fmt::format("{:#06x}", driver_properties.driverVersion);
  info.api_version = "Level Zero " + version_text(api_version(driver));
  info.type = type_of(properties.type);
  if (info.type == backend::DeviceType::kCpu) info.note = "CPU driver";
  info.compute_units = static_cast<int>(properties.numSlices * properties.numSubslicesPerSlice *
                                        properties.numEUsPerSubslice);
  info.clock_hertz = properties.coreClockRate * 1e6;
  info.timer_hertz = clocks.kernel.hertz();
  info.timer_valid_bits = clocks.kernel.valid_bits();
  info.largest_allocation = properties.maxMemAllocSize;
  info.unified_memory = (properties.flags & ZE_DEVICE_PROPERTY_FLAG_INTEGRATED) != 0;
  add_memory(device, info);
  add_cache(device, info);
  add_compute(device, info);
  return info;
}

std::optional<QueueGroup> compute_group(ze_device_handle_t device) {
  return find_group(device, computes);
}

std::optional<QueueGroup> copy_only_group(ze_device_handle_t device) {
  return find_group(device, [](auto flags) { return copies(flags) && !computes(flags); });
}

bool reaches_heap(ze_device_handle_t device) {
  ze_device_memory_access_properties_t access{};
  access.stype = ZE_STRUCTURE_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES;
  check(zeDeviceGetMemoryAccessProperties(device, &access), "zeDeviceGetMemoryAccessProperties");
  return (access.sharedSystemAllocCapabilities & ZE_MEMORY_ACCESS_CAP_FLAG_RW) != 0;
}

}  // namespace tickbench::level_zero
