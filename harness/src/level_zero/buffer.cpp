// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/buffer.hpp"

#include <fmt/format.h>

#include <utility>

#include "level_zero/error.hpp"

namespace tickbench::level_zero {
namespace {

using backend::MemoryKind;

// Transfers start aligned, and vectors of any width fit.
constexpr std::size_t kAlignment = 4096;

void check_allocation(ze_result_t result, const char* call, std::size_t bytes,
                      const backend::DeviceInfo& info) {
  if (result == ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY ||
      result == ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY || result == ZE_RESULT_ERROR_UNSUPPORTED_SIZE)
    backend::throw_out_of_memory(fmt::format("{}: {}", call, describe_result(result)), bytes, info);
  check(result, call, info.name);
}

void* allocate_from_driver(const Allocator& on, std::size_t bytes, MemoryKind kind) {
  ze_device_mem_alloc_desc_t on_device{};
  on_device.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC;
  ze_host_mem_alloc_desc_t on_host{};
  on_host.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC;
  void* pointer = nullptr;
  switch (kind) {
    case MemoryKind::kHost:
      check_allocation(zeMemAllocHost(on.context, &on_host, bytes, kAlignment, &pointer),
                       "zeMemAllocHost", bytes, on.info);
      break;
    case MemoryKind::kShared:
      check_allocation(zeMemAllocShared(on.context, &on_device, &on_host, bytes, kAlignment,
                                        on.device, &pointer),
                       "zeMemAllocShared", bytes, on.info);
      break;
    default:
      check_allocation(
          zeMemAllocDevice(on.context, &on_device, bytes, kAlignment, on.device, &pointer),
          "zeMemAllocDevice", bytes, on.info);
  }
  return pointer;
}

}  // namespace

std::unique_ptr<Buffer> Allocator::allocate(std::size_t bytes, MemoryKind kind) const {
  if (kind == MemoryKind::kMapped)
    throw Error(Outcome::kUnsupported, "mapped memory: Level Zero has no mapping of buffers");
  use.require(bytes, kind);
  Buffer::Pointer pointer =
      kind == MemoryKind::kHeap
          ? Buffer::Pointer(backend::allocate_heap(bytes).release(), {})
          : Buffer::Pointer(allocate_from_driver(*this, bytes, kind), {context});
  return std::make_unique<Buffer>(std::move(pointer), bytes, kind, use);
}

}  // namespace tickbench::level_zero
