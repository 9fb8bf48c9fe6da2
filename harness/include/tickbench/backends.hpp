// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The public headers of the back ends that device_timer.hpp and benchmark.hpp bring along, as they
// always have. A program includes that of any other back end itself.
#include "tickbench/level_zero.hpp"
#include "tickbench/opencl.hpp"

namespace tickbench::detail {

/// What `DeviceTimer({context, device, list, queue})` means: braces alone have no type to look up.
using HandleInBraces = level_zero::UserList;

}  // namespace tickbench::detail
