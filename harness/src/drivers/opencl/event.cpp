// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/event.hpp"

#include <fmt/format.h>

#include "opencl/error.hpp"
#include "tickbench/backend/device_clock.hpp"

namespace tickbench::opencl {
namespace {

Seconds elapsed(std::uint64_t start, std::uint64_t end) {
  return DeviceClock::nanoseconds().elapsed(KernelStamp{start}, KernelStamp{end});
}

}  // namespace

void Event::require_complete(std::string_view where) const {
  cl_int status = CL_QUEUED;
  check(clGetEventInfo(handle_.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                       nullptr),
        "clGetEventInfo(CL_EVENT_COMMAND_EXECUTION_STATUS)", where);
  if (status == CL_COMPLETE) return;
  if (status < 0) check(status, "a command's execution", where);
  backend::throw_nothing_executed(
      fmt::format("expected CL_COMPLETE of an event after a successful wait, found execution "
                  "status {}",
                  status),
      where);
}

std::uint64_t Event::stamp(cl_profiling_info which, std::string_view where) const {
  cl_ulong nanoseconds = 0;
  check(clGetEventProfilingInfo(handle_.get(), which, sizeof(nanoseconds), &nanoseconds, nullptr),
        "clGetEventProfilingInfo", where);
  if (nanoseconds == 0)
    backend::throw_nothing_executed("expected a time stamp in a complete event, found 0", where);
  return nanoseconds;
}

Seconds Event::duration(const Event& last, std::string_view where) const {
  require_complete(where);
  return elapsed(stamp(CL_PROFILING_COMMAND_START, where), last.end(where));
}

LaunchTimes Event::launch_times(const Event& last, std::string_view where) const {
  require_complete(where);
  const auto queued = stamp(CL_PROFILING_COMMAND_QUEUED, where);
  const auto submit = stamp(CL_PROFILING_COMMAND_SUBMIT, where);
  const auto start = stamp(CL_PROFILING_COMMAND_START, where);
  const auto end = last.end(where);
  return {std::chrono::nanoseconds(queued), elapsed(queued, submit), elapsed(submit, start),
          elapsed(start, end)};
}

std::uint64_t Event::end(std::string_view where) const {
  require_complete(where);
  return stamp(CL_PROFILING_COMMAND_END, where);
}

Seconds between_ends(const Event& first, const Event& last, std::string_view where) {
  return elapsed(first.end(where), last.end(where));
}

}  // namespace tickbench::opencl
