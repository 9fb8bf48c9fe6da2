// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/buffer.hpp"

#include <bit>
#include <utility>

namespace tickbench::vulkan {
namespace {

using backend::MemoryKind;

// Memory of some special use: what lies in it would be slow, or gone.
constexpr VkMemoryPropertyFlags kSpecial =
    VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT | VK_MEMORY_PROPERTY_PROTECTED_BIT |
    VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD | VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD |
    VK_MEMORY_PROPERTY_RDMA_CAPABLE_BIT_NV;
constexpr VkMemoryPropertyFlags kOnDevice = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
constexpr VkMemoryPropertyFlags kCoherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

struct Wanted {
  VkMemoryPropertyFlags needed;
  VkMemoryPropertyFlags liked;
  VkMemoryPropertyFlags disliked;
};
Wanted wanted_for(MemoryKind kind) {
  if (kind == MemoryKind::kHost) return {kVisible | kCoherent, kCached, kOnDevice};
  if (kind == MemoryKind::kShared) return {kOnDevice | kVisible | kCoherent, kCached, 0};
  if (kind == MemoryKind::kHeap) return {kVisible | kCoherent, kCached, 0};
  return {kOnDevice, 0, kVisible};
}

constexpr auto kImported = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;

}  // namespace

std::optional<std::uint32_t> memory_type_for(MemoryKind kind,
                                             const VkPhysicalDeviceMemoryProperties& memory,
                                             std::uint32_t allowed) {
  const auto wanted = wanted_for(kind);
  std::optional<std::uint32_t> best;
  int best_score = 0;
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    const auto flags = memory.memoryTypes[i].propertyFlags;
    if ((allowed >> i & 1U) == 0 || (flags & wanted.needed) != wanted.needed ||
        (flags & kSpecial) != 0)
      continue;
    const int score = std::popcount(flags & wanted.liked) - std::popcount(flags & wanted.disliked);
    // Drivers list the faster of two equal types first.
    if (!best || score > best_score) {
      best = i;
      best_score = score;
    }
  }
  return best;
}

Buffer::Buffer(const std::shared_ptr<backend::Memory>& whole, std::size_t offset, std::size_t size)
    : CountedMemory(whole, offset, size),
      allocation_(as_buffer(*whole).allocation_),
      offset_(as_buffer(*whole).offset_ + offset) {}

void Allocator::require_kind(MemoryKind kind) const {
  const auto& name = place_.info->name;
  if (kind == MemoryKind::kMapped)
    throw Error(Outcome::kUnsupported,
                "mapped memory: in Vulkan, memory that the host reaches is mapped for good, as "
                "host and shared memory are");
  if (kind != MemoryKind::kHeap) return;
  if (heap_alignment_ == 0 || host_pointer_properties_ == nullptr)
    throw_error(Outcome::kUnsupported,
                "heap memory: the device '{}' has no VK_EXT_external_memory_host", name);
  if (heap_alignment_ > backend::kPage)
    throw_error(Outcome::kUnsupported,
                "heap memory: the device '{}' takes it in pieces of {} bytes, expected pages of {}",
                name, heap_alignment_, backend::kPage);
}

/// Throws Error where no memory type will do, or the one that does is smaller.
std::uint32_t Allocator::type_for(MemoryKind kind, std::size_t bytes, std::uint32_t allowed) const {
  const auto& name = place_.info->name;
  const auto type = memory_type_for(kind, memory_, allowed);
  if (!type)
    throw_error(Outcome::kUnsupported, "{} memory: the device '{}' has no memory type for it",
                to_string(kind), name);
  const auto heap = memory_.memoryHeaps[memory_.memoryTypes[*type].heapIndex].size;
  if (bytes > heap)
    throw_error(
        Outcome::kOverLimit,
        "an allocation of {} bytes is above the {} memory that the device '{}' states, {} bytes",
        bytes, to_string(kind), name, heap);
  return *type;
}

BufferHandle Allocator::create_buffer(std::size_t bytes, MemoryKind kind) const {
  auto external = structure<VkExternalMemoryBufferCreateInfo>(
      VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO);
  external.handleTypes = kImported;
  auto description = structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  if (kind == MemoryKind::kHeap) description.pNext = &external;
  description.size = bytes;
  description.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                      VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  if (place_.has_addresses) description.usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
  if (families_.size() > 1) {
    description.sharingMode = VK_SHARING_MODE_CONCURRENT;
    description.queueFamilyIndexCount = static_cast<std::uint32_t>(families_.size());
    description.pQueueFamilyIndices = families_.data();
  }
  VkBuffer buffer = VK_NULL_HANDLE;
  check.allocation(vkCreateBuffer(place_.device, &description, nullptr, &buffer), "vkCreateBuffer",
                   bytes, *place_.info);
  return {buffer, {place_.device}};
}

std::uint32_t Allocator::importable_types(void* heap) const {
  auto properties = structure<VkMemoryHostPointerPropertiesEXT>(
      VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT);
  check(host_pointer_properties_(place_.device, kImported, heap, &properties),
        "vkGetMemoryHostPointerPropertiesEXT", *place_.info);
  return properties.memoryTypeBits;
}

void Allocator::allocate_memory(Allocation& to, std::size_t bytes, MemoryKind kind) const {
  VkMemoryRequirements required{};
  vkGetBufferMemoryRequirements(place_.device, to.buffer.get(), &required);
  auto import = structure<VkImportMemoryHostPointerInfoEXT>(
      VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT);
  auto flags = structure<VkMemoryAllocateFlagsInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
  auto description = structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  description.allocationSize = required.size;
  if (place_.has_addresses) {
    flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    description.pNext = &flags;
  }
  if (to.heap) {
    import.pNext = description.pNext;
    import.handleType = kImported;
    import.pHostPointer = to.heap.get();
    description.pNext = &import;
    description.allocationSize = backend::whole_pages(bytes);
    required.memoryTypeBits &= importable_types(to.heap.get());
  }
  description.memoryTypeIndex = type_for(kind, bytes, required.memoryTypeBits);
  VkDeviceMemory memory = VK_NULL_HANDLE;
  check.allocation(vkAllocateMemory(place_.device, &description, nullptr, &memory),
                   "vkAllocateMemory", bytes, *place_.info);
  to.memory = DeviceMemoryHandle(memory, {place_.device});
}

std::unique_ptr<Buffer> Allocator::allocate(std::size_t bytes, MemoryKind kind) const {
  require_kind(kind);
  use_.require(bytes, kind);
  const auto& info = *place_.info;
  Allocation made;
  if (kind == MemoryKind::kHeap) made.heap = backend::allocate_heap(bytes);
  made.buffer = create_buffer(bytes, kind);
  allocate_memory(made, bytes, kind);
  check.allocation(vkBindBufferMemory(place_.device, made.buffer.get(), made.memory.get(), 0),
                   "vkBindBufferMemory", bytes, info);
  if (kind == MemoryKind::kHeap) {
    made.mapped = static_cast<std::byte*>(made.heap.get());
  } else if (kind != MemoryKind::kDevice) {
    void* mapped = nullptr;
    check(vkMapMemory(place_.device, made.memory.get(), 0, VK_WHOLE_SIZE, 0, &mapped),
          "vkMapMemory", info);
    made.mapped = static_cast<std::byte*>(mapped);
  }
  if (place_.has_addresses) {
    auto of = structure<VkBufferDeviceAddressInfo>(VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO);
    of.buffer = made.buffer.get();
    made.address = vkGetBufferDeviceAddress(place_.device, &of);
  }
  return std::make_unique<Buffer>(std::move(made), bytes, kind, use_);
}

}  // namespace tickbench::vulkan
