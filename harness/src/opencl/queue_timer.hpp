// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "opencl/event.hpp"
#include "tickbench/timed_queue.hpp"

namespace tickbench::opencl {

/// Device and host times on any in-order queue with profiling: what the harness's own queue, a
/// user's queue and the regions of a DeviceTimer share.
///
/// A bracket lies between the ends of two markers. The trap: nothing may wait or flush between
/// them, or the host's round trip becomes device time. And between the first marker and the first
/// launch the device may idle for as long as the host takes to enqueue it: brackets of one launch
/// include that.
struct QueueTimer {
  cl_command_queue queue;
  std::string where;  ///< the device's name, for errors

  Bracket between_markers(const Work& work, std::int64_t launches) const;
  Bracket by_host(const Work& work, std::int64_t launches) const;
  Event mark() const;
  void finish() const;
  std::optional<ClockReading> read_clock() const;
};

/// What keeps the device from timing commands on this queue; nothing where it can.
std::optional<std::string> timing_defect(cl_command_queue queue);

cl_device_id device_of(cl_command_queue queue);

}  // namespace tickbench::opencl
