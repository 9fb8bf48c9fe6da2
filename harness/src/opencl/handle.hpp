// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/handle.hpp"
#include "opencl/error.hpp"

namespace tickbench::opencl {

/// The owner of one reference to a driver's object.
///
/// The driver counts references, and a handle that came from the user is not ours to release.
/// `adopt` takes over a reference that a clCreate call returned; `share` takes one of its own.
///
///     const ContextHandle context = ContextHandle::adopt(clCreateContext(...));
template <class T, cl_int(CL_API_CALL* kRetain)(T), cl_int(CL_API_CALL* kRelease)(T)>
class Handle : public backend::Handle<T, kRelease> {
 public:
  Handle() = default;
  static Handle adopt(T handle) noexcept { return Handle(handle); }
  static Handle share(T handle) noexcept {
    if (handle != nullptr) kRetain(handle);
    return Handle(handle);
  }

 private:
  using backend::Handle<T, kRelease>::Handle;
};

using ContextHandle = Handle<cl_context, clRetainContext, clReleaseContext>;
using DeviceHandle = Handle<cl_device_id, clRetainDevice, clReleaseDevice>;
using EventHandle = Handle<cl_event, clRetainEvent, clReleaseEvent>;
using KernelHandle = Handle<cl_kernel, clRetainKernel, clReleaseKernel>;
using MemoryHandle = Handle<cl_mem, clRetainMemObject, clReleaseMemObject>;
using ProgramHandle = Handle<cl_program, clRetainProgram, clReleaseProgram>;
using QueueHandle = Handle<cl_command_queue, clRetainCommandQueue, clReleaseCommandQueue>;

}  // namespace tickbench::opencl
