// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <level_zero/ze_api.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

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

/// The same for destructors: notes the failure (backend/handle.hpp).
void check_clean_up(ze_result_t result, std::string_view call) noexcept;

/// One of the driver's structures, which says of which type it is.
template <class T>
T structure(ze_structure_type_t type) {
  T made{};
  made.stype = type;
  return made;
}

/// What the driver says of one of its objects by `get(of, &structure)`.
template <class Of, class T>
T queried(ze_result_t(ZE_APICALL* get)(Of, T*), Of of, ze_structure_type_t type, const char* call) {
  auto found = structure<T>(type);
  check(get(of, &found), call);
  return found;
}

/// What it lists by `get(of, &count, null or the list)`: structures of a type, or handles.
template <class Of, class T>
std::vector<T> listed(ze_result_t(ZE_APICALL* get)(Of, std::uint32_t*, T*), Of of, const char* call,
                      ze_structure_type_t type = {}) {
  std::uint32_t count = 0;
  check(get(of, &count, nullptr), call);
  std::vector<T> all(count);
  if constexpr (!std::is_pointer_v<T>)
    for (auto& one : all) one.stype = type;
  if (count != 0) check(get(of, &count, all.data()), call);
  return all;
}

}  // namespace tickbench::level_zero
