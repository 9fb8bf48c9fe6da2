// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/buffer.hpp"

#include <cstdlib>
#include <cstring>

#include "level_zero/error.hpp"

namespace tickbench::level_zero {
namespace {

using backend::MemoryKind;

// Transfers start aligned, and vectors of any width fit.
constexpr std::size_t kAlignment = 4096;

void free_driver_memory(ze_context_handle_t context, void* pointer) {
  check_clean_up(zeMemFree(context, pointer), "zeMemFree");
}
void free_heap_memory(ze_context_handle_t /*context*/, void* pointer) { std::free(pointer); }

std::string bytes_text(std::uint64_t bytes) { return std::to_string(bytes) + " bytes"; }

void require_within_limits(const backend::DeviceInfo& info, std::size_t bytes) {
  if (info.largest_allocation != 0 && bytes > info.largest_allocation)
    throw Error(Outcome::kOverLimit, "an allocation of " + bytes_text(bytes) +
                                         " is above the largest that the device '" + info.name +
                                         "' states, " + bytes_text(info.largest_allocation));
  if (info.memory != 0 && bytes > info.memory)
    throw Error(Outcome::kOverLimit, "an allocation of " + bytes_text(bytes) +
                                         " is above the memory that the device '" + info.name +
                                         "' states, " + bytes_text(info.memory));
}

void check_allocation(ze_result_t result, const char* call, std::size_t bytes,
                      const backend::DeviceInfo& info) {
  if (result == ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY ||
      result == ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY || result == ZE_RESULT_ERROR_UNSUPPORTED_SIZE)
    throw Error(Outcome::kOutOfMemory, std::string(call) + ": " + describe_result(result) +
                                           " for " + bytes_text(bytes) + ", although the device '" +
                                           info.name + "' states a largest allocation of " +
                                           bytes_text(info.largest_allocation) +
                                           " and a memory of " + bytes_text(info.memory));
  check(result, call, info.name);
}

void* allocate_heap(std::size_t bytes) {
  const std::size_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  void* const memory = rounded < bytes ? nullptr : std::aligned_alloc(kAlignment, rounded);
  if (memory == nullptr)
    throw Error(Outcome::kOutOfMemory,
                "the host has no " + bytes_text(bytes) + " of ordinary memory");
  std::memset(memory, 0, rounded);  // a page that was never touched costs a fault in the first copy
  return memory;
}

void* allocate_from_driver(ze_context_handle_t context, ze_device_handle_t device,
                           const backend::DeviceInfo& info, std::size_t bytes, MemoryKind kind) {
  ze_device_mem_alloc_desc_t on_device{};
  on_device.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC;
  ze_host_mem_alloc_desc_t on_host{};
  on_host.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC;
  void* pointer = nullptr;
  switch (kind) {
    case MemoryKind::kHost:
      check_allocation(zeMemAllocHost(context, &on_host, bytes, kAlignment, &pointer),
                       "zeMemAllocHost", bytes, info);
      break;
    case MemoryKind::kShared:
      check_allocation(
          zeMemAllocShared(context, &on_device, &on_host, bytes, kAlignment, device, &pointer),
          "zeMemAllocShared", bytes, info);
      break;
    default:
      check_allocation(zeMemAllocDevice(context, &on_device, bytes, kAlignment, device, &pointer),
                       "zeMemAllocDevice", bytes, info);
  }
  return pointer;
}

}  // namespace

Buffer& as_buffer(backend::Memory& memory) {
  auto* const buffer = dynamic_cast<Buffer*>(&memory);
  if (buffer == nullptr)
    throw Error(Outcome::kInvalidBenchmark,
                "expected memory of the Level Zero back end, found another's");
  return *buffer;
}

std::unique_ptr<Buffer> allocate(ze_context_handle_t context, ze_device_handle_t device,
                                 const backend::DeviceInfo& info, std::size_t bytes,
                                 MemoryKind kind) {
  if (bytes == 0)
    throw Error(Outcome::kInvalidBenchmark, "an allocation: expected at least one byte");
  if (kind == MemoryKind::kMapped)
    throw Error(Outcome::kUnsupported, "mapped memory: Level Zero has no mapping of buffers");
  if (kind == MemoryKind::kHeap)
    return std::make_unique<Buffer>(allocate_heap(bytes), bytes, kind, free_heap_memory, nullptr);
  require_within_limits(info, bytes);
  return std::make_unique<Buffer>(allocate_from_driver(context, device, info, bytes, kind), bytes,
                                  kind, free_driver_memory, context);
}

}  // namespace tickbench::level_zero
