// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "opencl/handle.hpp"
#include "tickbench/backend/backend.hpp"

namespace tickbench::opencl {

/// Throws Error: kNoDevice for an index that is not there, kUnsupported for a device that cannot be
/// divided.
///
/// Sub-devices are the NUMA nodes of a device that can be divided by them, else its halves.
DeviceHandle find_device(std::string_view index);

/// The one instance, for the list of back ends. Opens no driver.
backend::Backend& backend();

}  // namespace tickbench::opencl
