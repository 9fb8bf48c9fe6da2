// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/stream.hpp"

#include <utility>

#include "opencl/device_info.hpp"
#include "tickbench/device_clock.hpp"

namespace tickbench::opencl {

Stream::Stream(QueueHandle queue, const backend::DeviceInfo& info, backend::MemoryUse& use)
    : queue_(std::move(queue)),
      allocator_{queue_value<cl_context>(queue_.get(), CL_QUEUE_CONTEXT),
                 queue_value<cl_device_id>(queue_.get(), CL_QUEUE_DEVICE), queue_.get(), info, use},
      events_(info.name),
      untimed_(info.name),
      has_svm_(has_shared_memory(allocator_.device)) {}

Event Stream::mark() const {
  cl_event event = nullptr;
  check(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, &event), "clEnqueueMarkerWithWaitList",
        info().name);
  return Event(event);
}

std::optional<ClockReading> Stream::read_clock() {
  finish();
  ClockReading reading;
  reading.host_before = host_clock().now();
  const Event marker = mark();
  finish();
  reading.host_after = host_clock().now();
  reading.device = std::chrono::nanoseconds(marker.end(info().name));
  reading.device_tick = DeviceClock::nanoseconds().tick();
  return reading;
}

}  // namespace tickbench::opencl
