// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <mutex>

#include "result.hpp"

namespace zecpu {
namespace {

std::size_t round_up(std::size_t size, std::size_t alignment) {
  return (size + alignment - 1) / alignment * alignment;
}

char* align(void* address, std::size_t alignment) {
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  return static_cast<char*>(address) + (round_up(number, alignment) - number);
}

}  // namespace

Memory::Memory(const Processor& processor, bool trap_host_access) : processor_(processor) {
  if (trap_host_access) trap_.emplace();
}

Memory::~Memory() {
  for (const auto& [base, allocation] : allocations_) unmap(allocation);
}

void* Memory::allocate(const Request& request) {
  require(request.size != 0 && request.size <= processor_.memory_bytes,
          ZE_RESULT_ERROR_UNSUPPORTED_SIZE);
  require(request.alignment == 0 || std::has_single_bit(request.alignment),
          ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT);
  require(request.alignment <= processor_.memory_bytes, ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT);
  Allocation allocation;
  allocation.size = request.size;
  allocation.type = request.type;
  allocation.device = request.device;
  const ze_result_t out_of_memory = request.type == ZE_MEMORY_TYPE_HOST
                                        ? ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY
                                        : ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
  const std::unique_lock lock(mutex_);
  // Linux hands out more than there is and kills the process that uses it.
  require(allocated_bytes_ + request.size <= processor_.memory_bytes, out_of_memory);
  map(allocation, std::max(request.alignment, processor_.page_bytes));
  require(allocation.mapping != nullptr, out_of_memory);
  allocation.id = ++last_id_;
  if (trap_ && allocation.type == ZE_MEMORY_TYPE_DEVICE)
    trap_->add({allocation.base, allocation.size, allocation.id});
  allocated_bytes_ += allocation.size;
  allocations_.emplace(allocation.base, allocation);
  return allocation.base;
}

void Memory::map(Allocation& allocation, std::size_t alignment) const {
  // Pages of its own for every allocation: an aligned base anywhere inside a larger mapping.
  allocation.mapped = round_up(allocation.size, processor_.page_bytes) + alignment;
  if (trap_ && allocation.type == ZE_MEMORY_TYPE_DEVICE) {
    const MemoryTrap::Mapping mapping = trap_->map(allocation.mapped);
    allocation.mapping = mapping.host;
    if (mapping.host == nullptr) return;
    allocation.base = align(mapping.host, alignment);
    allocation.view =
        static_cast<char*>(mapping.device) + (allocation.base - static_cast<char*>(mapping.host));
    return;
  }
  void* mapping = mmap(nullptr, allocation.mapped, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) return;
  allocation.mapping = mapping;
  allocation.base = allocation.view = align(mapping, alignment);
}

void Memory::unmap(const Allocation& allocation) {
  munmap(allocation.mapping, allocation.mapped);
  if (allocation.view == allocation.base) return;
  char* mapping = static_cast<char*>(allocation.mapping);
  munmap(allocation.view - (allocation.base - mapping), allocation.mapped);
}

void Memory::free(void* base) {
  const std::unique_lock lock(mutex_);
  const auto found = allocations_.find(static_cast<const char*>(base));
  require(found != allocations_.end(), ZE_RESULT_ERROR_INVALID_ARGUMENT);
  if (trap_) trap_->remove(found->second.base);
  unmap(found->second);
  allocated_bytes_ -= found->second.size;
  allocations_.erase(found);
}

const Allocation* Memory::locate(const void* pointer) const {
  const char* address = static_cast<const char*>(pointer);
  auto next = allocations_.upper_bound(address);
  if (next == allocations_.begin()) return nullptr;
  const Allocation& candidate = std::prev(next)->second;
  return address < candidate.base + candidate.size ? &candidate : nullptr;
}

std::optional<Allocation> Memory::find(const void* pointer) const {
  const std::shared_lock lock(mutex_);
  const Allocation* found = locate(pointer);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

void* Memory::view(const void* pointer) const {
  void* same = const_cast<void*>(pointer);
  if (!has_views()) return same;
  const std::shared_lock lock(mutex_);
  const Allocation* found = locate(pointer);
  if (found == nullptr) return same;
  return found->view + (static_cast<const char*>(pointer) - found->base);
}

}  // namespace zecpu
