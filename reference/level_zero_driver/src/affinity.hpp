// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string_view>

namespace zecpu {

/// What ZE_AFFINITY_MASK leaves of this driver's one device: "0" is the device, "0.1" a part of it,
/// and several are separated by commas. Without a mask everything is there. What is no such item
/// names no device.
struct Affinity {
  bool has_device = true;
  std::optional<std::set<unsigned>> parts;  // nothing: all of them

  static Affinity from(std::string_view mask, unsigned sub_devices);
};

}  // namespace zecpu
