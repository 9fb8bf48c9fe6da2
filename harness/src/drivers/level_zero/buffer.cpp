// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/buffer.hpp"

namespace tickbench::level_zero {
namespace {

using backend::MemoryKind;

void* allocate_from_driver(const Allocator& on, std::size_t bytes, MemoryKind kind) {
  const auto on_device =
      structure<ze_device_mem_alloc_desc_t>(ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC);
  const auto on_host = structure<ze_host_mem_alloc_desc_t>(ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC);
  void* to = nullptr;
  const auto checked = [&](ze_result_t result, const char* call) {
    check.allocation(result, call, bytes, on.info);
    return to;
  };
  if (kind == MemoryKind::kHost)
    return checked(zeMemAllocHost(on.context, &on_host, bytes, backend::kPage, &to),
                   "zeMemAllocHost");
  if (kind == MemoryKind::kShared)
    return checked(
        zeMemAllocShared(on.context, &on_device, &on_host, bytes, backend::kPage, on.device, &to),
        "zeMemAllocShared");
  return checked(zeMemAllocDevice(on.context, &on_device, bytes, backend::kPage, on.device, &to),
                 "zeMemAllocDevice");
}

}  // namespace

std::unique_ptr<Buffer> Allocator::allocate(std::size_t bytes, MemoryKind kind) const {
  if (kind == MemoryKind::kMapped)
    throw Error(Outcome::kUnsupported, "mapped memory: Level Zero has no mapping of buffers");
  use.require(bytes, kind);
  const auto free = [context = context](void* memory) {
    check.clean_up(zeMemFree(context, memory), "zeMemFree");
  };
  auto pointer = kind == MemoryKind::kHeap
                     ? std::shared_ptr<void>(backend::allocate_heap(bytes))
                     : std::shared_ptr<void>(allocate_from_driver(*this, bytes, kind), free);
  return std::make_unique<Buffer>(std::move(pointer), bytes, kind, use);
}

}  // namespace tickbench::level_zero
