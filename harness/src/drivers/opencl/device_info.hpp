// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string_view>
#include <utility>

#include "opencl/error.hpp"

namespace tickbench::opencl {

/// One fixed-size property of a device.
template <class T>
T device_value(cl_device_id device, cl_device_info what, const char* name) {
  T value{};
  check(clGetDeviceInfo(device, what, sizeof(value), &value, nullptr), name);
  return value;
}

/// One text by `get(of..., size, to, &size)`, without the zeros behind it; empty where that fails,
/// unless `get` throws.
template <class Get, class... Of>
std::string text_by(const Get& get, Of... of) {
  std::size_t size = 0;
  if (get(of..., std::size_t{0}, nullptr, &size) != CL_SUCCESS) return {};
  std::string text(size, '\0');
  if (get(of..., size, text.data(), nullptr) != CL_SUCCESS) return {};
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

/// The same. Throws Error where that fails: `call` is its name.
template <class Get, class... Of>
std::string required_text(const std::string& call, std::string_view where, Get get, Of... of) {
  const auto checked = [&](auto... all) {
    const auto status = get(all...);
    check(status, call, where);
    return status;
  };
  return text_by(checked, of...);
}

cl_platform_id find_platform(cl_device_id device);
/// One text of a device, without the blanks that some drivers pad it with. Throws Error.
std::string device_text(cl_device_id device, cl_device_info what);
/// The same of a platform.
std::string platform_text(cl_platform_id platform, cl_platform_info what);

using Version = std::pair<int, int>;  ///< 3.0 is 3 and 0
/// From "OpenCL 3.0 CUDA 12.8"; 0.0 where the text begins otherwise.
inline Version parse_version(const std::string& text) {
  Version version;
  const int found = std::sscanf(text.c_str(), "OpenCL %d.%d", &version.first, &version.second);
  return found == 2 ? version : Version{};
}

/// What may be called: the lower of the device's version and its platform's.
Version usable_version(cl_device_id device);

/// Coarse-grain shared virtual memory, which 2.0 brought and 3.0 made optional.
bool has_shared_memory(cl_device_id device);

/// Everything a report needs to identify a device.
backend::DeviceInfo describe_device(cl_device_id device, const std::string& index);

/// Throws Error: kNoDevice for an index that is not there, kUnsupported for a device that cannot be
/// divided.
///
/// Sub-devices are the NUMA nodes of a device that can be divided by them, else its halves.
cl_device_id find_device(std::string_view index);

/// The one instance, for the list of back ends. Opens no driver.
backend::Backend& backend();

}  // namespace tickbench::opencl
