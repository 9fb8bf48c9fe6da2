// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "opencl/handle.hpp"
#include "tickbench/backend.hpp"

namespace tickbench::opencl {

/// The devices of all platforms, in the loader's order: their place is their index. Empty: `reason`
/// says why, and it also names a platform that failed beside ones that did not.
std::vector<cl_device_id> root_devices(backend::NotListed& not_listed);

/// Throws Error: kNoDevice for an index that is not there, kUnsupported for a device that cannot be
/// divided.
///
/// Sub-devices are the NUMA nodes of a device that can be divided by them, else its halves.
DeviceHandle find_device(std::string_view index);

/// The one instance, for the list of back ends. Opens no driver.
backend::Backend& backend();

}  // namespace tickbench::opencl
