// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/native_queue.hpp"

namespace toy {
struct Commands;  // the driver's handle, as its own header declares it
}

namespace tickbench {

namespace toy {
/// A queue of the caller's own, to be measured on.
std::unique_ptr<TimedQueue> timed_queue(::toy::Commands* queue);
}  // namespace toy

template <>
struct NativeQueue<::toy::Commands*> {
  static constexpr std::string_view kBackend = "toy";
  static std::unique_ptr<TimedQueue> timed_queue(::toy::Commands* queue) {
    return toy::timed_queue(queue);
  }
  static std::unique_ptr<RegionMarker> region_marker(::toy::Commands* queue);
};

}  // namespace tickbench
