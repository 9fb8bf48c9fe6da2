// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <string_view>

namespace tickbench::opencl {

struct Version {
  int major = 0;
  int minor = 0;
  auto operator<=>(const Version&) const = default;
};
/// From "OpenCL 3.0 CUDA 12.8"; 0.0 where the text begins otherwise.
Version parse_version(std::string_view text);

/// "1" or "1.0", a device or one of its sub-devices.
struct DeviceIndex {
  std::size_t root = 0;
  int sub = -1;  ///< -1: the whole device
  friend bool operator==(DeviceIndex, DeviceIndex) = default;
};
/// Throws Error (kNoDevice) for anything else.
DeviceIndex parse_index(std::string_view text);

}  // namespace tickbench::opencl
