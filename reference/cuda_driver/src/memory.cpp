// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "memory.hpp"

#include <cstdlib>

namespace cuhost {
namespace {
constexpr std::size_t kAlignment = 512;
}

void* Memory::allocate(std::size_t bytes, Kind kind) {
  if (bytes == 0) throw Failure{kInvalidValue};
  const std::lock_guard lock(mutex_);
  if (kind == Kind::kDevice && (bytes > kMemoryBytes || used_ > kMemoryBytes - bytes))
    throw Failure{kOutOfMemory};
  const std::size_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  void* const made = rounded < bytes ? nullptr : std::aligned_alloc(kAlignment, rounded);
  if (made == nullptr) throw Failure{kOutOfMemory};
  allocations_[static_cast<const char*>(made)] = {bytes, kind};
  if (kind == Kind::kDevice) used_ += bytes;
  return made;
}

void Memory::free(void* memory, Kind kind) {
  if (memory == nullptr) return;
  const std::lock_guard lock(mutex_);
  const auto found = allocations_.find(static_cast<const char*>(memory));
  if (found == allocations_.end() || found->second.kind != kind) throw Failure{kInvalidValue};
  if (kind == Kind::kDevice) used_ -= found->second.bytes;
  allocations_.erase(found);
  std::free(memory);
}

bool Memory::has(const void* at, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto* const address = static_cast<const char*>(at);
  auto behind = allocations_.upper_bound(address);
  if (behind == allocations_.begin()) return false;
  const auto& [begin, allocation] = *--behind;
  const auto offset = static_cast<std::size_t>(address - begin);
  if (offset >= allocation.bytes) return false;
  if (bytes > allocation.bytes - offset) throw Failure{kInvalidValue};
  return true;
}

Memory& memory() {
  static auto& instance = *new Memory;  // as long as the process
  return instance;
}

}  // namespace cuhost
