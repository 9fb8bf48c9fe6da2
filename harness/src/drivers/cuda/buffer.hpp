// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "cuda/error.hpp"

namespace tickbench::cuda {

/// A device's primary context, which the CUDA runtime and its libraries use too; kept for as long
/// as this lives.
class PrimaryContext {
 public:
  PrimaryContext(int device, const backend::DeviceInfo& info) : device_(device) {
    check(driver().cuDevicePrimaryCtxRetain(&context_, device), "cuDevicePrimaryCtxRetain", info);
  }
  PrimaryContext(const PrimaryContext&) = delete;
  PrimaryContext& operator=(const PrimaryContext&) = delete;
  ~PrimaryContext() {
    check_clean_up(driver().cuDevicePrimaryCtxRelease_v2(device_), "cuDevicePrimaryCtxRelease_v2");
  }
  CUctx_st* get() const noexcept { return context_; }

 private:
  int device_;
  CUctx_st* context_ = nullptr;
};

/// The context that a device's calls are made in. Each thread has one current context, and a
/// library may change it: so every command begins with this. It costs tens of nanoseconds.
class Place {
 public:
  Place(CUctx_st* context, const backend::DeviceInfo& info) : context_(context), info_(&info) {}
  void enter() const { check(driver().cuCtxSetCurrent(context_), "cuCtxSetCurrent", *info_); }
  /// For destructors, which go on in any case.
  void try_enter() const noexcept { driver().cuCtxSetCurrent(context_); }
  const backend::DeviceInfo& info() const noexcept { return *info_; }

 private:
  CUctx_st* context_;
  const backend::DeviceInfo* info_;
};

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
