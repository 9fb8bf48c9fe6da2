// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>

#include "level_zero/ze.hpp"
#include "tickbench/device_clock.hpp"
#include "tickbench/launch_times.hpp"
#include "tickbench/timed_queue.hpp"

namespace tickbench::level_zero {

/// What the host saw of one command, by its own clock, and a reading of both clocks after the
/// command was done.
struct HostView {
  std::chrono::nanoseconds appended;
  std::chrono::nanoseconds submitted;
  ClockReading reading;
  std::uint64_t ticks;  ///< of the reading, as the device counts them
};

/// The command's phases on the time line of the readings: how long before the reading it started,
/// and, by the host's clock, how long before it was appended and submitted.
///
/// The trap: the reading is a global timestamp, and the stamps are a kernel's. They count alike on
/// the drivers known, but no specification says so: phases that do not fit between `submitted` and
/// the reading are none.
std::optional<LaunchTimes> launch_phases(const HostView& host, const DeviceClock& clock,
                                         std::span<const ze_kernel_timestamp_result_t> stamps);

}  // namespace tickbench::level_zero
