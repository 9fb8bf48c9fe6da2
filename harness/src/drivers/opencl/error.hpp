// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

// The one place that includes the driver's header. Calls newer than OpenCL 1.2 are made only where
// the device says that it has them; the two that 2.0 deprecated serve devices of 1.2.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include "backend/driver_error.hpp"

namespace tickbench::opencl {

/// `CL_OUT_OF_RESOURCES`; "unknown OpenCL status" for a number that no header names.
std::string_view status_name(cl_int status) noexcept;

/// `CL_OUT_OF_RESOURCES (-5)`.
std::string describe_result(cl_int status);

/// The results of the driver's calls; backend/driver_error.hpp checks them.
struct Results {
  using Result = cl_int;
  static constexpr Result kSuccess = CL_SUCCESS;
  static constexpr auto describe = describe_result;
  static Outcome outcome(Result result) noexcept;
  /// Drivers say it by different statuses, and some of them mean something else after other calls.
  static bool means_no_memory(Result status) noexcept;
  static bool is_lasting(Result /*status*/) noexcept { return false; }
};
inline constexpr backend::ThrowFailed<Results> throw_failed;
inline constexpr backend::Check<Results> check;
inline constexpr backend::CheckAllocation<Results> check_allocation;
inline constexpr backend::CheckCleanUp<Results> check_clean_up;

/// The owner of one reference to a driver's object.
///
/// The driver counts references, and a handle that came from the user is not ours to release.
/// `adopt` takes over a reference that a clCreate call returned; `share` takes one of its own, and
/// throws Error where the driver gives none.
///
///     const ContextHandle context = ContextHandle::adopt(clCreateContext(...));
template <class T, auto kRetain, backend::CallName kRetainName, auto kRelease,
          backend::CallName kReleaseName>
class Handle : public backend::Handle<T, check_clean_up, kRelease, kReleaseName> {
  using Base = backend::Handle<T, check_clean_up, kRelease, kReleaseName>;

 public:
  Handle() = default;
  static Handle adopt(T handle) noexcept { return Handle(handle); }
  static Handle share(T handle) {
    if (handle != nullptr) check(kRetain(handle), kRetainName.text);
    return Handle(handle);
  }

 private:
  using Base::Base;
};

#define TICKBENCH_HANDLE(type, what) \
  Handle<type, clRetain##what, "clRetain" #what, clRelease##what, "clRelease" #what>
using ContextHandle = TICKBENCH_HANDLE(cl_context, Context);
using DeviceHandle = TICKBENCH_HANDLE(cl_device_id, Device);
using EventHandle = TICKBENCH_HANDLE(cl_event, Event);
using KernelHandle = TICKBENCH_HANDLE(cl_kernel, Kernel);
using MemoryHandle = TICKBENCH_HANDLE(cl_mem, MemObject);
using ProgramHandle = TICKBENCH_HANDLE(cl_program, Program);
using QueueHandle = TICKBENCH_HANDLE(cl_command_queue, CommandQueue);
#undef TICKBENCH_HANDLE

}  // namespace tickbench::opencl
