// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/memory.hpp"
#include "tickbench/error.hpp"

namespace tickbench::toy {

/// Ordinary memory, counted as the device's.
class Buffer final : public backend::Memory {
 public:
  Buffer(std::size_t size, backend::MemoryKind kind, backend::MemoryUse& use)
      : size_(size), kind_(kind), use_(use) {
    if (kind == backend::MemoryKind::kShared || kind == backend::MemoryKind::kMapped)
      throw Error(Outcome::kUnsupported, "the toy has no shared and no mapped memory");
    use_.require(size, kind);
    heap_ = backend::allocate_heap(size);
    use_.add(use_.taken_by(size, kind));
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() override {
    if (heap_) use_.remove(use_.taken_by(size_, kind_));
  }

  std::size_t size() const noexcept override { return size_; }
  backend::MemoryKind kind() const noexcept override { return kind_; }
  void* host_pointer() noexcept override {
    return kind_ == backend::MemoryKind::kDevice ? nullptr : heap_.get();
  }
  std::byte* at() noexcept { return static_cast<std::byte*>(heap_.get()); }

 private:
  std::size_t size_;
  backend::MemoryKind kind_;
  backend::MemoryUse& use_;
  backend::HeapMemory heap_;
};

inline Buffer& as_buffer(backend::Memory& memory) {
  return backend::own<Buffer>(memory, "memory of the toy back end");
}

}  // namespace tickbench::toy
