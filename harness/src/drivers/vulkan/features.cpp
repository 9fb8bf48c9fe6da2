// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/features.hpp"

#include <algorithm>
#include <utility>

#include "vulkan/error.hpp"

namespace tickbench::vulkan {
namespace {

/// Those features alone that are named, as far as the device has them.
template <class T, class... Members>
void keep_only(T& features, Members T::*... members) {
  const T found = features;
  features = {};
  ((features.*members = found.*members), ...);
}

// Capabilities of SPIR-V: operations of subgroups.
constexpr std::uint32_t kGroupNonUniform = 61;
constexpr std::uint32_t kGroupNonUniformQuad = 68;

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

  // Keeping only some of them drops the links as well.
  const auto link = [this] {
    core_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features_1_1_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    features_1_2_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    features_1_3_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    core_.pNext = &features_1_1_;
    features_1_1_.pNext = &features_1_2_;
    features_1_2_.pNext = version_ >= VK_API_VERSION_1_3 ? &features_1_3_ : nullptr;
  };
  link();
  vkGetPhysicalDeviceFeatures2(device, &core_);
  using Core = VkPhysicalDeviceFeatures;
  keep_only(core_.features, &Core::shaderInt64, &Core::shaderFloat64, &Core::shaderInt16);
  using Features11 = VkPhysicalDeviceVulkan11Features;
  keep_only(features_1_1_, &Features11::storageBuffer16BitAccess,
            &Features11::uniformAndStorageBuffer16BitAccess, &Features11::storagePushConstant16,
            &Features11::variablePointersStorageBuffer, &Features11::variablePointers);
  using Features12 = VkPhysicalDeviceVulkan12Features;
  keep_only(features_1_2_, &Features12::storageBuffer8BitAccess,
            &Features12::uniformAndStorageBuffer8BitAccess, &Features12::storagePushConstant8,
            &Features12::shaderBufferInt64Atomics, &Features12::shaderFloat16,
            &Features12::shaderInt8, &Features12::scalarBlockLayout,
            &Features12::uniformBufferStandardLayout, &Features12::shaderSubgroupExtendedTypes,
            &Features12::bufferDeviceAddress, &Features12::hostQueryReset,
            &Features12::vulkanMemoryModel, &Features12::vulkanMemoryModelDeviceScope);
  using Features13 = VkPhysicalDeviceVulkan13Features;
  keep_only(features_1_3_, &Features13::maintenance4,
            &Features13::shaderZeroInitializeWorkgroupMemory);
  link();
}

std::vector<std::uint32_t> Features::capabilities() const {
  const auto& core = core_.features;
  const std::pair<std::uint32_t, VkBool32> all[] = {
      {0, VK_TRUE},                                    // Matrix
      {1, VK_TRUE},                                    // Shader
      {9, features_1_2_.shaderFloat16},                // Float16
      {10, core.shaderFloat64},                        // Float64
      {11, core.shaderInt64},                          // Int64
      {12, features_1_2_.shaderBufferInt64Atomics},    // Int64Atomics
      {22, core.shaderInt16},                          // Int16
      {39, features_1_2_.shaderInt8},                  // Int8
      {4433, features_1_1_.storageBuffer16BitAccess},  // StorageBuffer16BitAccess
      {4434,
       features_1_1_.uniformAndStorageBuffer16BitAccess},   // UniformAndStorageBuffer16BitAccess
      {4435, features_1_1_.storagePushConstant16},          // StoragePushConstant16
      {4441, features_1_1_.variablePointersStorageBuffer},  // VariablePointersStorageBuffer
      {4442, features_1_1_.variablePointers},               // VariablePointers
      {4448, features_1_2_.storageBuffer8BitAccess},        // StorageBuffer8BitAccess
      {4449, features_1_2_.uniformAndStorageBuffer8BitAccess},  // UniformAndStorageBuffer8BitAccess
      {4450, features_1_2_.storagePushConstant8},               // StoragePushConstant8
      {5345, features_1_2_.vulkanMemoryModel},                  // VulkanMemoryModel
      {5346, features_1_2_.vulkanMemoryModelDeviceScope},       // VulkanMemoryModelDeviceScope
      {5347, features_1_2_.bufferDeviceAddress},                // PhysicalStorageBufferAddresses
  };
  std::vector<std::uint32_t> has;
  for (const auto& [capability, is_there] : all)
    if (is_there != VK_FALSE) has.push_back(capability);
  // Operations of subgroups: the flags have the order of the capabilities.
  for (std::uint32_t i = 0; i <= kGroupNonUniformQuad - kGroupNonUniform; ++i)
    if ((subgroup_operations_ >> i & 1U) != 0) has.push_back(kGroupNonUniform + i);
  return has;
}

std::uint32_t Features::spirv_version() const noexcept {
  return version_ >= VK_API_VERSION_1_3 ? 0x00010600 : 0x00010500;
}

std::vector<std::string> list_extensions(VkPhysicalDevice device) {
  std::vector<std::string> names;
  for (const auto& extension : listed<VkExtensionProperties>(
           [device](std::uint32_t*count, VkExtensionProperties*to) {
             return vkEnumerateDeviceExtensionProperties(device, nullptr, count, to);
           },
           "vkEnumerateDeviceExtensionProperties"))
    names.emplace_back(extension.extensionName);
  return names;
}

bool contains(const std::vector<std::string>& extensions, std::string_view name) {
  return std::find(extensions.begin(), extensions.end(), name) != extensions.end();
}

}  // namespace tickbench::vulkan
