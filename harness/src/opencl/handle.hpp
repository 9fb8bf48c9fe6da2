// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "opencl/cl.hpp"

namespace tickbench::opencl {

/// The move-only owner of one driver handle: releases it exactly once.
///
/// The trap: handles are reference-counted by the driver, and a handle that came from the user is
/// not ours to release. `adopt` takes over a reference that a clCreate call returned; `share` takes
/// one of its own.
///
///     const ContextHandle context = ContextHandle::adopt(clCreateContext(...));
template <class T, cl_int(CL_API_CALL* kRetain)(T), cl_int(CL_API_CALL* kRelease)(T)>
class Handle {
 public:
  Handle() = default;
  static Handle adopt(T handle) noexcept { return Handle(handle); }
  static Handle share(T handle) noexcept {
    if (handle != nullptr) kRetain(handle);
    return Handle(handle);
  }
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (handle_ != nullptr) kRelease(handle_);
  }

  T get() const noexcept { return handle_; }
  explicit operator bool() const noexcept { return handle_ != nullptr; }

 private:
  explicit Handle(T handle) noexcept : handle_(handle) {}
  T handle_ = nullptr;
};

using ContextHandle = Handle<cl_context, clRetainContext, clReleaseContext>;
using DeviceHandle = Handle<cl_device_id, clRetainDevice, clReleaseDevice>;
using EventHandle = Handle<cl_event, clRetainEvent, clReleaseEvent>;
using KernelHandle = Handle<cl_kernel, clRetainKernel, clReleaseKernel>;
using MemoryHandle = Handle<cl_mem, clRetainMemObject, clReleaseMemObject>;
using ProgramHandle = Handle<cl_program, clRetainProgram, clReleaseProgram>;
using QueueHandle = Handle<cl_command_queue, clRetainCommandQueue, clReleaseCommandQueue>;

}  // namespace tickbench::opencl
