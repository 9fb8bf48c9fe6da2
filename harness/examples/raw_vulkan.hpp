// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

/// A program's own Vulkan code, as it was before it met tickbench: a device with one queue, a
/// command buffer that it records again and again, and one pipeline. It takes the first device
/// there is.
struct RawVulkan {
  static constexpr std::uint32_t kItems = 1U << 16;
  static constexpr std::size_t kBytes = kItems * sizeof(float);

  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  std::uint32_t family = 0;
  VkQueue queue = VK_NULL_HANDLE;
  VkCommandPool pool = VK_NULL_HANDLE;
  VkCommandBuffer commands = VK_NULL_HANDLE;  ///< always being recorded
  VkShaderModule module = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkPipeline scale = VK_NULL_HANDLE;
  struct Array {
    VkBuffer buffer = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VkDeviceAddress address = 0;
    float* values = nullptr;  ///< the host reaches it
  } x, y;

  explicit RawVulkan(const std::string& spirv_file) {
    open();
    VkCommandPoolCreateInfo of_pool{};
    of_pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    of_pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    of_pool.queueFamilyIndex = family;
    require(vkCreateCommandPool(device, &of_pool, nullptr, &pool), "vkCreateCommandPool");
    commands = allocate_commands();
    begin(commands);
    build(spirv_file);
    x = allocate();
    y = allocate();
    for (std::uint32_t i = 0; i < kItems; ++i) x.values[i] = static_cast<float>(i % 1000);
  }
  ~RawVulkan() {
    vkDeviceWaitIdle(device);
    for (const auto& array : {x, y}) {
      vkDestroyBuffer(device, array.buffer, nullptr);
      vkFreeMemory(device, array.memory, nullptr);
    }
    vkDestroyPipeline(device, scale, nullptr);
    vkDestroyPipelineLayout(device, layout, nullptr);
    vkDestroyShaderModule(device, module, nullptr);
    vkDestroyCommandPool(device, pool, nullptr);
    vkDestroyDevice(device, nullptr);
    vkDestroyInstance(instance, nullptr);
  }
  RawVulkan(const RawVulkan&) = delete;
  RawVulkan& operator=(const RawVulkan&) = delete;

  /// Into any command buffer of this device, behind what is in it.
  void record_scale(VkCommandBuffer to, float factor) const {
    VkMemoryBarrier barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
    vkCmdPipelineBarrier(to, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                         VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier, 0, nullptr, 0,
                         nullptr);
    struct {
      VkDeviceAddress x, y;
      float factor;
    } const arguments{x.address, y.address, factor};
    constexpr std::uint32_t kGroup = 256;
    constexpr std::uint32_t kArguments = 20;  // without the padding
    vkCmdBindPipeline(to, VK_PIPELINE_BIND_POINT_COMPUTE, scale);
    vkCmdPushConstants(to, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, kArguments, &arguments);
    vkCmdDispatch(to, kItems / kGroup, 1, 1);
  }

  VkCommandBuffer allocate_commands() const {
    VkCommandBufferAllocateInfo description{};
    description.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    description.commandPool = pool;
    description.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    description.commandBufferCount = 1;
    VkCommandBuffer allocated = VK_NULL_HANDLE;
    require(vkAllocateCommandBuffers(device, &description, &allocated), "vkAllocateCommandBuffers");
    return allocated;
  }
  static void begin(VkCommandBuffer to) {
    VkCommandBufferBeginInfo description{};
    description.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    require(vkBeginCommandBuffer(to, &description), "vkBeginCommandBuffer");
  }
  void submit(VkCommandBuffer ended) const {
    VkSubmitInfo description{};
    description.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    description.commandBufferCount = 1;
    description.pCommandBuffers = &ended;
    require(vkQueueSubmit(queue, 1, &description, VK_NULL_HANDLE), "vkQueueSubmit");
  }
  /// What was recorded into the program's own command buffer.
  void run() const {
    require(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    submit(commands);
    require(vkQueueWaitIdle(queue), "vkQueueWaitIdle");
    require(vkResetCommandBuffer(commands, 0), "vkResetCommandBuffer");
    begin(commands);
  }

  static void require(VkResult result, const char* call) {
    if (result != VK_SUCCESS)
      throw std::runtime_error(std::string(call) + ": " + std::to_string(result));
  }

 private:
  void open() {
    VkApplicationInfo application{};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = VK_API_VERSION_1_2;
    VkInstanceCreateInfo of_instance{};
    of_instance.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    of_instance.pApplicationInfo = &application;
    require(vkCreateInstance(&of_instance, nullptr, &instance), "vkCreateInstance");
    std::uint32_t one = 1;
    const auto listed = vkEnumeratePhysicalDevices(instance, &one, &physical_device);
    if (listed != VK_INCOMPLETE) require(listed, "vkEnumeratePhysicalDevices");
    if (one == 0) throw std::runtime_error("no Vulkan device");
    family = first_that_computes();
    const float priority = 1;
    VkDeviceQueueCreateInfo of_queue{};
    of_queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    of_queue.queueFamilyIndex = family;
    of_queue.queueCount = 1;
    of_queue.pQueuePriorities = &priority;
    VkPhysicalDeviceVulkan12Features features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    features.bufferDeviceAddress = VK_TRUE;
    features.timelineSemaphore = VK_TRUE;
    VkDeviceCreateInfo of_device{};
    of_device.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    of_device.pNext = &features;
    of_device.queueCreateInfoCount = 1;
    of_device.pQueueCreateInfos = &of_queue;
    require(vkCreateDevice(physical_device, &of_device, nullptr, &device), "vkCreateDevice");
    vkGetDeviceQueue(device, family, 0, &queue);
  }

  std::uint32_t first_that_computes() const {
    std::uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physical_device, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(physical_device, &count, families.data());
    for (std::uint32_t i = 0; i < count; ++i)
      if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0) return i;
    throw std::runtime_error("no queue that computes");
  }

  void build(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::vector<char> code(std::istreambuf_iterator<char>(stream), {});
    VkShaderModuleCreateInfo of_module{};
    of_module.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    of_module.codeSize = code.size();
    of_module.pCode = reinterpret_cast<const std::uint32_t*>(code.data());
    require(vkCreateShaderModule(device, &of_module, nullptr, &module), "vkCreateShaderModule");
    const VkPushConstantRange arguments{VK_SHADER_STAGE_COMPUTE_BIT, 0, 20};
    VkPipelineLayoutCreateInfo of_layout{};
    of_layout.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    of_layout.pushConstantRangeCount = 1;
    of_layout.pPushConstantRanges = &arguments;
    require(vkCreatePipelineLayout(device, &of_layout, nullptr, &layout), "vkCreatePipelineLayout");
    VkComputePipelineCreateInfo of_pipeline{};
    of_pipeline.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    of_pipeline.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    of_pipeline.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    of_pipeline.stage.module = module;
    of_pipeline.stage.pName = "raw_scale";
    of_pipeline.layout = layout;
    require(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &of_pipeline, nullptr, &scale),
            "vkCreateComputePipelines");
  }

  std::uint32_t memory_type(std::uint32_t allowed) const {
    constexpr VkMemoryPropertyFlags kReached =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkPhysicalDeviceMemoryProperties memory{};
    vkGetPhysicalDeviceMemoryProperties(physical_device, &memory);
    for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i)
      if ((allowed >> i & 1U) != 0 && (memory.memoryTypes[i].propertyFlags & kReached) == kReached)
        return i;
    throw std::runtime_error("no memory that the host reaches");
  }

  Array allocate() const {
    Array made;
    VkBufferCreateInfo of_buffer{};
    of_buffer.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    of_buffer.size = kBytes;
    of_buffer.usage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    require(vkCreateBuffer(device, &of_buffer, nullptr, &made.buffer), "vkCreateBuffer");
    VkMemoryRequirements required{};
    vkGetBufferMemoryRequirements(device, made.buffer, &required);
    VkMemoryAllocateFlagsInfo flags{};
    flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
    flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    VkMemoryAllocateInfo of_memory{};
    of_memory.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    of_memory.pNext = &flags;
    of_memory.allocationSize = required.size;
    of_memory.memoryTypeIndex = memory_type(required.memoryTypeBits);
    require(vkAllocateMemory(device, &of_memory, nullptr, &made.memory), "vkAllocateMemory");
    require(vkBindBufferMemory(device, made.buffer, made.memory, 0), "vkBindBufferMemory");
    void* mapped = nullptr;
    require(vkMapMemory(device, made.memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
    made.values = static_cast<float*>(mapped);
    VkBufferDeviceAddressInfo of{};
    of.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO;
    of.buffer = made.buffer;
    made.address = vkGetBufferDeviceAddress(device, &of);
    return made;
  }
};
