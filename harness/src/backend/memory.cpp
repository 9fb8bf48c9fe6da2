// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/memory.hpp"

#include <cstring>

#include "tickbench/error.hpp"

namespace tickbench::backend {
namespace {

constexpr std::size_t kPage = 4096;

}  // namespace

std::string bytes_text(std::uint64_t bytes) { return std::to_string(bytes) + " bytes"; }

void require_room(const Memory& memory, std::size_t bytes, const char* what) {
  if (memory.size() < bytes)
    throw Error(Outcome::kInvalidBenchmark, std::string(what) + ": expected room for " +
                                                bytes_text(bytes) + ", found " +
                                                std::string(to_string(memory.kind())) +
                                                " memory of " + bytes_text(memory.size()));
}

void throw_out_of_memory(const std::string& what, std::size_t bytes, const DeviceInfo& info) {
  throw Error(Outcome::kOutOfMemory,
              what + " for " + bytes_text(bytes) + ", although the device '" + info.name +
                  "' states a largest allocation of " + bytes_text(info.largest_allocation) +
                  " and a memory of " + bytes_text(info.memory));
}

HeapMemory allocate_heap(std::size_t bytes) {
  const std::size_t rounded = (bytes + kPage - 1) / kPage * kPage;
  HeapMemory memory(rounded < bytes ? nullptr : std::aligned_alloc(kPage, rounded));
  if (memory == nullptr)
    throw Error(Outcome::kOutOfMemory,
                "the host has no " + bytes_text(bytes) + " of ordinary memory");
  std::memset(memory.get(), 0, rounded);
  return memory;
}

std::size_t MemoryUse::taken_by(std::size_t bytes, MemoryKind kind) const noexcept {
  if (kind == MemoryKind::kHeap) return 0;
  return kind != MemoryKind::kHost || info_->unified_memory ? bytes : 0;
}

void MemoryUse::require(std::size_t bytes, MemoryKind kind) const {
  if (kind == MemoryKind::kHeap) return;
  const auto& info = *info_;
  const std::string above = "an allocation of " + bytes_text(bytes);
  if (info.largest_allocation != 0 && bytes > info.largest_allocation)
    throw Error(Outcome::kOverLimit, above + " is above the largest that the device '" + info.name +
                                         "' states, " + bytes_text(info.largest_allocation));
  const std::size_t taken = taken_by(bytes, kind);
  if (info.memory != 0 && (bytes > info.memory || (taken != 0 && used_ > info.memory - taken)))
    throw Error(Outcome::kOverLimit, above + " beside the " + bytes_text(used_) +
                                         " in use is above the memory that the device '" +
                                         info.name + "' states, " + bytes_text(info.memory));
}

}  // namespace tickbench::backend
