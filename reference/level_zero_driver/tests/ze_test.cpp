// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "ze_test.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace {

void must(ze_result_t result, const char* call) {
  if (result == ZE_RESULT_SUCCESS) return;
  std::ostringstream text;
  text << call << ": 0x" << std::hex << result;
  throw std::runtime_error(text.str());
}
#define MUST(call) must(call, #call)

ze_driver_handle_t find_driver() {
  MUST(zeInit(0));
  std::uint32_t count = 0;
  MUST(zeDriverGet(&count, nullptr));
  std::vector<ze_driver_handle_t> drivers(count);
  MUST(zeDriverGet(&count, drivers.data()));
  for (ze_driver_handle_t driver : drivers) {
    std::uint32_t devices = 1;
    ze_device_handle_t device = nullptr;
    if (zeDeviceGet(driver, &devices, &device) != ZE_RESULT_SUCCESS || devices == 0) continue;
    ze_device_properties_t properties{};
    properties.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2;
    MUST(zeDeviceGetProperties(device, &properties));
    if (std::string(properties.name).find("(zecpu)") != std::string::npos) return driver;
  }
  throw std::runtime_error("no driver of the loader's is zecpu: run the tests by ctest");
}

}  // namespace

std::vector<std::uint8_t> spirv(const std::string& name) {
  std::ifstream file(std::string(ZECPU_TEST_MODULES) + "/" + name + ".spv", std::ios::binary);
  if (!file) throw std::runtime_error("no module " + name);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

ZeTest::ZeTest() : driver_(find_driver()) {
  std::uint32_t one = 1;
  MUST(zeDeviceGet(driver_, &one, &device_));
  ze_context_desc_t desc{ZE_STRUCTURE_TYPE_CONTEXT_DESC, nullptr, 0};
  MUST(zeContextCreate(driver_, &desc, &context_));
}

ZeTest::~ZeTest() {
  while (!cleanup_.empty()) {
    cleanup_.back()();
    cleanup_.pop_back();
  }
  EXPECT_ZE(zeContextDestroy(context_));
}

void* ZeTest::allocate_shared(std::size_t bytes) {
  ze_device_mem_alloc_desc_t on_device{ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC, nullptr, 0, 0};
  ze_host_mem_alloc_desc_t on_host{ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC, nullptr, 0};
  void* memory = nullptr;
  MUST(zeMemAllocShared(context_, &on_device, &on_host, bytes, 0, device_, &memory));
  at_end([=, this] { EXPECT_ZE(zeMemFree(context_, memory)); });
  return memory;
}

void* ZeTest::device_memory(std::size_t bytes) {
  ze_device_mem_alloc_desc_t desc{ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC, nullptr, 0, 0};
  void* memory = nullptr;
  MUST(zeMemAllocDevice(context_, &desc, bytes, 0, device_, &memory));
  at_end([=, this] { EXPECT_ZE(zeMemFree(context_, memory)); });
  return memory;
}

void* ZeTest::host_memory(std::size_t bytes) {
  ze_host_mem_alloc_desc_t desc{ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC, nullptr, 0};
  void* memory = nullptr;
  MUST(zeMemAllocHost(context_, &desc, bytes, 0, &memory));
  at_end([=, this] { EXPECT_ZE(zeMemFree(context_, memory)); });
  return memory;
}

std::uint32_t ZeTest::spirv_version() {
  ze_device_module_properties_t properties{};
  properties.stype = ZE_STRUCTURE_TYPE_DEVICE_MODULE_PROPERTIES;
  MUST(zeDeviceGetModuleProperties(device_, &properties));
  return properties.spirvVersionSupported;
}

ze_module_handle_t ZeTest::module(const std::string& name) {
  const auto code = spirv(name);
  ze_module_desc_t desc{ZE_STRUCTURE_TYPE_MODULE_DESC,
                        nullptr,
                        ZE_MODULE_FORMAT_IL_SPIRV,
                        code.size(),
                        code.data(),
                        nullptr,
                        nullptr};
  ze_module_handle_t module = nullptr;
  MUST(zeModuleCreate(context_, device_, &desc, &module, nullptr));
  at_end([=] { EXPECT_ZE(zeModuleDestroy(module)); });
  return module;
}

ze_kernel_handle_t ZeTest::kernel(ze_module_handle_t module, const char* name) {
  ze_kernel_desc_t desc{ZE_STRUCTURE_TYPE_KERNEL_DESC, nullptr, 0, name};
  ze_kernel_handle_t kernel = nullptr;
  MUST(zeKernelCreate(module, &desc, &kernel));
  at_end([=] { EXPECT_ZE(zeKernelDestroy(kernel)); });
  return kernel;
}

namespace {
ze_command_queue_desc_t queue_desc(ze_command_queue_mode_t mode, std::uint32_t ordinal) {
  return {ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC, nullptr, ordinal, 0, 0, mode,
          ZE_COMMAND_QUEUE_PRIORITY_NORMAL};
}
}  // namespace

ze_command_queue_handle_t ZeTest::queue(ze_command_queue_mode_t mode, std::uint32_t ordinal) {
  const auto desc = queue_desc(mode, ordinal);
  ze_command_queue_handle_t queue = nullptr;
  MUST(zeCommandQueueCreate(context_, device_, &desc, &queue));
  at_end([=] { EXPECT_ZE(zeCommandQueueDestroy(queue)); });
  return queue;
}

ze_command_list_handle_t ZeTest::list(std::uint32_t ordinal) {
  ze_command_list_desc_t desc{ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC, nullptr, ordinal, 0};
  ze_command_list_handle_t list = nullptr;
  MUST(zeCommandListCreate(context_, device_, &desc, &list));
  at_end([=] { EXPECT_ZE(zeCommandListDestroy(list)); });
  return list;
}

ze_command_list_handle_t ZeTest::immediate(ze_command_queue_mode_t mode, std::uint32_t ordinal) {
  const auto desc = queue_desc(mode, ordinal);
  ze_command_list_handle_t list = nullptr;
  MUST(zeCommandListCreateImmediate(context_, device_, &desc, &list));
  at_end([=] { EXPECT_ZE(zeCommandListDestroy(list)); });
  return list;
}

std::vector<ze_event_handle_t> ZeTest::events(std::uint32_t count, ze_event_pool_flags_t flags) {
  ze_event_pool_desc_t desc{ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, nullptr, flags, count};
  ze_event_pool_handle_t pool = nullptr;
  MUST(zeEventPoolCreate(context_, &desc, 1, &device_, &pool));
  at_end([=] { EXPECT_ZE(zeEventPoolDestroy(pool)); });
  std::vector<ze_event_handle_t> events;
  for (std::uint32_t i = 0; i < count; ++i) {
    ze_event_desc_t event_desc{ZE_STRUCTURE_TYPE_EVENT_DESC, nullptr, i, ZE_EVENT_SCOPE_FLAG_HOST,
                               ZE_EVENT_SCOPE_FLAG_HOST};
    ze_event_handle_t event = nullptr;
    MUST(zeEventCreate(pool, &event_desc, &event));
    at_end([=] { EXPECT_ZE(zeEventDestroy(event)); });
    events.push_back(event);
  }
  return events;
}

ze_fence_handle_t ZeTest::fence(ze_command_queue_handle_t queue) {
  ze_fence_desc_t desc{ZE_STRUCTURE_TYPE_FENCE_DESC, nullptr, 0};
  ze_fence_handle_t fence = nullptr;
  MUST(zeFenceCreate(queue, &desc, &fence));
  at_end([=] { EXPECT_ZE(zeFenceDestroy(fence)); });
  return fence;
}

bool ZeTest::loader_wraps() {
  const char* drivers = std::getenv("ZE_ENABLE_ALT_DRIVERS");
  return std::getenv("ZE_ENABLE_LOADER_INTERCEPT") != nullptr ||
         (drivers != nullptr && std::string(drivers).find(',') != std::string::npos);
}

void ZeTest::run(ze_command_list_handle_t list) {
  MUST(zeCommandListClose(list));
  ze_command_queue_handle_t executes = queue();
  MUST(zeCommandQueueExecuteCommandLists(executes, 1, &list, nullptr));
  MUST(zeCommandQueueSynchronize(executes, kForever));
}

void ZeTest::set(ze_kernel_handle_t kernel, std::uint32_t index, const void* pointer) {
  MUST(zeKernelSetArgumentValue(kernel, index, sizeof pointer, &pointer));
}

void ZeTest::set(ze_kernel_handle_t kernel, std::uint32_t index, std::uint32_t value) {
  MUST(zeKernelSetArgumentValue(kernel, index, sizeof value, &value));
}
