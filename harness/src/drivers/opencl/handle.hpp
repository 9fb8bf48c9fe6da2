// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/handle.hpp"
#include "opencl/error.hpp"

namespace tickbench::opencl {

template <class T, cl_int(CL_API_CALL* kRelease)(T), backend::CallName kName>
void release(T handle) noexcept {
  check_clean_up(kRelease(handle), kName.text);
}

/// A call of the driver, and its name for messages.
template <class T, cl_int(CL_API_CALL* kCall)(T), backend::CallName kName>
struct Named {
  static constexpr auto kFunction = kCall;
  static constexpr auto kText = kName;
};

/// The owner of one reference to a driver's object.
///
/// The driver counts references, and a handle that came from the user is not ours to release.
/// `adopt` takes over a reference that a clCreate call returned; `share` takes one of its own, and
/// throws Error where the driver gives none.
///
///     const ContextHandle context = ContextHandle::adopt(clCreateContext(...));
template <class T, class Retain, class Release>
class Handle : public backend::Handle<T, &release<T, Release::kFunction, Release::kText>> {
  using Base = backend::Handle<T, &release<T, Release::kFunction, Release::kText>>;

 public:
  Handle() = default;
  static Handle adopt(T handle) noexcept { return Handle(handle); }
  static Handle share(T handle) {
    if (handle != nullptr) check(Retain::kFunction(handle), Retain::kText.text);
    return Handle(handle);
  }

 private:
  using Base::Base;
};

#define TICKBENCH_HANDLE(type, what)                          \
  Handle<type, Named<type, clRetain##what, "clRetain" #what>, \
         Named<type, clRelease##what, "clRelease" #what>>
using ContextHandle = TICKBENCH_HANDLE(cl_context, Context);
using DeviceHandle = TICKBENCH_HANDLE(cl_device_id, Device);
using EventHandle = TICKBENCH_HANDLE(cl_event, Event);
using KernelHandle = TICKBENCH_HANDLE(cl_kernel, Kernel);
using MemoryHandle = TICKBENCH_HANDLE(cl_mem, MemObject);
using ProgramHandle = TICKBENCH_HANDLE(cl_program, Program);
using QueueHandle = TICKBENCH_HANDLE(cl_command_queue, CommandQueue);
#undef TICKBENCH_HANDLE

}  // namespace tickbench::opencl
