// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "backend/stream.hpp"
#include "opencl/event.hpp"

namespace tickbench::opencl {

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
