// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace tickbench {

/// The one duration type: no bare number of ticks or seconds crosses a function's boundary.
using Seconds = std::chrono::duration<double>;

}  // namespace tickbench
