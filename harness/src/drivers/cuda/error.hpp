// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

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
  static Outcome outcome(Result result) noexcept;
  static bool means_no_memory(Result result) noexcept { return result == kOutOfMemory; }
  static bool is_lasting(Result result) noexcept;
};
inline constexpr backend::ThrowFailed<Results> throw_failed;
inline constexpr backend::Check<Results> check;
inline constexpr backend::CheckAllocation<Results> check_allocation;
inline constexpr backend::CheckCleanUp<Results> check_clean_up;

}  // namespace tickbench::cuda
