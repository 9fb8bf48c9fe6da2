// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <level_zero/ze_api.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

/// A program's own Level Zero code, as it was before it met tickbench: a context, a regular command
/// list with its queue, and one kernel. It takes the first device there is.
struct RawLevelZero {
  static constexpr std::uint32_t kItems = 1U << 20;
  static constexpr std::size_t kBytes = kItems * sizeof(float);

  ze_device_handle_t device = nullptr;
  ze_context_handle_t context = nullptr;
  ze_command_queue_handle_t queue = nullptr;
  ze_command_list_handle_t list = nullptr;
  ze_module_handle_t module = nullptr;
  ze_kernel_handle_t scale = nullptr;
  float* x = nullptr;  // shared between host and device
  float* y = nullptr;

  explicit RawLevelZero(const std::string& spirv_file) {
    require(zeInit(0), "zeInit");
    std::uint32_t one = 1;
    ze_driver_handle_t driver = nullptr;
    require(zeDriverGet(&one, &driver), "zeDriverGet");
    one = 1;
    require(zeDeviceGet(driver, &one, &device), "zeDeviceGet");
    ze_context_desc_t of_context{ZE_STRUCTURE_TYPE_CONTEXT_DESC, nullptr, 0};
    require(zeContextCreate(driver, &of_context, &context), "zeContextCreate");
    // The first queue group computes, on every device known.
    ze_command_queue_desc_t of_queue{};
    of_queue.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC;
    of_queue.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
    require(zeCommandQueueCreate(context, device, &of_queue, &queue), "zeCommandQueueCreate");
    ze_command_list_desc_t of_list{};
    of_list.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC;
    require(zeCommandListCreate(context, device, &of_list, &list), "zeCommandListCreate");
    load(spirv_file);
    x = allocate();
    y = allocate();
    for (std::uint32_t i = 0; i < kItems; ++i) x[i] = static_cast<float>(i % 1000);
  }
  ~RawLevelZero() {
    zeMemFree(context, y);
    zeMemFree(context, x);
    zeKernelDestroy(scale);
    zeModuleDestroy(module);
    zeCommandListDestroy(list);
    zeCommandQueueDestroy(queue);
    zeContextDestroy(context);
  }
  RawLevelZero(const RawLevelZero&) = delete;
  RawLevelZero& operator=(const RawLevelZero&) = delete;

  /// Into any list of this device; `run` executes the program's own.
  void append_scale(ze_command_list_handle_t to, float factor) const {
    constexpr std::uint32_t kGroup = 256;
    zeKernelSetArgumentValue(scale, 0, sizeof(factor), &factor);
    zeKernelSetArgumentValue(scale, 1, sizeof(x), &x);
    zeKernelSetArgumentValue(scale, 2, sizeof(y), &y);
    zeKernelSetGroupSize(scale, kGroup, 1, 1);
    const ze_group_count_t groups{kItems / kGroup, 1, 1};
    require(zeCommandListAppendLaunchKernel(to, scale, &groups, nullptr, 0, nullptr),
            "zeCommandListAppendLaunchKernel");
    require(zeCommandListAppendBarrier(to, nullptr, 0, nullptr), "zeCommandListAppendBarrier");
  }

  void run() {
    require(zeCommandListClose(list), "zeCommandListClose");
    require(zeCommandQueueExecuteCommandLists(queue, 1, &list, nullptr),
            "zeCommandQueueExecuteCommandLists");
    constexpr auto kForever = std::numeric_limits<std::uint64_t>::max();
    const auto waited = zeCommandQueueSynchronize(queue, kForever);
    // What still runs uses memory that its owner frees next.
    if (waited != ZE_RESULT_SUCCESS) zeCommandQueueSynchronize(queue, kForever);
    require(waited, "zeCommandQueueSynchronize");
    require(zeCommandListReset(list), "zeCommandListReset");
  }

  static void require(ze_result_t result, const char* call) {
    if (result != ZE_RESULT_SUCCESS)
      throw std::runtime_error(std::string(call) + ": " + std::to_string(result));
  }

 private:
  void load(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::vector<char> code(std::istreambuf_iterator<char>(stream), {});
    ze_module_desc_t description{};
    description.stype = ZE_STRUCTURE_TYPE_MODULE_DESC;
    description.format = ZE_MODULE_FORMAT_IL_SPIRV;
    description.inputSize = code.size();
    description.pInputModule = reinterpret_cast<const std::uint8_t*>(code.data());
    require(zeModuleCreate(context, device, &description, &module, nullptr), "zeModuleCreate");
    ze_kernel_desc_t of_kernel{};
    of_kernel.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC;
    of_kernel.pKernelName = "scale";
    require(zeKernelCreate(module, &of_kernel, &scale), "zeKernelCreate");
  }

  float* allocate() const {
    ze_device_mem_alloc_desc_t on_device{};
    on_device.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC;
    ze_host_mem_alloc_desc_t on_host{};
    on_host.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC;
    void* memory = nullptr;
    require(zeMemAllocShared(context, &on_device, &on_host, kBytes, 64, device, &memory),
            "zeMemAllocShared");
    return static_cast<float*>(memory);
  }
};
