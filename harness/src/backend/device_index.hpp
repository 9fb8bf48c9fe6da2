// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace tickbench::backend {

/// "1" or "1.0", a device or one of its sub-devices.
struct DeviceIndex {
  std::size_t root = 0;
  int sub = -1;  ///< -1: the whole device
  friend bool operator==(DeviceIndex, DeviceIndex) = default;
};
/// Throws Error (kNoDevice) for anything else.
DeviceIndex parse_index(std::string_view text);

}  // namespace tickbench::backend
