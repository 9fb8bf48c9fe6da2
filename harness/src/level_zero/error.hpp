// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <level_zero/ze_api.h>

#include <string>
#include <string_view>

#include "tickbench/error.hpp"

namespace tickbench::level_zero {

/// `ZE_RESULT_ERROR_DEVICE_LOST`; "unknown Level Zero result" for a number that no header names.
std::string_view result_name(ze_result_t result) noexcept;

/// `ZE_RESULT_ERROR_DEVICE_LOST (0x70000001)`.
std::string describe_result(ze_result_t result);

/// Throws Error where `result` is not ZE_RESULT_SUCCESS, naming the call, the result and `where`:
/// kOutOfMemory for the results that say so, kUnsupported for features that the driver does not
/// have, else kDeviceError.
void check(ze_result_t result, std::string_view call, std::string_view where = {});

/// The same for destructors: notes the failure (backend/clean_up.hpp).
void check_clean_up(ze_result_t result, std::string_view call) noexcept;

}  // namespace tickbench::level_zero
