// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backend/stream.hpp"
#include "opencl/error.hpp"
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

/// Asking for no event is not the same as dropping it: on some drivers each event costs more than
/// the launch.
class EventLog final : public backend::EventLog {
 public:
  explicit EventLog(std::string where) : where_(std::move(where)) {}

  /// Calls `call(cl_event*)`: with null unless the command's event is to be kept.
  template <class Call>
  void enqueue(const Call& call) {
    if (!is_keeping_) return call(nullptr);
    const auto place = count_.next();
    if (!place.has_event()) return call(nullptr);
    cl_event event = nullptr;
    call(&event);
    events_.emplace_back(event);
  }

  void begin(std::int64_t /*launches*/, std::int64_t commands) override {
    is_keeping_ = true;
    count_.begin(commands);
  }
  void end() noexcept override {
    is_keeping_ = false;
    events_.clear();
  }
  std::int64_t commands() const override { return count_.counted(); }
  Seconds duration(std::size_t launch) const override {
    return first_event(launch).duration(last_event(launch), where_);
  }
  std::optional<LaunchTimes> phases(std::chrono::nanoseconds /*host_begin*/) override {
    return first_event(0).launch_times(last_event(0), where_);
  }

 private:
  std::size_t events() const { return static_cast<std::size_t>(count_.events()); }
  const Event& first_event(std::size_t launch) const { return events_[events() * launch]; }
  const Event& last_event(std::size_t launch) const { return events_[events() * (launch + 1) - 1]; }

  std::string where_;
  bool is_keeping_ = false;
  backend::CommandCount count_;
  std::vector<Event> events_;  ///< one a launch, or its first and its last command's
};

}  // namespace tickbench::opencl
