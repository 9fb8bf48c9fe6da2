// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "level_zero/error.hpp"

namespace tickbench::level_zero {

/// The name of a call as a template argument.
template <std::size_t N>
struct CallName {
  // NOLINTNEXTLINE(google-explicit-constructor): made from a literal in a template argument list.
  constexpr CallName(const char (&name)[N]) { std::copy_n(name, N, text); }
  char text[N];
};

/// The move-only owner of one driver object: destroys it exactly once.
///
/// The trap: objects do not keep what they were made from alive. Declare the context before what
/// lives in it, an event pool before its events and a module before its kernels, and C++ destroys
/// them in the right order.
template <class T, ze_result_t(ZE_APICALL* kDestroy)(T), CallName kName>
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
    if (handle_ != nullptr) check_clean_up(kDestroy(handle_), kName.text);
  }

  T get() const noexcept { return handle_; }
  explicit operator bool() const noexcept { return handle_ != nullptr; }

 private:
  T handle_ = nullptr;
};

using CommandListHandle =
    Handle<ze_command_list_handle_t, zeCommandListDestroy, "zeCommandListDestroy">;
using CommandQueueHandle =
    Handle<ze_command_queue_handle_t, zeCommandQueueDestroy, "zeCommandQueueDestroy">;
using ContextHandle = Handle<ze_context_handle_t, zeContextDestroy, "zeContextDestroy">;
using EventHandle = Handle<ze_event_handle_t, zeEventDestroy, "zeEventDestroy">;
using EventPoolHandle = Handle<ze_event_pool_handle_t, zeEventPoolDestroy, "zeEventPoolDestroy">;
using KernelHandle = Handle<ze_kernel_handle_t, zeKernelDestroy, "zeKernelDestroy">;
using ModuleHandle = Handle<ze_module_handle_t, zeModuleDestroy, "zeModuleDestroy">;

}  // namespace tickbench::level_zero
