// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "level_zero/ze.hpp"

namespace tickbench::level_zero {

/// The move-only owner of one driver object: destroys it exactly once.
///
/// The trap: objects do not keep what they were made from alive. Declare the context before what
/// lives in it, an event pool before its events and a module before its kernels, and C++ destroys
/// them in the right order.
template <class T, ze_result_t(ZE_APICALL* kDestroy)(T)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(T handle) noexcept : handle_(handle) {}
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (handle_ != nullptr) kDestroy(handle_);
  }

  T get() const noexcept { return handle_; }
  explicit operator bool() const noexcept { return handle_ != nullptr; }

 private:
  T handle_ = nullptr;
};

using CommandListHandle = Handle<ze_command_list_handle_t, zeCommandListDestroy>;
using CommandQueueHandle = Handle<ze_command_queue_handle_t, zeCommandQueueDestroy>;
using ContextHandle = Handle<ze_context_handle_t, zeContextDestroy>;
using EventHandle = Handle<ze_event_handle_t, zeEventDestroy>;
using EventPoolHandle = Handle<ze_event_pool_handle_t, zeEventPoolDestroy>;
using KernelHandle = Handle<ze_kernel_handle_t, zeKernelDestroy>;
using ModuleHandle = Handle<ze_module_handle_t, zeModuleDestroy>;

}  // namespace tickbench::level_zero
