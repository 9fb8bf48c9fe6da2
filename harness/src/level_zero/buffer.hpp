// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "backend/memory.hpp"
#include "level_zero/error.hpp"
#include "tickbench/backend/backend.hpp"

namespace tickbench::level_zero {

/// One allocation: the driver's (device, host, shared) or the process's own (heap).
class Buffer final : public backend::CountedMemory {
 public:
  struct Free {
    ze_context_handle_t context = nullptr;  ///< null: the heap
    bool is_part = false;                   ///< of an allocation that another one frees
    void operator()(void* memory) const noexcept {
      if (is_part) return;
      if (context == nullptr)
        backend::FreeHeap{}(memory);
      else
        check_clean_up(zeMemFree(context, memory), "zeMemFree");
    }
  };
  using Pointer = std::unique_ptr<void, Free>;

  Buffer(Pointer pointer, std::size_t size, backend::MemoryKind kind, backend::MemoryUse& use)
      : CountedMemory(size, kind, use), pointer_(std::move(pointer)) {}
  /// A part of another one.
  Buffer(const std::shared_ptr<backend::Memory>& whole, std::size_t offset, std::size_t size);

  void* host_pointer() noexcept override {
    return kind() == backend::MemoryKind::kDevice ? nullptr : pointer_.get();
  }
  /// What commands and kernels are given: the same address for host and device.
  void* pointer() const noexcept { return pointer_.get(); }

 private:
  Pointer pointer_;
};

inline Buffer& as_buffer(backend::Memory& memory) {
  return backend::own<Buffer>(memory, "memory of the Level Zero back end");
}

/// Transfers start aligned, and vectors of any width fit.
inline constexpr std::size_t kAlignment = 4096;

/// The device that allocations are made on.
struct Allocator {
  ze_context_handle_t context;
  ze_device_handle_t device;
  const backend::DeviceInfo& info;
  backend::MemoryUse& use;

  /// Throws Error: kOverLimit, kOutOfMemory, kUnsupported (kMapped), kInvalidBenchmark (no bytes).
  std::unique_ptr<Buffer> allocate(std::size_t bytes, backend::MemoryKind kind) const;
};

}  // namespace tickbench::level_zero
