// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <type_traits>

#include "opencl.hpp"
#include "result.hpp"

namespace zecpu {

/// Owns an OpenCL object: `ClProgram program(clCreateProgram...)`.
template <auto Release>
struct ClRelease {
  template <class T>
  void operator()(T* object) const {
    Release(object);
  }
};
template <class Handle, auto Release>
using ClOwner = std::unique_ptr<std::remove_pointer_t<Handle>, ClRelease<Release>>;

using ClContext = ClOwner<cl_context, clReleaseContext>;
using ClQueue = ClOwner<cl_command_queue, clReleaseCommandQueue>;
using ClProgram = ClOwner<cl_program, clReleaseProgram>;
using ClKernel = ClOwner<cl_kernel, clReleaseKernel>;
using ClEvent = ClOwner<cl_event, clReleaseEvent>;
using ClSubDevice = ClOwner<cl_device_id, clReleaseDevice>;

/// Throws Failure where an OpenCL call failed, with the Level Zero code that is nearest.
void check_cl(cl_int status, const char* call);

template <class T>
T device_info(cl_device_id device, cl_device_info name) {
  T value{};
  check_cl(clGetDeviceInfo(device, name, sizeof value, &value, nullptr), "clGetDeviceInfo");
  return value;
}
std::string device_text(cl_device_id device, cl_device_info name);
std::string platform_text(cl_platform_id platform, cl_platform_info name);

}  // namespace zecpu
