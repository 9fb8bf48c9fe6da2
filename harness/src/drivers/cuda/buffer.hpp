// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "backend/memory.hpp"
#include "cuda/context.hpp"
#include "tickbench/backend/backend.hpp"

namespace tickbench::cuda {

/// One allocation: the driver's (device, host, shared) or the process's own (heap).
class Buffer final : public backend::AddressedMemory {
 public:
  using AddressedMemory::AddressedMemory;
  /// What commands and kernels are given.
  Address address() const noexcept { return reinterpret_cast<Address>(pointer()); }
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
