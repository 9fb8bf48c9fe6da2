// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "opencl/event.hpp"

namespace tickbench::opencl {

/// Whether the commands being enqueued get an event each, and the events they got. Asking for none
/// is not the same as dropping it: on some drivers each event costs more than the launch.
class EventLog {
 public:
  /// Calls `call(cl_event*)`: with null unless events are being kept.
  template <class Call>
  void enqueue(const Call& call) {
    if (!keeping_) {
      call(nullptr);
      return;
    }
    cl_event event = nullptr;
    call(&event);
    events_.emplace_back(event);
  }
  void keep(bool keeping) noexcept { keeping_ = keeping; }
  std::vector<Event> take() { return std::exchange(events_, {}); }

 private:
  bool keeping_ = false;
  std::vector<Event> events_;
};

}  // namespace tickbench::opencl
