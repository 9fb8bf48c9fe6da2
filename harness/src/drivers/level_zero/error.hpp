// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <level_zero/ze_api.h>

#include <cstdint>

#include "backend/driver_error.hpp"

namespace tickbench::level_zero {

/// `ZE_RESULT_ERROR_DEVICE_LOST (0x70000001)`; "unknown Level Zero result (0x00007123)" for a
/// number that no header names.
std::string describe_result(ze_result_t result);

/// The results of the driver's calls; backend/driver_error.hpp checks them.
struct Results {
  using Result = ze_result_t;
  static constexpr Result kSuccess = ZE_RESULT_SUCCESS;
  static constexpr auto describe = describe_result;
  static Outcome outcome(Result result) noexcept {
    if (result == ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY ||
        result == ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY)
      return Outcome::kOutOfMemory;
    return result == ZE_RESULT_ERROR_UNSUPPORTED_FEATURE ? Outcome::kUnsupported
                                                         : Outcome::kDeviceError;
  }
  static bool means_no_memory(Result result) noexcept {
    return result == ZE_RESULT_ERROR_UNSUPPORTED_SIZE || outcome(result) == Outcome::kOutOfMemory;
  }
  static bool is_lasting(Result /*result*/) noexcept { return false; }
};
inline constexpr backend::Check<Results> check;

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

/// The owner of one driver object.
///
/// Objects do not keep what they were made from alive. Declare the context before what lives in it,
/// an event pool before its events and a module before its kernels, and C++ destroys them in the
/// right order.
template <class T, ze_result_t(ZE_APICALL* kDestroy)(T), backend::CallName kName>
using Handle = backend::Handle<T, check, kDestroy, kName>;

/// What `create(arguments..., &made)` makes. Throws Error naming `call`.
template <class Made, class Create, class... Arguments>
Made created(std::string_view call, std::string_view where, Create create, Arguments... arguments) {
  typename Made::pointer made = nullptr;
  check(create(arguments..., &made), call, where);
  return Made(made);
}

using CommandListHandle =
    Handle<ze_command_list_handle_t, zeCommandListDestroy, "zeCommandListDestroy">;
using CommandQueueHandle =
    Handle<ze_command_queue_handle_t, zeCommandQueueDestroy, "zeCommandQueueDestroy">;
using ContextHandle = Handle<ze_context_handle_t, zeContextDestroy, "zeContextDestroy">;
using EventHandle = Handle<ze_event_handle_t, zeEventDestroy, "zeEventDestroy">;
using EventPoolHandle = Handle<ze_event_pool_handle_t, zeEventPoolDestroy, "zeEventPoolDestroy">;
using KernelHandle = Handle<ze_kernel_handle_t, zeKernelDestroy, "zeKernelDestroy">;
using ModuleHandle = Handle<ze_module_handle_t, zeModuleDestroy, "zeModuleDestroy">;
using BuildLogHandle =
    Handle<ze_module_build_log_handle_t, zeModuleBuildLogDestroy, "zeModuleBuildLogDestroy">;

}  // namespace tickbench::level_zero
