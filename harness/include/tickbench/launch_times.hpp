// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "tickbench/seconds.hpp"

namespace tickbench {

/// The phases of one launch on the device's time line, as OpenCL names them. `queued` is absolute
/// and whole (a double of seconds since 1970 resolves no better than 240 ns); the phases are
/// differences.
struct LaunchTimes {
  std::chrono::nanoseconds queued{};  ///< when the host enqueued it, on the device's time line
  Seconds queued_to_submit{};
  Seconds submit_to_start{};
  Seconds start_to_end{};
};

}  // namespace tickbench
