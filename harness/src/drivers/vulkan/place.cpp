// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/place.hpp"

#include <algorithm>
#include <utility>

#include "vulkan/error.hpp"

namespace tickbench::vulkan {
namespace {

/// Those members alone that are named: of features, as far as the device has them.
template <class T, class... Members>
void keep_only(T& features, Members T::*... members) {
  const T found = features;
  features = {};
  ((features.*members = found.*members), ...);
}

// Capabilities of SPIR-V: operations of subgroups.
constexpr std::uint32_t kGroupNonUniform = 61;
constexpr std::uint32_t kGroupNonUniformQuad = 68;

// The same call by its newer name, which older headers do not know.
constexpr const char* kCalibratedExt = VK_EXT_CALIBRATED_TIMESTAMPS_EXTENSION_NAME;
constexpr const char* kCalibratedKhr = "VK_KHR_calibrated_timestamps";

/// Those of the extensions used here that the device has; of two for one call the first.
std::vector<const char*> wanted_extensions(VkPhysicalDevice device) {
  const auto has = list_extensions(device);
  std::vector<const char*> wanted;
  for (const char* name : {kCalibratedExt, kCalibratedKhr})
    if (wanted.empty() && has.contains(name)) wanted.push_back(name);
  if (has.contains(VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME))
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
    throw_error(Outcome::kNoDevice, "expected a Vulkan loader of 1.2 or newer, found {}",
                version_text(version));
  auto application = structure<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.pApplicationName = "tickbench";
  application.apiVersion = std::min<std::uint32_t>(version, VK_API_VERSION_1_3);
  auto description = structure<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  description.pApplicationInfo = &application;
  // Profilers are told of ranges by it.
  const char* const labels = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
  description.ppEnabledExtensionNames = &labels;
  VkInstance made = VK_NULL_HANDLE;
  VkResult result = VK_ERROR_EXTENSION_NOT_PRESENT;
  for (std::uint32_t count = 2; count-- > 0 && result == VK_ERROR_EXTENSION_NOT_PRESENT;) {
    description.enabledExtensionCount = count;
    result = vkCreateInstance(&description, nullptr, &made);
  }
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER)  // there is none
    throw_error(Outcome::kNoDevice, "no Vulkan driver is usable (vkCreateInstance: {})",
                describe_result(result));
  check(result, "vkCreateInstance");
  return made;
}

}  // namespace

Features::Features(VkPhysicalDevice device) {
  VkPhysicalDeviceSubgroupProperties subgroup{};
  subgroup.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
  auto properties =
      structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  properties.pNext = &subgroup;
  vkGetPhysicalDeviceProperties2(device, &properties);
  version_ = properties.properties.apiVersion;
  if ((subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0)
    subgroup_operations_ = subgroup.supportedOperations;

  core_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features_1_1_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
  features_1_2_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  features_1_3_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
  core_.pNext = &features_1_1_;
  features_1_1_.pNext = &features_1_2_;
  features_1_2_.pNext = version_ >= VK_API_VERSION_1_3 ? &features_1_3_ : nullptr;
  vkGetPhysicalDeviceFeatures2(device, &core_);
  using Core = VkPhysicalDeviceFeatures;
  keep_only(core_.features, &Core::shaderInt64, &Core::shaderFloat64, &Core::shaderInt16);
  using Features11 = VkPhysicalDeviceVulkan11Features;
  keep_only(features_1_1_, &Features11::sType, &Features11::pNext,
            &Features11::storageBuffer16BitAccess, &Features11::uniformAndStorageBuffer16BitAccess,
            &Features11::storagePushConstant16, &Features11::variablePointersStorageBuffer,
            &Features11::variablePointers);
  using Features12 = VkPhysicalDeviceVulkan12Features;
  keep_only(features_1_2_, &Features12::sType, &Features12::pNext,
            &Features12::storageBuffer8BitAccess, &Features12::uniformAndStorageBuffer8BitAccess,
            &Features12::storagePushConstant8, &Features12::shaderBufferInt64Atomics,
            &Features12::shaderFloat16, &Features12::shaderInt8, &Features12::scalarBlockLayout,
            &Features12::uniformBufferStandardLayout, &Features12::shaderSubgroupExtendedTypes,
            &Features12::bufferDeviceAddress, &Features12::hostQueryReset,
            &Features12::vulkanMemoryModel, &Features12::vulkanMemoryModelDeviceScope);
  using Features13 = VkPhysicalDeviceVulkan13Features;
  keep_only(features_1_3_, &Features13::sType, &Features13::pNext, &Features13::maintenance4,
            &Features13::shaderZeroInitializeWorkgroupMemory);
}

std::vector<std::uint32_t> Features::capabilities() const {
  const auto& core = core_.features;
  const std::pair<std::uint32_t, VkBool32> all[] = {
      {0, VK_TRUE},  // Matrix
      {1, VK_TRUE},  // Shader
      {9, features_1_2_.shaderFloat16},
      {10, core.shaderFloat64},
      {11, core.shaderInt64},
      {12, features_1_2_.shaderBufferInt64Atomics},
      {22, core.shaderInt16},
      {39, features_1_2_.shaderInt8},
      {4433, features_1_1_.storageBuffer16BitAccess},
      {4434, features_1_1_.uniformAndStorageBuffer16BitAccess},
      {4435, features_1_1_.storagePushConstant16},
      {4441, features_1_1_.variablePointersStorageBuffer},
      {4442, features_1_1_.variablePointers},
      {4448, features_1_2_.storageBuffer8BitAccess},
      {4449, features_1_2_.uniformAndStorageBuffer8BitAccess},
      {4450, features_1_2_.storagePushConstant8},
      {5345, features_1_2_.vulkanMemoryModel},
      {5346, features_1_2_.vulkanMemoryModelDeviceScope},
      {5347, features_1_2_.bufferDeviceAddress}};  // PhysicalStorageBufferAddresses
  std::vector<std::uint32_t> has;
  for (const auto& [capability, is_there] : all)
    if (is_there != VK_FALSE) has.push_back(capability);
  // Operations of subgroups: the flags have the order of the capabilities.
  for (std::uint32_t i = 0; i <= kGroupNonUniformQuad - kGroupNonUniform; ++i)
    if ((subgroup_operations_ >> i & 1U) != 0) has.push_back(kGroupNonUniform + i);
  return has;
}

Extensions list_extensions(VkPhysicalDevice device) {
  Extensions names;
  for (const auto& extension : listed<VkExtensionProperties>(
           [device](std::uint32_t*count, VkExtensionProperties*to) {
             return vkEnumerateDeviceExtensionProperties(device, nullptr, count, to);
           },
           "vkEnumerateDeviceExtensionProperties"))
    names.emplace(extension.extensionName);
  return names;
}

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

PFN_vkGetCalibratedTimestampsEXT calibrated_timestamps(const Place& place) {
  for (const char* name : {"vkGetCalibratedTimestampsEXT", "vkGetCalibratedTimestampsKHR"})
    if (const auto found = reinterpret_cast<PFN_vkGetCalibratedTimestampsEXT>(
            vkGetDeviceProcAddr(place.device, name)))
      return has_device_domain(place.physical) ? found : nullptr;
  return nullptr;
}

}  // namespace tickbench::vulkan
