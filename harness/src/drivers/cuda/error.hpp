// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "backend/driver_error.hpp"
#include "cuda/driver.hpp"

namespace tickbench::cuda {

/// `CUDA_ERROR_ILLEGAL_ADDRESS (700)`, by the driver's own names.
std::string describe_result(Result result);

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
  static bool is_lasting(Result result) noexcept;
};
inline constexpr backend::ThrowFailed<Results> throw_failed;
inline constexpr backend::Check<Results> check;
inline constexpr backend::CheckAllocation<Results> check_allocation;
inline constexpr backend::CheckCleanUp<Results> check_clean_up;

template <class T, auto kDestroy>
Result destroy(T* object) noexcept {
  return (driver().*kDestroy)(object);
}

/// The owner of one driver object. Declare the context before what lives in it.
template <class T, auto kDestroy, backend::CallName kName>
using Handle = backend::Handle<T*, check_clean_up, &destroy<T, kDestroy>, kName>;

using EventHandle = Handle<CUevent_st, &Driver::cuEventDestroy_v2, "cuEventDestroy_v2">;
using GraphHandle = Handle<CUgraph_st, &Driver::cuGraphDestroy, "cuGraphDestroy">;
using GraphExecHandle = Handle<CUgraphExec_st, &Driver::cuGraphExecDestroy, "cuGraphExecDestroy">;
using ModuleHandle = Handle<CUmod_st, &Driver::cuModuleUnload, "cuModuleUnload">;
using StreamHandle = Handle<CUstream_st, &Driver::cuStreamDestroy_v2, "cuStreamDestroy_v2">;

}  // namespace tickbench::cuda
