// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The one place that includes the driver's header. Calls newer than OpenCL 1.2 are made only where
// the device says that it has them; the two that 2.0 deprecated serve devices of 1.2.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include "backend/driver_error.hpp"

namespace tickbench::opencl {

/// `CL_OUT_OF_RESOURCES (-5)`; "unknown OpenCL status (-99)" for a number that no header names.
std::string describe_result(cl_int status);

/// The results of the driver's calls; backend/driver_error.hpp checks them.
struct Results {
  using Result = cl_int;
  static constexpr Result kSuccess = CL_SUCCESS;
  static constexpr auto describe = describe_result;
  static Outcome outcome(Result status) noexcept {
    return status == CL_MEM_OBJECT_ALLOCATION_FAILURE || status == CL_OUT_OF_HOST_MEMORY
               ? Outcome::kOutOfMemory
               : Outcome::kDeviceError;
  }
  /// Drivers say it by different statuses, and some of them mean something else after other calls.
  static bool means_no_memory(Result status) noexcept {
    return status == CL_OUT_OF_RESOURCES || outcome(status) == Outcome::kOutOfMemory;
  }
  static bool is_lasting(Result /*status*/) noexcept { return false; }
};
inline constexpr backend::Check<Results> check;

/// The owner of one reference to a driver's object.
///
/// The driver counts references, and a handle that came from the user is not ours to release.
/// `adopt` takes over a reference that a clCreate call returned; `share` takes one of its own, and
/// throws Error where the driver gives none.
///
///     const ContextHandle context = ContextHandle::adopt(clCreateContext(...));
template <class T, auto kRetain, backend::CallName kRetainName, auto kRelease,
          backend::CallName kReleaseName>
class Handle : public backend::Handle<T, check, kRelease, kReleaseName> {
  using Base = backend::Handle<T, check, kRelease, kReleaseName>;

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
using EventHandle = TICKBENCH_HANDLE(cl_event, Event);
using KernelHandle = TICKBENCH_HANDLE(cl_kernel, Kernel);
using MemoryHandle = TICKBENCH_HANDLE(cl_mem, MemObject);
using ProgramHandle = TICKBENCH_HANDLE(cl_program, Program);
using QueueHandle = TICKBENCH_HANDLE(cl_command_queue, CommandQueue);
#undef TICKBENCH_HANDLE

/// What `create(arguments..., &status)` makes. Throws Error naming `call`.
template <class Made, class Create, class... Arguments>
Made created(std::string_view call, std::string_view where, Create create, Arguments... arguments) {
  cl_int status = CL_SUCCESS;
  auto made = Made::adopt(create(arguments..., &status));
  check(status, call, where);
  return made;
}

}  // namespace tickbench::opencl
