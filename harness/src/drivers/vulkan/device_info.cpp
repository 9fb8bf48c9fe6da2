// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/device_info.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "vulkan/error.hpp"
#include "vulkan/place.hpp"

namespace tickbench::vulkan {
namespace {

/// Of the structures that come with extensions, those that this device has; the others stay zero.
struct Properties : private NonCopyable {
  explicit Properties(VkPhysicalDevice device) : extensions(list_extensions(device)) {
    core.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    add(driver, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES, true);
    add(maintenance, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES, true);
    // A buffer has a limit of its own, which only newer versions state.
    add(newer, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES,
        extensions.contains(VK_KHR_MAINTENANCE_4_EXTENSION_NAME));
    add(pci, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT,
        extensions.contains(VK_EXT_PCI_BUS_INFO_EXTENSION_NAME));
    add(host_memory, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT,
        extensions.contains(VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME));
    add(nvidia, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV,
        extensions.contains(VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME));
    add(amd, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_AMD,
        extensions.contains(VK_AMD_SHADER_CORE_PROPERTIES_EXTENSION_NAME));
    vkGetPhysicalDeviceProperties2(device, &core);
  }

  Extensions extensions;
  VkPhysicalDeviceProperties2 core{};
  VkPhysicalDeviceDriverProperties driver{};
  VkPhysicalDeviceMaintenance3Properties maintenance{};
  VkPhysicalDeviceMaintenance4Properties newer{};
  VkPhysicalDevicePCIBusInfoPropertiesEXT pci{};
  VkPhysicalDeviceExternalMemoryHostPropertiesEXT host_memory{};
  VkPhysicalDeviceShaderSMBuiltinsPropertiesNV nvidia{};
  VkPhysicalDeviceShaderCorePropertiesAMD amd{};

 private:
  template <class T>
  void add(T& part, VkStructureType type, bool is_there) {
    if (!is_there) return;
    part.sType = type;
    part.pNext = core.pNext;
    core.pNext = &part;
  }
};

VkPhysicalDeviceProperties properties_of(VkPhysicalDevice device) {
  VkPhysicalDeviceProperties properties{};
  vkGetPhysicalDeviceProperties(device, &properties);
  return properties;
}

backend::DeviceType type_of(VkPhysicalDeviceType type) noexcept {
  if (type == VK_PHYSICAL_DEVICE_TYPE_CPU) return backend::DeviceType::kCpu;
  return type == VK_PHYSICAL_DEVICE_TYPE_OTHER ? backend::DeviceType::kOther
                                               : backend::DeviceType::kGpu;
}

std::string vendor_of(std::uint32_t id) {
  constexpr std::pair<std::uint32_t, const char*> kVendors[] = {
      {0x1002, "AMD"}, {0x10DE, "NVIDIA"}, {0x8086, "Intel"}, {0x10005, "Mesa"}};
  for (const auto& [known, name] : kVendors)
    if (known == id) return name;
  return fmt::format("vendor {:#06x}", id);
}

/// Vulkan itself does not count them. 0: not stated.
int compute_units(const Properties& of) {
  if (of.nvidia.shaderSMCount != 0) return static_cast<int>(of.nvidia.shaderSMCount);
  if (of.amd.computeUnitsPerShaderArray != 0)
    return static_cast<int>(of.amd.shaderEngineCount * of.amd.shaderArraysPerEngineCount *
                            of.amd.computeUnitsPerShaderArray);
  // A device that is the host's processors has as many as these.
  const bool is_cpu = of.core.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  return is_cpu ? static_cast<int>(std::thread::hardware_concurrency()) : 0;
}

/// A part of it may be listed once more, as a heap that the host reaches: the largest counts.
std::uint64_t memory_bytes(VkPhysicalDevice device) {
  VkPhysicalDeviceMemoryProperties memory{};
  vkGetPhysicalDeviceMemoryProperties(device, &memory);
  std::uint64_t bytes = 0;
  for (std::uint32_t i = 0; i < memory.memoryHeapCount; ++i)
    if ((memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0)
      bytes = std::max<std::uint64_t>(bytes, memory.memoryHeaps[i].size);
  return bytes;
}

std::string read_pci_address(const Properties& of) {
  if (!of.extensions.contains(VK_EXT_PCI_BUS_INFO_EXTENSION_NAME)) return {};
  const auto& pci = of.pci;
  return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", pci.pciDomain, pci.pciBus, pci.pciDevice,
                     pci.pciFunction);
}

[[noreturn]] void refuse(const VkPhysicalDeviceProperties& device, const std::string& lacks) {
  throw_error(Outcome::kNoDevice, "the Vulkan device '{}' has no {}", device.deviceName, lacks);
}

}  // namespace

std::string version_text(std::uint32_t version) {
  return fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                     VK_API_VERSION_PATCH(version));
}

std::string to_string(const QueueFamily& family) {
  constexpr std::pair<VkQueueFlags, const char*> kNames[] = {
      {VK_QUEUE_GRAPHICS_BIT, "graphics"},
      {VK_QUEUE_COMPUTE_BIT, "compute"},
      {VK_QUEUE_TRANSFER_BIT, "transfer"},
      {VK_QUEUE_SPARSE_BINDING_BIT, "sparse binding"}};
  std::vector<std::string> names;
  for (const auto& [flag, name] : kNames)
    if ((family.flags & flag) != 0) names.emplace_back(name);
  return fmt::format("family {} ({})", family.index, fmt::join(names, ", "));
}

std::vector<QueueFamily> queue_families(VkPhysicalDevice device) {
  std::uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> found(count);
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, found.data());
  std::vector<QueueFamily> families;
  for (std::uint32_t i = 0; i < count; ++i)
    families.push_back(
        {i, found[i].queueFlags, static_cast<int>(std::min(found[i].timestampValidBits, 64U))});
  return families;
}

std::optional<QueueFamily> compute_family(const std::vector<QueueFamily>& families) {
  std::optional<QueueFamily> untimed;
  for (const auto& family : families) {
    if ((family.flags & VK_QUEUE_COMPUTE_BIT) == 0) continue;
    if (family.valid_bits != 0) return family;
    if (!untimed) untimed = family;
  }
  return untimed;
}

std::optional<QueueFamily> copy_only_family(const std::vector<QueueFamily>& families) {
  for (const auto& family : families)
    if ((family.flags & VK_QUEUE_TRANSFER_BIT) != 0 &&
        (family.flags & (VK_QUEUE_COMPUTE_BIT | VK_QUEUE_GRAPHICS_BIT)) == 0)
      return family;
  return std::nullopt;
}

DeviceClock clock_from(double period, int valid_bits, const std::string& where) {
  constexpr double kNanosecondsInSecond = 1e9;
  if (!std::isfinite(period) || period <= 0)
    throw_error(Outcome::kDeviceError, "expected a timestampPeriod above 0 ns, found {}, on {}",
                period, where);
  return DeviceClock::from_frequency(kNanosecondsInSecond / period, valid_bits);
}

DeviceClock make_device_clock(VkPhysicalDevice device, const QueueFamily& family) {
  if (family.valid_bits == 0) return DeviceClock::nanoseconds();
  const auto properties = properties_of(device);
  return clock_from(static_cast<double>(properties.limits.timestampPeriod), family.valid_bits,
                    properties.deviceName);
}

LaunchLimits launch_limits(VkPhysicalDevice device) {
  const auto limits = properties_of(device).limits;
  LaunchLimits of;
  std::copy_n(std::begin(limits.maxComputeWorkGroupSize), 3, of.group.begin());
  std::copy_n(std::begin(limits.maxComputeWorkGroupCount), 3, of.groups.begin());
  of.work_items = limits.maxComputeWorkGroupInvocations;
  of.local_memory = limits.maxComputeSharedMemorySize;
  of.push_constants = limits.maxPushConstantsSize;
  return of;
}

std::size_t heap_alignment(VkPhysicalDevice device) {
  return Properties(device).host_memory.minImportedHostPointerAlignment;
}

backend::DeviceInfo describe_user_device(VkPhysicalDevice device, const QueueFamily& family) {
  const Properties of(device);
  const auto& core = of.core.properties;
  backend::DeviceInfo info;
  info.backend = "vulkan";
  info.name = core.deviceName;
  info.vendor = vendor_of(core.vendorID);
  info.platform = fmt::format("Vulkan, {}, queues of {}", of.driver.driverName, to_string(family));
  info.driver = of.driver.driverInfo[0] != '\0' ? std::string(of.driver.driverInfo)
                                                : fmt::format("{:#x}", core.driverVersion);
  info.api_version = fmt::format("Vulkan {}", version_text(core.apiVersion));
  info.type = type_of(core.deviceType);
  if (info.type == backend::DeviceType::kCpu) info.note = "CPU driver";
  info.compute_units = compute_units(of);
  if (family.valid_bits != 0) info.timer_hertz = make_device_clock(device, family).hertz();
  info.timer_valid_bits = family.valid_bits;
  info.memory = memory_bytes(device);
  info.largest_allocation = of.maintenance.maxMemoryAllocationSize;
  if (of.newer.maxBufferSize != 0)
    info.largest_allocation = std::min(info.largest_allocation, of.newer.maxBufferSize);
  info.local_memory = core.limits.maxComputeSharedMemorySize;
  info.largest_work_group = core.limits.maxComputeWorkGroupInvocations;
  info.most_work_groups = core.limits.maxComputeWorkGroupCount[0];
  info.unified_memory = core.deviceType == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU ||
                        core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  const Features features(device);
  info.has_double = features.has_double();
  info.has_half = features.has_half();
  info.accepts_il = true;
  info.pci_address = read_pci_address(of);
  return info;
}

backend::DeviceInfo describe_device(VkPhysicalDevice device, const std::string& index) {
  const auto properties = properties_of(device);
  if (properties.apiVersion < VK_API_VERSION_1_2)
    refuse(properties,
           fmt::format("Vulkan 1.2, which is needed, but {}", version_text(properties.apiVersion)));
  const auto family = compute_family(queue_families(device));
  if (!family) refuse(properties, "queue family that computes");
  if (!Features(device).has_addresses())
    refuse(properties, "bufferDeviceAddress, by which kernels are given their buffers");
  auto info = describe_user_device(device, *family);
  info.index = index;
  return info;
}

}  // namespace tickbench::vulkan
