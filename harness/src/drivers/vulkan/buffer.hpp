// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "vulkan/error.hpp"
#include "vulkan/place.hpp"

namespace tickbench::vulkan {

/// What a buffer is made of. Destroyed from the last one to the first.
struct Allocation {
  backend::HeapMemory heap;  ///< the process's own, imported
  DeviceMemoryHandle memory;
  BufferHandle buffer;
  std::byte* mapped = nullptr;  ///< where the host reaches it
  VkDeviceAddress address = 0;  ///< 0: the device was opened without addresses
};

/// A buffer with memory of its own, or a part of one.
class Buffer final : public backend::CountedMemory {
 public:
  Buffer(Allocation allocation, std::size_t size, backend::MemoryKind kind, backend::MemoryUse& use)
      : CountedMemory(size, kind, use),
        allocation_(std::make_shared<const Allocation>(std::move(allocation))) {}
  /// A part of another one.
  Buffer(const std::shared_ptr<backend::Memory>& whole, std::size_t offset, std::size_t size);

  void* host_pointer() noexcept override {
    return allocation_->mapped == nullptr ? nullptr : allocation_->mapped + offset_;
  }

  // What commands and kernels are given: a buffer and the offset in it, or an address.
  VkBuffer buffer() const noexcept { return allocation_->buffer.get(); }
  VkDeviceSize offset() const noexcept { return offset_; }
  VkDeviceAddress address() const noexcept { return allocation_->address + offset_; }

 private:
  std::shared_ptr<const Allocation> allocation_;  ///< of a part: the whole's
  VkDeviceSize offset_ = 0;                       ///< in the allocation, of a part
};

inline Buffer& as_buffer(backend::Memory& memory) {
  return backend::own<Buffer>(memory, "memory of the Vulkan back end");
}

/// The index of the memory type that is best for a kind of memory, of those whose bit is set in
/// `allowed`; nothing where none will do.
std::optional<std::uint32_t> memory_type_for(backend::MemoryKind kind,
                                             const VkPhysicalDeviceMemoryProperties& memory,
                                             std::uint32_t allowed);

/// The device that allocations are made on.
class Allocator {
 public:
  /// Of buffers for queues of these families.
  Allocator(const Place& place, backend::MemoryUse& use, const std::vector<QueueFamily>& families)
      : place_(place),
        use_(use),
        heap_alignment_(heap_alignment(place.physical)),
        host_pointer_properties_(reinterpret_cast<PFN_vkGetMemoryHostPointerPropertiesEXT>(
            vkGetDeviceProcAddr(place.device, "vkGetMemoryHostPointerPropertiesEXT"))) {
    for (const auto& family : families) families_.push_back(family.index);
    vkGetPhysicalDeviceMemoryProperties(place.physical, &memory_);
  }

  /// Throws Error: kOverLimit, kOutOfMemory, kUnsupported (kMapped; kShared and kHeap where the
  /// device has no such memory), kInvalidBenchmark (no bytes).
  std::unique_ptr<Buffer> allocate(std::size_t bytes, backend::MemoryKind kind) const;
  const Place& place() const noexcept { return place_; }

 private:
  BufferHandle create_buffer(std::size_t bytes, backend::MemoryKind kind) const;
  std::uint32_t type_for(backend::MemoryKind kind, std::size_t bytes, std::uint32_t allowed) const;
  std::uint32_t importable_types(void* heap) const;
  void require_kind(backend::MemoryKind kind) const;
  void allocate_memory(Allocation& to, std::size_t bytes, backend::MemoryKind kind) const;

  Place place_;
  backend::MemoryUse& use_;
  std::vector<std::uint32_t> families_;
  VkPhysicalDeviceMemoryProperties memory_{};
  std::size_t heap_alignment_;
  PFN_vkGetMemoryHostPointerPropertiesEXT host_pointer_properties_;
};

}  // namespace tickbench::vulkan
