// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// Makes an instance, a device and a buffer, and reads a clock; names the call that fails, with exit
// status 1. With an argument it forgets the buffer.
#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <cstdio>

namespace {

bool succeeds(VkResult result, const char* call) {
  if (result != VK_SUCCESS) std::printf("%s: %d\n", call, static_cast<int>(result));
  return result == VK_SUCCESS;
}

void print_clock(VkPhysicalDevice physical) {
  VkPhysicalDeviceProperties properties{};
  vkGetPhysicalDeviceProperties(physical, &properties);
  VkQueueFamilyProperties family{};
  std::uint32_t one = 1;
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &one, &family);
  std::printf("period %g, valid bits %u\n", static_cast<double>(properties.limits.timestampPeriod),
              family.timestampValidBits);
}

bool use(VkDevice device, bool forgets) {
  VkBufferCreateInfo description{};
  description.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  description.size = 64;
  description.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  for (int i = 0; i < 2; ++i) {
    VkBuffer buffer = VK_NULL_HANDLE;
    if (!succeeds(vkCreateBuffer(device, &description, nullptr, &buffer), "vkCreateBuffer"))
      return false;
    if (!forgets) vkDestroyBuffer(device, buffer, nullptr);
  }
  return succeeds(vkDeviceWaitIdle(device), "vkDeviceWaitIdle");
}

bool run(VkInstance instance, bool forgets) {
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  std::uint32_t one = 1;
  const auto listed = vkEnumeratePhysicalDevices(instance, &one, &physical);
  if (listed != VK_INCOMPLETE && !succeeds(listed, "vkEnumeratePhysicalDevices")) return false;
  print_clock(physical);
  const float priority = 1;
  VkDeviceQueueCreateInfo queue{};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo description{};
  description.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  description.queueCreateInfoCount = 1;
  description.pQueueCreateInfos = &queue;
  VkDevice device = VK_NULL_HANDLE;
  if (!succeeds(vkCreateDevice(physical, &description, nullptr, &device), "vkCreateDevice"))
    return false;
  const bool is_good = use(device, forgets);
  vkDestroyDevice(device, nullptr);
  return is_good;
}

}  // namespace

int main(int count, char** /*arguments*/) {
  VkInstanceCreateInfo description{};
  description.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  VkInstance instance = VK_NULL_HANDLE;
  if (!succeeds(vkCreateInstance(&description, nullptr, &instance), "vkCreateInstance")) return 1;
  const bool is_good = run(instance, count > 1);
  vkDestroyInstance(instance, nullptr);
  if (is_good) std::printf("all succeeded\n");
  return is_good ? 0 : 1;
}
