// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "level_zero/ze.hpp"
#include "tickbench/backend.hpp"

namespace tickbench::level_zero {

/// One allocation: the driver's (device, host, shared) or the process's own (heap).
class Buffer final : public backend::Memory {
 public:
  Buffer(void* pointer, std::size_t size, backend::MemoryKind kind,
         void (*release)(ze_context_handle_t, void*), ze_context_handle_t context)
      : pointer_(pointer), size_(size), kind_(kind), release_(release), context_(context) {}
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() override { release_(context_, pointer_); }

  std::size_t size() const noexcept override { return size_; }
  backend::MemoryKind kind() const noexcept override { return kind_; }
  void* host_pointer() noexcept override {
    return kind_ == backend::MemoryKind::kDevice ? nullptr : pointer_;
  }
  /// What commands and kernels are given: the same address for host and device.
  void* pointer() const noexcept { return pointer_; }

 private:
  void* pointer_;
  std::size_t size_;
  backend::MemoryKind kind_;
  void (*release_)(ze_context_handle_t, void*);
  ze_context_handle_t context_;
};

/// Throws Error (kInvalidBenchmark) for memory of another back end.
Buffer& as_buffer(backend::Memory& memory);

std::unique_ptr<Buffer> allocate(ze_context_handle_t context, ze_device_handle_t device,
                                 const backend::DeviceInfo& info, std::size_t bytes,
                                 backend::MemoryKind kind);

}  // namespace tickbench::level_zero
