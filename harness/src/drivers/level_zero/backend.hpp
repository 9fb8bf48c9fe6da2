// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "level_zero/device_info.hpp"

namespace tickbench::level_zero {

/// By "0", or "0.1" for a sub-device. Throws Error: kNoDevice for an index that is not
/// there, kUnsupported for a device without sub-devices.
DriverDevice find_device(std::string_view index);

/// The one instance, for the list of back ends. Opens no driver.
backend::Backend& backend();

}  // namespace tickbench::level_zero
