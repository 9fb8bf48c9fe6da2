// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "backend/memory.hpp"
#include "cuda/context.hpp"
#include "tickbench/backend/backend.hpp"

namespace tickbench::cuda {

/// One allocation: the driver's (device, host, shared) or the process's own (heap). Host and device
/// use one address for it.
class Buffer final : public backend::CountedMemory {
 public:
  struct Free {
    Place place;
    backend::MemoryKind kind;
    bool is_part = false;  ///< of an allocation that another one frees
    void operator()(void* memory) const noexcept;
  };
  using Pointer = std::unique_ptr<void, Free>;

  Buffer(Pointer pointer, std::size_t size, backend::MemoryUse& use)
      : CountedMemory(size, pointer.get_deleter().kind, use), pointer_(std::move(pointer)) {}
  /// A part of another one.
  Buffer(const std::shared_ptr<backend::Memory>& whole, std::size_t offset, std::size_t size);

  void* host_pointer() noexcept override {
    return kind() == backend::MemoryKind::kDevice ? nullptr : pointer_.get();
  }
  /// What commands and kernels are given.
  Address address() const noexcept { return reinterpret_cast<Address>(pointer_.get()); }

 private:
  Pointer pointer_;
};

inline Buffer& as_buffer(backend::Memory& memory) {
  return backend::own<Buffer>(memory, "memory of the CUDA back end");
}

/// The device that allocations are made on.
struct Allocator {
  Place place;
  backend::MemoryUse& use;
  bool has_shared;  ///< managed memory

  /// Throws Error: kOverLimit, kOutOfMemory, kUnsupported (kMapped; kShared where the device has no
  /// managed memory), kInvalidBenchmark (no bytes).
  std::unique_ptr<Buffer> allocate(std::size_t bytes, backend::MemoryKind kind) const;
};

}  // namespace tickbench::cuda
