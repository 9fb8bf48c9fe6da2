// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/error.hpp"

#include <fmt/format.h>

#include "backend/handle.hpp"
#include "base/enumerator_name.hpp"

namespace tickbench::level_zero {
namespace {

// By number and not by enumerator: newer drivers give results that older headers do not name.
constexpr NamesFrom kResults[] = {
    {0, "ZE_RESULT_SUCCESS ZE_RESULT_NOT_READY"},
    {0x70000001,
     "ZE_RESULT_ERROR_DEVICE_LOST ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY "
     "ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY ZE_RESULT_ERROR_MODULE_BUILD_FAILURE "
     "ZE_RESULT_ERROR_MODULE_LINK_FAILURE ZE_RESULT_ERROR_DEVICE_REQUIRES_RESET "
     "ZE_RESULT_ERROR_DEVICE_IN_LOW_POWER_STATE ZE_RESULT_ERROR_SURVIVABILITY_MODE_DETECTED "
     "ZE_RESULT_ERROR_ADDRESS_NOT_FOUND"},
    {0x70010000, "ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS ZE_RESULT_ERROR_NOT_AVAILABLE"},
    {0x70020000, "ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE ZE_RESULT_WARNING_DROPPED_DATA"},
    {0x78000001,
     "ZE_RESULT_ERROR_UNINITIALIZED ZE_RESULT_ERROR_UNSUPPORTED_VERSION "
     "ZE_RESULT_ERROR_UNSUPPORTED_FEATURE ZE_RESULT_ERROR_INVALID_ARGUMENT "
     "ZE_RESULT_ERROR_INVALID_NULL_HANDLE ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE "
     "ZE_RESULT_ERROR_INVALID_NULL_POINTER ZE_RESULT_ERROR_INVALID_SIZE "
     "ZE_RESULT_ERROR_UNSUPPORTED_SIZE ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT "
     "ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT ZE_RESULT_ERROR_INVALID_ENUMERATION "
     "ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION ZE_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT "
     "ZE_RESULT_ERROR_INVALID_NATIVE_BINARY ZE_RESULT_ERROR_INVALID_GLOBAL_NAME "
     "ZE_RESULT_ERROR_INVALID_KERNEL_NAME ZE_RESULT_ERROR_INVALID_FUNCTION_NAME "
     "ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION ZE_RESULT_ERROR_INVALID_GLOBAL_WIDTH_DIMENSION "
     "ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE "
     "ZE_RESULT_ERROR_INVALID_KERNEL_ATTRIBUTE_VALUE ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED "
     "ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE ZE_RESULT_ERROR_OVERLAPPING_REGIONS "
     "ZE_RESULT_WARNING_ACTION_REQUIRED"},
    {0x7ff00001,
     "ZE_RESULT_EXP_ERROR_DEVICE_IS_NOT_VERTEX ZE_RESULT_EXP_ERROR_VERTEX_IS_NOT_DEVICE "
     "ZE_RESULT_EXP_ERROR_REMOTE_DEVICE ZE_RESULT_EXP_RTAS_BUILD_RETRY "
     "ZE_RESULT_EXP_RTAS_BUILD_DEFERRED"},
    {0x7ffffffe, "ZE_RESULT_ERROR_UNKNOWN"},
};

Outcome outcome_of(ze_result_t result) noexcept {
  if (result == ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY ||
      result == ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY)
    return Outcome::kOutOfMemory;
  return result == ZE_RESULT_ERROR_UNSUPPORTED_FEATURE ? Outcome::kUnsupported
                                                       : Outcome::kDeviceError;
}

}  // namespace

std::string_view result_name(ze_result_t result) noexcept {
  return name_of_number(kResults, static_cast<unsigned>(result), "unknown Level Zero result");
}

std::string describe_result(ze_result_t result) {
  return fmt::format("{} ({:#010x})", result_name(result), static_cast<unsigned>(result));
}

void check(ze_result_t result, std::string_view call, std::string_view where) {
  if (result == ZE_RESULT_SUCCESS) return;
  throw Error(outcome_of(result), fmt::format("{}: {}{}{}", call, describe_result(result),
                                              where.empty() ? "" : ", on ", where));
}

void check_clean_up(ze_result_t result, std::string_view call) noexcept {
  if (result == ZE_RESULT_SUCCESS) return;
  backend::note_failed_clean_up(fmt::format("{}: {}", call, describe_result(result)));
}

}  // namespace tickbench::level_zero
