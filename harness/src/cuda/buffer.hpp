// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "backend/memory.hpp"
#include "cuda/context.hpp"
#include "tickbench/backend.hpp"

namespace tickbench::cuda {

/// One allocation: the driver's (device, host, shared) or the process's own (heap). Host and device
/// use one address for it.
class Buffer final : public backend::Memory {
 public:
  struct Free {
    Place place;
    backend::MemoryKind kind;
    bool is_part = false;  ///< of an allocation that another one frees
    void operator()(void* memory) const noexcept;
  };
  using Pointer = std::unique_ptr<void, Free>;

  Buffer(Pointer pointer, std::size_t size, backend::MemoryUse& use)
      : pointer_(std::move(pointer)), size_(size), use_(&use) {
    use_->add(use_->taken_by(size_, kind()));
  }
  /// A part of another one.
  Buffer(const std::shared_ptr<backend::Memory>& whole, std::size_t offset, std::size_t size);
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() override {
    if (whole_ == nullptr) use_->remove(use_->taken_by(size_, kind()));
  }

  std::size_t size() const noexcept override { return size_; }
  backend::MemoryKind kind() const noexcept override { return pointer_.get_deleter().kind; }
  void* host_pointer() noexcept override {
    return kind() == backend::MemoryKind::kDevice ? nullptr : pointer_.get();
  }
  /// What commands and kernels are given.
  Address address() const noexcept { return reinterpret_cast<Address>(pointer_.get()); }

 private:
  Pointer pointer_;
  std::size_t size_;
  backend::MemoryUse* use_;
  std::shared_ptr<backend::Memory> whole_;  ///< of a part
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
