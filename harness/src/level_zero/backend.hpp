// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "level_zero/device_info.hpp"

namespace tickbench::level_zero {

/// The whole devices of all drivers, in the loader's order: their place is their index. Empty:
/// `not_listed` says why, and it also names a driver that failed beside ones that did not.
std::vector<DriverDevice> root_devices(backend::NotListed& not_listed);

std::vector<ze_device_handle_t> sub_devices(ze_device_handle_t device);

/// By "0", or "0.1" for a sub-device. Throws Error: kNoDevice for an index that is not
/// there, kUnsupported for a device without sub-devices.
DriverDevice find_device(std::string_view index);

/// The one instance, for the list of back ends. Opens no driver.
backend::Backend& backend();

}  // namespace tickbench::level_zero
