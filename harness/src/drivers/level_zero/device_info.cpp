// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/device_info.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tickbench::level_zero {
namespace {

ze_api_version_t api_version(ze_driver_handle_t driver) {
  ze_api_version_t version = ZE_API_VERSION_1_0;
  check(zeDriverGetApiVersion(driver, &version), "zeDriverGetApiVersion");
  return version;
}

ze_device_properties_t read_properties(const DriverDevice& of) {
  return queried(zeDeviceGetProperties, of.device, properties_form(api_version(of.driver)),
                 "zeDeviceGetProperties");
}

backend::DeviceType to_device_type(ze_device_type_t type) noexcept {
  if (type == ZE_DEVICE_TYPE_GPU) return backend::DeviceType::kGpu;
  if (type == ZE_DEVICE_TYPE_CPU) return backend::DeviceType::kCpu;
  const bool is_accelerator =
      type == ZE_DEVICE_TYPE_FPGA || type == ZE_DEVICE_TYPE_MCA || type == ZE_DEVICE_TYPE_VPU;
  return is_accelerator ? backend::DeviceType::kAccelerator : backend::DeviceType::kOther;
}

std::string vendor_name(std::uint32_t id) {
  constexpr std::uint32_t kIntel = 0x8086;
  return id == kIntel ? "Intel" : fmt::format("vendor {:#06x}", id);
}

void add_memory(ze_device_handle_t device, backend::DeviceInfo& info) {
  for (const auto& memory :
       listed(zeDeviceGetMemoryProperties, device, "zeDeviceGetMemoryProperties",
              ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES))
    info.memory += memory.totalSize;
  for (const auto& cache : listed(zeDeviceGetCacheProperties, device, "zeDeviceGetCacheProperties",
                                  ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES))
    info.cache = std::max<std::uint64_t>(info.cache, cache.cacheSize);
}

/// By the extended properties: the plain ones have a clock and a width, and Intel's driver gives
/// the bits of an address for the width.
double memory_bandwidth(ze_device_handle_t device) {
  auto memories = listed(zeDeviceGetMemoryProperties, device, "zeDeviceGetMemoryProperties",
                         ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES);
  auto count = static_cast<std::uint32_t>(memories.size());
  std::vector<ze_device_memory_ext_properties_t> more(
      count,
      structure<ze_device_memory_ext_properties_t>(ZE_STRUCTURE_TYPE_DEVICE_MEMORY_EXT_PROPERTIES));
  for (std::uint32_t i = 0; i < count; ++i) memories[i].pNext = &more[i];
  if (count == 0 ||
      zeDeviceGetMemoryProperties(device, &count, memories.data()) != ZE_RESULT_SUCCESS)
    return 0;
  double sum = 0;
  for (const auto& memory : more) sum += stack_bandwidth(memory);
  return sum;
}

void add_compute(ze_device_handle_t device, backend::DeviceInfo& info) {
  const auto compute =
      queried(zeDeviceGetComputeProperties, device, ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES,
              "zeDeviceGetComputeProperties");
  info.local_memory = compute.maxSharedLocalMemory;
  info.largest_work_group = compute.maxTotalGroupSize;
  const auto module =
      queried(zeDeviceGetModuleProperties, device, ZE_STRUCTURE_TYPE_DEVICE_MODULE_PROPERTIES,
              "zeDeviceGetModuleProperties");
  info.has_double = (module.flags & ZE_DEVICE_MODULE_FLAG_FP64) != 0;
  info.has_half = (module.flags & ZE_DEVICE_MODULE_FLAG_FP16) != 0;
  info.accepts_il = module.spirvVersionSupported != 0;
}

/// Empty where the driver has no such extension, or the device no such address.
std::string pci_address(ze_device_handle_t device) {
  auto pci = structure<ze_pci_ext_properties_t>(ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES);
  if (zeDevicePciGetPropertiesExt(device, &pci) != ZE_RESULT_SUCCESS) return {};
  const auto& at = pci.address;
  return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", at.domain, at.bus, at.device, at.function);
}

/// With `wanted` of these flags, and without `unwanted`.
std::optional<QueueGroup> find_group(ze_device_handle_t device,
                                     ze_command_queue_group_property_flags_t wanted,
                                     ze_command_queue_group_property_flags_t unwanted) {
  const auto groups = listed(zeDeviceGetCommandQueueGroupProperties, device,
                             "zeDeviceGetCommandQueueGroupProperties",
                             ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES);
  for (std::uint32_t i = 0; i < groups.size(); ++i)
    if (groups[i].numQueues > 0 && (groups[i].flags & (wanted | unwanted)) == wanted)
      return QueueGroup{i, groups[i].maxMemoryFillPatternSize};
  return std::nullopt;
}

constexpr auto kComputes = ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE;
constexpr auto kCopies = ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY;

}  // namespace

double stack_bandwidth(const ze_device_memory_ext_properties_t& memory) noexcept {
  constexpr double kNanosecond = 1e-9;
  if (memory.bandwidthUnit != ZE_BANDWIDTH_UNIT_BYTES_PER_NANOSEC) return 0;
  return std::max(memory.readBandwidth, memory.writeBandwidth) / kNanosecond;
}

double arithmetic_rate(const ze_device_properties_t& properties) noexcept {
  if (properties.type != ZE_DEVICE_TYPE_GPU) return 0;
  const double units = static_cast<double>(properties.numSlices) * properties.numSubslicesPerSlice *
                       properties.numEUsPerSubslice;
  return 2 * units * properties.physicalEUSimdWidth * properties.coreClockRate * 1e6;
}

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

Clocks clocks_of(const DriverDevice& device) { return clocks_from(read_properties(device)); }

backend::DeviceInfo describe_device(const DriverDevice& of, const std::string& index) {
  const auto properties = read_properties(of);
  const Clocks clocks = clocks_from(properties);
  const auto driver = queried(zeDriverGetProperties, of.driver, ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES,
                              "zeDriverGetProperties");
  const auto version = api_version(of.driver);
  backend::DeviceInfo info;
  info.backend = "level_zero";
  info.index = index;
  info.name = properties.name;
  info.vendor = vendor_name(properties.vendorId);
  info.platform = fmt::format("Level Zero, device {:#06x}", properties.deviceId);
  info.driver = fmt::format("{:#06x}", driver.driverVersion);
  info.api_version =
      fmt::format("Level Zero {}.{}", ZE_MAJOR_VERSION(version), ZE_MINOR_VERSION(version));
  info.type = to_device_type(properties.type);
  if (info.type == backend::DeviceType::kCpu) info.note = "CPU driver";
  info.compute_units = static_cast<int>(properties.numSlices * properties.numSubslicesPerSlice *
                                        properties.numEUsPerSubslice);
  info.clock_hertz = properties.coreClockRate * 1e6;
  info.theoretical_flops_per_second = arithmetic_rate(properties);
  info.theoretical_bytes_per_second = memory_bandwidth(of.device);
  info.timer_hertz = clocks.kernel.hertz();
  info.timer_valid_bits = clocks.kernel.valid_bits();
  info.largest_allocation = properties.maxMemAllocSize;
  info.unified_memory = (properties.flags & ZE_DEVICE_PROPERTY_FLAG_INTEGRATED) != 0;
  add_memory(of.device, info);
  add_compute(of.device, info);
  info.pci_address = pci_address(of.device);
  return info;
}

std::optional<QueueGroup> compute_group(ze_device_handle_t device) {
  return find_group(device, kComputes, 0);
}

std::optional<QueueGroup> copy_only_group(ze_device_handle_t device) {
  return find_group(device, kCopies, kComputes);
}

bool reaches_heap(ze_device_handle_t device) {
  const auto access = queried(zeDeviceGetMemoryAccessProperties, device,
                              ZE_STRUCTURE_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES,
                              "zeDeviceGetMemoryAccessProperties");
  return (access.sharedSystemAllocCapabilities & ZE_MEMORY_ACCESS_CAP_FLAG_RW) != 0;
}

}  // namespace tickbench::level_zero
