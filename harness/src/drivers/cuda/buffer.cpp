// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/buffer.hpp"

namespace tickbench::cuda {
namespace {

using backend::MemoryKind;

void* allocate_on_host(std::size_t bytes, const backend::DeviceInfo& info) {
  void* to = nullptr;
  check.allocation(driver().cuMemHostAlloc(&to, bytes, kHostMemoryIsMapped), "cuMemHostAlloc",
                   bytes, info);
  return to;
}

void* allocate_on_device(std::size_t bytes, MemoryKind kind, const backend::DeviceInfo& info) {
  Address to = 0;
  if (kind == MemoryKind::kShared)
    check.allocation(driver().cuMemAllocManaged(&to, bytes, kAttachGlobally), "cuMemAllocManaged",
                     bytes, info);
  else
    check.allocation(driver().cuMemAlloc_v2(&to, bytes), "cuMemAlloc_v2", bytes, info);
  return reinterpret_cast<void*>(to);  // NOLINT(performance-no-int-to-ptr): the driver's own form
}

}  // namespace

std::unique_ptr<Buffer> Allocator::allocate(std::size_t bytes, MemoryKind kind) const {
  const auto& info = place.info();
  if (kind == MemoryKind::kMapped)
    throw Error(Outcome::kUnsupported, "mapped memory: CUDA has no mapping of buffers");
  if (kind == MemoryKind::kShared && !has_shared)
    throw_error(Outcome::kUnsupported, "shared memory: the device '{}' states no managed memory",
                info.name);
  use.require(bytes, kind);
  if (kind == MemoryKind::kHeap)
    return std::make_unique<Buffer>(backend::allocate_heap(bytes), bytes, kind, use);
  const auto entered = place.enter();
  void* const memory = kind == MemoryKind::kHost ? allocate_on_host(bytes, info)
                                                 : allocate_on_device(bytes, kind, info);
  const auto free = [place = place, kind](void* pointer) {
    const auto freeing = place.try_enter();
    if (kind == MemoryKind::kHost)
      check.clean_up(driver().cuMemFreeHost(pointer), "cuMemFreeHost");
    else
      check.clean_up(driver().cuMemFree_v2(reinterpret_cast<Address>(pointer)), "cuMemFree_v2");
  };
  return std::make_unique<Buffer>(std::shared_ptr<void>(memory, free), bytes, kind, use);
}

}  // namespace tickbench::cuda
