// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/memory.hpp"

#include <bit>

#include "base/enumerator_name.hpp"

namespace tickbench::backend {
std::unique_ptr<Memory> Device::part(const std::shared_ptr<Memory>& /*whole*/,
                                     std::size_t /*offset*/, std::size_t /*bytes*/) {
  throw_error(Outcome::kUnsupported, "the back end {} has no parts of an allocation",
              info().backend);
}

void require_part(const Memory& whole, std::size_t offset, std::size_t bytes) {
  if (bytes != 0 && offset <= whole.size() && bytes <= whole.size() - offset) return;
  throw_error(Outcome::kInvalidBenchmark,
              "a part of {} bytes at {}: expected one within the {} bytes of the whole", bytes,
              offset, whole.size());
}

std::string_view to_string(MemoryKind kind) noexcept {
  return enumerator_name<MemoryKind::kMapped>(kind, {"device", "host", "shared", "heap", "mapped"});
}

void require_room(const Memory& memory, std::size_t bytes, const char* what) {
  if (memory.size() < bytes)
    throw_error(Outcome::kInvalidBenchmark,
                "{}: expected room for {} bytes, found {} memory of {} bytes", what, bytes,
                to_string(memory.kind()), memory.size());
}

void require_pattern(std::size_t pattern, std::size_t bytes, std::size_t largest) {
  if (!std::has_single_bit(pattern) || pattern > largest || bytes % pattern != 0)
    throw_error(Outcome::kInvalidBenchmark,
                "fill: expected a pattern of 1, 2, 4, ... or {} bytes that divides the size, found "
                "{} bytes for {}",
                largest, pattern, bytes);
}

void require_word_pattern(std::size_t pattern, std::size_t bytes, std::string_view driver) {
  require_pattern(pattern, bytes);
  if (pattern > sizeof(std::uint32_t))
    throw_error(Outcome::kUnsupported,
                "fill: {} has commands for patterns of 1, 2 and 4 bytes, found one of {} bytes",
                driver, pattern);
}

void throw_foreign(const char* what) {
  throw_error(Outcome::kInvalidBenchmark, "expected {}, found another's", what);
}

void throw_out_of_memory(const std::string& what, std::size_t bytes, const DeviceInfo& info) {
  throw_error(Outcome::kOutOfMemory,
              "{} for {} bytes, although the device '{}' states a largest allocation of {} bytes "
              "and a memory of {} bytes",
              what, bytes, info.name, info.largest_allocation, info.memory);
}

HeapMemory allocate_heap(std::size_t bytes) {
  const std::size_t rounded = whole_pages(bytes);
  HeapMemory memory(rounded < bytes ? nullptr : std::aligned_alloc(kPage, rounded));
  if (memory == nullptr)
    throw_error(Outcome::kOutOfMemory, "the host has no {} bytes of ordinary memory", bytes);
  std::memset(memory.get(), 0, rounded);
  return memory;
}

void MemoryUse::require(std::size_t bytes, MemoryKind kind) const {
  if (bytes == 0)
    throw Error(Outcome::kInvalidBenchmark, "an allocation: expected at least one byte");
  if (kind == MemoryKind::kHeap) return;
  const auto& info = *info_;
  if (info.largest_allocation != 0 && bytes > info.largest_allocation)
    throw_error(
        Outcome::kOverLimit,
        "an allocation of {} bytes is above the largest that the device '{}' states, {} bytes",
        bytes, info.name, info.largest_allocation);
  const std::size_t taken = taken_by(bytes, kind);
  if (info.memory != 0 && (bytes > info.memory || (taken != 0 && used_ > info.memory - taken)))
    throw_error(Outcome::kOverLimit,
                "an allocation of {} bytes beside the {} bytes in use is above the memory that the "
                "device '{}' states, {} bytes",
                bytes, used_.load(), info.name, info.memory);
}

}  // namespace tickbench::backend
