// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "backend/memory.hpp"
#include "opencl/handle.hpp"
#include "tickbench/backend.hpp"

namespace tickbench::opencl {

/// One allocation of any kind. How OpenCL reaches it:
///
/// | kind | cl_mem | host pointer |
/// |---|---|---|
/// | kDevice, kMapped | a plain buffer | none: kMapped is mapped for each copy |
/// | kHost | ALLOC_HOST_PTR, mapped for as long as it lives | the mapping |
/// | kShared | around coarse-grain SVM (USE_HOST_PTR) | none: the host may touch it only while
/// mapped | | kHeap | none | page-aligned, touched |
///
/// The trap: a buffer that is mapped may not be used by a command. So kHost memory takes part in
/// copies by its pointer, never by its cl_mem, and is no kernel argument.
class Buffer final : public backend::Memory {
 public:
  struct Parts {
    std::size_t size = 0;
    backend::MemoryKind kind = backend::MemoryKind::kDevice;
    MemoryHandle buffer;
    void* host = nullptr;
    void* svm = nullptr;
    std::function<void()> before_release;  ///< run when destroyed, before the cl_mem goes
    std::function<void()> after_release;   ///< and after it
  };
  explicit Buffer(Parts parts) : parts_(std::move(parts)) {}
  ~Buffer() override {
    if (parts_.before_release) parts_.before_release();
    parts_.buffer = {};
    if (parts_.after_release) parts_.after_release();
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  std::size_t size() const noexcept override { return parts_.size; }
  backend::MemoryKind kind() const noexcept override { return parts_.kind; }
  void* host_pointer() noexcept override { return parts_.host; }

  /// Usable by commands and kernels; null for kHost and kHeap.
  cl_mem device_buffer() const noexcept {
    return parts_.kind == backend::MemoryKind::kHost ? nullptr : parts_.buffer.get();
  }
  void* svm_pointer() const noexcept { return parts_.svm; }

 private:
  Parts parts_;
};

/// Throws Error (kInvalidBenchmark) for memory of another back end.
Buffer& as_buffer(backend::Memory& memory);

/// The device that allocations are made on.
struct Allocator {
  cl_context context;
  cl_device_id device;
  cl_command_queue queue;
  const backend::DeviceInfo& info;
  backend::MemoryUse& use;

  /// Throws Error: kOverLimit, kOutOfMemory, kUnsupported (kShared without SVM), kInvalidBenchmark
  /// (no bytes).
  std::unique_ptr<Buffer> allocate(std::size_t bytes, backend::MemoryKind kind) const;

 private:
  Buffer::Parts heap_memory(std::size_t bytes) const;
  Buffer::Parts device_memory(std::size_t bytes, backend::MemoryKind kind) const;
  Buffer::Parts pinned_memory(std::size_t bytes) const;
  Buffer::Parts shared_memory(std::size_t bytes) const;
  Buffer::Parts parts_of(std::size_t bytes, backend::MemoryKind kind) const;
  MemoryHandle create(cl_mem_flags flags, std::size_t bytes, void* host) const;
  void force(cl_mem buffer, std::size_t bytes) const;
};

}  // namespace tickbench::opencl
