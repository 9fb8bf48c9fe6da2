// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "backend/stream.hpp"
#include "opencl/event.hpp"

namespace tickbench::opencl {

/// The events of a bracket's commands. Asking for none is not the same as dropping it: on some
/// drivers each event costs more than the launch.
class EventLog final : public backend::EventLog {
 public:
  explicit EventLog(std::string where) : where_(std::move(where)) {}

  /// Calls `call(cl_event*)`: with null unless events are being kept.
  template <class Call>
  void enqueue(const Call& call) {
    if (!is_keeping_) return call(nullptr);
    cl_event event = nullptr;
    call(&event);
    events_.emplace_back(event);
  }

  void begin(std::int64_t /*launches*/) override { is_keeping_ = true; }
  void end() noexcept override {
    is_keeping_ = false;
    events_.clear();
  }
  std::int64_t commands() const override { return std::ssize(events_); }
  Seconds duration(std::size_t command) const override { return events_[command].duration(where_); }
  std::optional<LaunchTimes> phases(std::chrono::nanoseconds /*host_begin*/) override {
    return events_.front().launch_times(where_);
  }

 private:
  std::string where_;
  bool is_keeping_ = false;
  std::vector<Event> events_;
};

}  // namespace tickbench::opencl
