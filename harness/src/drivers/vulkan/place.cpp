// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "vulkan/error.hpp"
#include "vulkan/features.hpp"

namespace tickbench::vulkan {
namespace {

// The same call by its newer name, which older headers do not know.
constexpr const char* kCalibratedExt = VK_EXT_CALIBRATED_TIMESTAMPS_EXTENSION_NAME;
constexpr const char* kCalibratedKhr = "VK_KHR_calibrated_timestamps";

/// Those of the extensions used here that the device has; of two for one call the first.
std::vector<const char*> wanted_extensions(VkPhysicalDevice device) {
  const auto has = list_extensions(device);
  std::vector<const char*> wanted;
  for (const char* name : {kCalibratedExt, kCalibratedKhr})
    if (wanted.empty() && contains(has, name)) wanted.push_back(name);
  if (contains(has, VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME))
    wanted.push_back(VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
  return wanted;
}

VkDevice create_device(VkPhysicalDevice physical, std::span<const QueueFamily> families,
                       const backend::DeviceInfo& info) {
  const float priority = 1;
  std::vector<VkDeviceQueueCreateInfo> queues;
  for (const auto& family : families) {
    auto queue = structure<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
    queue.queueFamilyIndex = family.index;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    queues.push_back(queue);
  }
  const Features features(physical);
  const auto extensions = wanted_extensions(physical);
  auto description = structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  description.pNext = features.chain();
  description.queueCreateInfoCount = static_cast<std::uint32_t>(queues.size());
  description.pQueueCreateInfos = queues.data();
  description.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
  description.ppEnabledExtensionNames = extensions.data();
  VkDevice device = VK_NULL_HANDLE;
  check(vkCreateDevice(physical, &description, nullptr, &device), "vkCreateDevice", info);
  return device;
}

/// Whether the device's own clock is among those that can be read.
bool has_device_domain(VkPhysicalDevice device) {
  for (const char* name : {"vkGetPhysicalDeviceCalibrateableTimeDomainsEXT",
                           "vkGetPhysicalDeviceCalibrateableTimeDomainsKHR"}) {
    const auto list = reinterpret_cast<PFN_vkGetPhysicalDeviceCalibrateableTimeDomainsEXT>(
        vkGetInstanceProcAddr(instance(), name));
    std::uint32_t count = 0;
    if (list == nullptr || list(device, &count, nullptr) != VK_SUCCESS) continue;
    std::vector<VkTimeDomainEXT> domains(count);
    if (list(device, &count, domains.data()) != VK_SUCCESS) continue;
    return std::find(domains.begin(), domains.end(), VK_TIME_DOMAIN_DEVICE_EXT) != domains.end();
  }
  return false;
}

VkInstance create_instance() {
  std::uint32_t version = 0;
  check(vkEnumerateInstanceVersion(&version), "vkEnumerateInstanceVersion");
  if (version < VK_API_VERSION_1_2)
    throw Error(
        Outcome::kNoDevice,
        fmt::format("expected a Vulkan loader of 1.2 or newer, found {}", version_text(version)));
  auto application = structure<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.pApplicationName = "tickbench";
  application.apiVersion = std::min<std::uint32_t>(version, VK_API_VERSION_1_3);
  auto description = structure<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  description.pApplicationInfo = &application;
  VkInstance made = VK_NULL_HANDLE;
  const VkResult result = vkCreateInstance(&description, nullptr, &made);
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER)  // there is none
    throw Error(Outcome::kNoDevice, fmt::format("no Vulkan driver is usable (vkCreateInstance: {})",
                                                describe_result(result)));
  check(result, "vkCreateInstance");
  return made;
}

}  // namespace

VkInstance instance() {
  static const VkInstance kInstance = create_instance();
  return kInstance;
}

std::vector<VkPhysicalDevice> physical_devices() {
  auto* const of = instance();
  auto found = listed<VkPhysicalDevice>(
      [of](std::uint32_t* count, VkPhysicalDevice* to) {
        return vkEnumeratePhysicalDevices(of, count, to);
      },
      "vkEnumeratePhysicalDevices");
  if (found.empty()) throw Error(Outcome::kNoDevice, "the Vulkan drivers offer no device");
  return found;
}

LogicalDevice::LogicalDevice(VkPhysicalDevice physical, std::span<const QueueFamily> families,
                             const backend::DeviceInfo& info)
    : place_{physical, create_device(physical, families, info), &info, true} {}

VkQueue LogicalDevice::queue(const QueueFamily& family) const noexcept {
  VkQueue queue = VK_NULL_HANDLE;
  vkGetDeviceQueue(place_.device, family.index, 0, &queue);
  return queue;
}

PFN_vkGetCalibratedTimestampsEXT calibrated_timestamps(const Place& place) {
  for (const char* name : {"vkGetCalibratedTimestampsEXT", "vkGetCalibratedTimestampsKHR"})
    if (const auto found = reinterpret_cast<PFN_vkGetCalibratedTimestampsEXT>(
            vkGetDeviceProcAddr(place.device, name)))
      return has_device_domain(place.physical) ? found : nullptr;
  return nullptr;
}

}  // namespace tickbench::vulkan
