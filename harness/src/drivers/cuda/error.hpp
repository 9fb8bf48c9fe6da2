// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include "backend/driver_error.hpp"
#include "cuda/driver.hpp"

namespace tickbench::cuda {

/// `CUDA_ERROR_ILLEGAL_ADDRESS (700)`, by the driver's own names.
inline std::string describe_result(Result result) {
  const char* name = nullptr;
  if (driver().cuGetErrorName(result, &name) != kSuccess || name == nullptr)
    name = "unknown CUDA result";
  return fmt::format("{} ({})", name, result);
}

/// The results of the driver's calls; backend/driver_error.hpp checks them.
struct Results {
  using Result = cuda::Result;
  static constexpr Result kSuccess = cuda::kSuccess;
  static constexpr auto describe = describe_result;
  static Outcome outcome(Result result) noexcept {
    if (result == kOutOfMemory) return Outcome::kOutOfMemory;
    return result == kNotSupported ? Outcome::kUnsupported : Outcome::kDeviceError;
  }
  static bool means_no_memory(Result result) noexcept { return result == kOutOfMemory; }
  /// Those of which the driver's header says that the process must end for the device to be used
  /// again: memory and link errors, a kernel that ran too long, asserted, or left its memory or
  /// code.
  static bool is_lasting(Result result) noexcept {
    constexpr Result kLasting[] = {214, 220, 226, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721};
    return std::ranges::find(kLasting, result) != std::end(kLasting);
  }
};
inline constexpr backend::Check<Results> check;

template <class T, auto kDestroy>
Result destroy(T* object) noexcept {
  return (driver().*kDestroy)(object);
}

/// The owner of one driver object. Declare the context before what lives in it.
template <class T, auto kDestroy, backend::CallName kName>
using Handle = backend::Handle<T*, check, &destroy<T, kDestroy>, kName>;

using EventHandle = Handle<CUevent_st, &Driver::cuEventDestroy_v2, "cuEventDestroy_v2">;
using GraphHandle = Handle<CUgraph_st, &Driver::cuGraphDestroy, "cuGraphDestroy">;
using GraphExecHandle = Handle<CUgraphExec_st, &Driver::cuGraphExecDestroy, "cuGraphExecDestroy">;
using ModuleHandle = Handle<CUmod_st, &Driver::cuModuleUnload, "cuModuleUnload">;
using StreamHandle = Handle<CUstream_st, &Driver::cuStreamDestroy_v2, "cuStreamDestroy_v2">;

}  // namespace tickbench::cuda
