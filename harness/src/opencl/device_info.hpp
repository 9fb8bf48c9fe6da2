// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "opencl/error.hpp"
#include "opencl/parse.hpp"
#include "tickbench/backend.hpp"

namespace tickbench::opencl {

/// One fixed-size property of a device.
template <class T>
T device_value(cl_device_id device, cl_device_info what, const char* name) {
  T value{};
  check(clGetDeviceInfo(device, what, sizeof(value), &value, nullptr), name);
  return value;
}

/// One text of a device, without the blanks that some drivers pad it with; empty where it has none.
std::string device_text(cl_device_id device, cl_device_info what);
/// The same of a platform.
std::string platform_text(cl_platform_id platform, cl_platform_info what);
bool has_extension(cl_device_id device, std::string_view name);

/// What may be called: the lower of the device's version and its platform's.
Version usable_version(cl_device_id device);

/// Coarse-grain shared virtual memory, which 2.0 brought and 3.0 made optional.
bool has_shared_memory(cl_device_id device);

/// Everything a report needs to identify a device.
backend::DeviceInfo describe_device(cl_device_id device, const std::string& index);

}  // namespace tickbench::opencl
