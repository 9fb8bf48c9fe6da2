// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace tickbench {

/// The one duration type: no bare number of ticks, nanoseconds or seconds crosses a function
/// boundary.
using Seconds = std::chrono::duration<double>;

}  // namespace tickbench
