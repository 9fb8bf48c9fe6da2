// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "level_zero/error.hpp"

namespace tickbench::level_zero {

/// One allocation: the driver's (device, host, shared) or the process's own (heap).
using Buffer = backend::AddressedMemory;

inline Buffer& as_buffer(backend::Memory& memory) {
  return backend::own<Buffer>(memory, "memory of the Level Zero back end");
}

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
