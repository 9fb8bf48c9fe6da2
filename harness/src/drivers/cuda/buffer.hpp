// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "cuda/error.hpp"

namespace tickbench::cuda {

/// A device's primary context, which the CUDA runtime and its libraries use too; kept for as long
/// as this lives.
class PrimaryContext : private NonCopyable {
 public:
  PrimaryContext(int device, const backend::DeviceInfo& info) : device_(device) {
    check(driver().cuDevicePrimaryCtxRetain(&context_, device), "cuDevicePrimaryCtxRetain", info);
  }
  ~PrimaryContext() {
    check.clean_up(driver().cuDevicePrimaryCtxRelease_v2(device_), "cuDevicePrimaryCtxRelease_v2");
  }
  CUctx_st* get() const noexcept { return context_; }

 private:
  int device_;
  CUctx_st* context_ = nullptr;
};

struct LeaveContext {
  void operator()(CUctx_st* left) const noexcept {
    check.clean_up(driver().cuCtxPopCurrent_v2(&left), "cuCtxPopCurrent_v2");
  }
};
/// Behind it the context that was current before is current again; null: this one stays.
using Entered = std::unique_ptr<CUctx_st, LeaveContext>;

/// The context that a device's calls are made in. Each thread has one current context, and a
/// library may change it: so every command begins with this. It costs tens of nanoseconds. For a
/// stream `of_user` the caller's own context is current again behind each command.
class Place {
 public:
  Place(CUctx_st* context, const backend::DeviceInfo& info, bool of_user = false)
      : context_(context), info_(&info), of_user_(of_user) {}
  [[nodiscard]] Entered enter() const {
    check(make_current(), call(), *info_);
    return Entered(of_user_ ? context_ : nullptr);
  }
  /// For destructors, which go on in any case.
  [[nodiscard]] Entered try_enter() const noexcept {
    const Result result = make_current();
    check.clean_up(result, call());
    return Entered(of_user_ && result == kSuccess ? context_ : nullptr);
  }
  const backend::DeviceInfo& info() const noexcept { return *info_; }

 private:
  const char* call() const { return of_user_ ? "cuCtxPushCurrent_v2" : "cuCtxSetCurrent"; }
  Result make_current() const {
    return of_user_ ? driver().cuCtxPushCurrent_v2(context_) : driver().cuCtxSetCurrent(context_);
  }

  CUctx_st* context_;
  const backend::DeviceInfo* info_;
  bool of_user_;
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
