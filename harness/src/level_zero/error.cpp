// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "backend/clean_up.hpp"

namespace tickbench::level_zero {
namespace {

struct Result {
  unsigned value;
  std::string_view name;
};

// By number and not by enumerator: newer drivers give results that older headers do not name.
constexpr Result kResults[] = {
    {0x00000000, "ZE_RESULT_SUCCESS"},
    {0x00000001, "ZE_RESULT_NOT_READY"},
    {0x70000001, "ZE_RESULT_ERROR_DEVICE_LOST"},
    {0x70000002, "ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY"},
    {0x70000003, "ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY"},
    {0x70000004, "ZE_RESULT_ERROR_MODULE_BUILD_FAILURE"},
    {0x70000005, "ZE_RESULT_ERROR_MODULE_LINK_FAILURE"},
    {0x70000006, "ZE_RESULT_ERROR_DEVICE_REQUIRES_RESET"},
    {0x70000007, "ZE_RESULT_ERROR_DEVICE_IN_LOW_POWER_STATE"},
    {0x70000008, "ZE_RESULT_ERROR_SURVIVABILITY_MODE_DETECTED"},
    {0x70000009, "ZE_RESULT_ERROR_ADDRESS_NOT_FOUND"},
    {0x70010000, "ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS"},
    {0x70010001, "ZE_RESULT_ERROR_NOT_AVAILABLE"},
    {0x70020000, "ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE"},
    {0x70020001, "ZE_RESULT_WARNING_DROPPED_DATA"},
    {0x78000001, "ZE_RESULT_ERROR_UNINITIALIZED"},
    {0x78000002, "ZE_RESULT_ERROR_UNSUPPORTED_VERSION"},
    {0x78000003, "ZE_RESULT_ERROR_UNSUPPORTED_FEATURE"},
    {0x78000004, "ZE_RESULT_ERROR_INVALID_ARGUMENT"},
    {0x78000005, "ZE_RESULT_ERROR_INVALID_NULL_HANDLE"},
    {0x78000006, "ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE"},
    {0x78000007, "ZE_RESULT_ERROR_INVALID_NULL_POINTER"},
    {0x78000008, "ZE_RESULT_ERROR_INVALID_SIZE"},
    {0x78000009, "ZE_RESULT_ERROR_UNSUPPORTED_SIZE"},
    {0x7800000a, "ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT"},
    {0x7800000b, "ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT"},
    {0x7800000c, "ZE_RESULT_ERROR_INVALID_ENUMERATION"},
    {0x7800000d, "ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION"},
    {0x7800000e, "ZE_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT"},
    {0x7800000f, "ZE_RESULT_ERROR_INVALID_NATIVE_BINARY"},
    {0x78000010, "ZE_RESULT_ERROR_INVALID_GLOBAL_NAME"},
    {0x78000011, "ZE_RESULT_ERROR_INVALID_KERNEL_NAME"},
    {0x78000012, "ZE_RESULT_ERROR_INVALID_FUNCTION_NAME"},
    {0x78000013, "ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION"},
    {0x78000014, "ZE_RESULT_ERROR_INVALID_GLOBAL_WIDTH_DIMENSION"},
    {0x78000015, "ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX"},
    {0x78000016, "ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE"},
    {0x78000017, "ZE_RESULT_ERROR_INVALID_KERNEL_ATTRIBUTE_VALUE"},
    {0x78000018, "ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED"},
    {0x78000019, "ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE"},
    {0x7800001a, "ZE_RESULT_ERROR_OVERLAPPING_REGIONS"},
    {0x7800001b, "ZE_RESULT_WARNING_ACTION_REQUIRED"},
    {0x7ff00001, "ZE_RESULT_EXP_ERROR_DEVICE_IS_NOT_VERTEX"},
    {0x7ff00002, "ZE_RESULT_EXP_ERROR_VERTEX_IS_NOT_DEVICE"},
    {0x7ff00003, "ZE_RESULT_EXP_ERROR_REMOTE_DEVICE"},
    {0x7ff00004, "ZE_RESULT_EXP_RTAS_BUILD_RETRY"},
    {0x7ff00005, "ZE_RESULT_EXP_RTAS_BUILD_DEFERRED"},
    {0x7ffffffe, "ZE_RESULT_ERROR_UNKNOWN"},
};

Outcome outcome_of(ze_result_t result) noexcept {
  switch (result) {
    case ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY:
    case ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY:
      return Outcome::kOutOfMemory;
    case ZE_RESULT_ERROR_UNSUPPORTED_FEATURE:
      return Outcome::kUnsupported;
    default:
      return Outcome::kDeviceError;
  }
}

}  // namespace

std::string_view result_name(ze_result_t result) noexcept {
  const auto* found = std::find_if(
      std::begin(kResults), std::end(kResults),
      [&](const Result& known) { return known.value == static_cast<unsigned>(result); });
  return found == std::end(kResults) ? "unknown Level Zero result" : found->name;
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
