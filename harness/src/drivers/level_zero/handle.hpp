// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/handle.hpp"
#include "level_zero/error.hpp"

namespace tickbench::level_zero {

template <class T, ze_result_t(ZE_APICALL* kDestroy)(T), backend::CallName kName>
void destroy(T handle) noexcept {
  check_clean_up(kDestroy(handle), kName.text);
}

/// The owner of one driver object.
///
/// Objects do not keep what they were made from alive. Declare the context before what lives in it,
/// an event pool before its events and a module before its kernels, and C++ destroys them in the
/// right order.
template <class T, ze_result_t(ZE_APICALL* kDestroy)(T), backend::CallName kName>
using Handle = backend::Handle<T, &destroy<T, kDestroy, kName>>;

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
