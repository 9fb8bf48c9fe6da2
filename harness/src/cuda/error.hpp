// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "cuda/driver.hpp"
#include "tickbench/backend/backend.hpp"

namespace tickbench::cuda {

/// `CUDA_ERROR_ILLEGAL_ADDRESS (700)`, by the driver's own names.
std::string describe_result(Result result);

/// Whether a result is that of an earlier command, and of every call from now on: the device is
/// lost to this process.
bool is_lasting(Result result) noexcept;

/// What follows a call that failed. Throws Error, naming the call, the result and the device:
/// kOutOfMemory and kUnsupported for the results that say so, else kDeviceError. A lasting result
/// is a device error once; after that, everything on the device is kNoDevice, with the first one as
/// its reason.
[[noreturn]] void throw_failed(Result result, std::string_view call, const backend::DeviceInfo& on);
/// Where no device is open yet.
[[noreturn]] void throw_failed(Result result, std::string_view call);

/// Nothing where `result` is a success, else throw_failed.
///
///     check(driver().cuStreamSynchronize(stream), "cuStreamSynchronize", info);
inline void check(Result result, std::string_view call, const backend::DeviceInfo& on) {
  if (result != kSuccess) throw_failed(result, call, on);
}
inline void check(Result result, std::string_view call) {
  if (result != kSuccess) throw_failed(result, call);
}

/// The same for destructors: notes the failure (backend/handle.hpp), unless a device is lost and
/// gives nothing back.
void check_clean_up(Result result, std::string_view call) noexcept;

}  // namespace tickbench::cuda
