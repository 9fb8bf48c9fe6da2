// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/instance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "tickbench/error.hpp"
#include "vulkan/error.hpp"

namespace tickbench::vulkan {
namespace {

/// Whether a result says that there is nothing to use, rather than that a call failed.
bool is_none_here(VkResult created) { return created == VK_ERROR_INCOMPATIBLE_DRIVER; }

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
  if (is_none_here(result))
    throw Error(Outcome::kNoDevice, fmt::format("no Vulkan driver is usable (vkCreateInstance: {})",
                                                describe_result(result)));
  check(result, "vkCreateInstance");
  return made;
}

}  // namespace

std::string version_text(std::uint32_t version) {
  return fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                     VK_API_VERSION_PATCH(version));
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

}  // namespace tickbench::vulkan
