// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "opencl/handle.hpp"
#include "tickbench/seconds.hpp"
#include "tickbench/timed_queue.hpp"

namespace tickbench::opencl {

/// One command's event, with the device's times of it.
///
/// A driver that executes nothing may let every wait succeed. So the times are given only
/// of an event that is complete and has stamps; anything else throws Error (kDeviceError).
class Event {
 public:
  explicit Event(cl_event event) : handle_(EventHandle::adopt(event)) {}

  /// Of a launch that begins with this command and ends with `last`, which may be the same: END -
  /// START, negative on a broken clock, for the plausibility gate to refuse.
  Seconds duration(const Event& last, std::string_view where) const;
  Seconds duration(std::string_view where) const { return duration(*this, where); }
  LaunchTimes launch_times(const Event& last, std::string_view where) const;
  /// The END stamp, in nanoseconds on the device's time line.
  std::uint64_t end(std::string_view where) const;

 private:
  void require_complete(std::string_view where) const;
  std::uint64_t stamp(cl_profiling_info which, std::string_view where) const;

  EventHandle handle_;
};

/// From the end of one command to the end of another.
Seconds between_ends(const Event& first, const Event& last, std::string_view where);

}  // namespace tickbench::opencl
