// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/queue_timer.hpp"

#include "opencl/error.hpp"
#include "tickbench/device_clock.hpp"

namespace tickbench::opencl {

Event QueueTimer::mark() const {
  cl_event event = nullptr;
  check(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &event), "clEnqueueMarkerWithWaitList",
        where);
  return Event(event);
}

void QueueTimer::finish() const { check(clFinish(queue), "clFinish", where); }

Bracket QueueTimer::between_markers(const Work& work, std::int64_t launches) const {
  const auto begin = host_clock().now();
  const Event before = mark();
  for (std::int64_t i = 0; i < launches; ++i) work.enqueue();
  const Event after = mark();
  const auto enqueued = host_clock().now();
  finish();
  const auto end = host_clock().now();
  return {.device = between_ends(before, after, where),
          .host = end - begin,
          .host_begin = begin,
          .enqueue = enqueued - begin,
          .device_begin = std::chrono::nanoseconds(before.end(where))};
}

Bracket QueueTimer::by_host(const Work& work, std::int64_t launches) const {
  const auto begin = host_clock().now();
  for (std::int64_t i = 0; i < launches; ++i) work.enqueue();
  const auto enqueued = host_clock().now();
  finish();
  return {.host = host_clock().now() - begin, .host_begin = begin, .enqueue = enqueued - begin};
}

std::optional<ClockReading> QueueTimer::read_clock() const {
  finish();
  ClockReading reading;
  reading.host_before = host_clock().now();
  const Event marker = mark();
  finish();
  reading.host_after = host_clock().now();
  reading.device_ticks = static_cast<std::int64_t>(marker.end(where));
  reading.device_tick = DeviceClock::nanoseconds().tick();
  return reading;
}

std::optional<std::string> timing_defect(cl_command_queue queue) {
  cl_command_queue_properties properties = 0;
  check(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof(properties), &properties, nullptr),
        "clGetCommandQueueInfo(CL_QUEUE_PROPERTIES)");
  if ((properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0)
    return "it was created with CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, where two markers enclose "
           "nothing";
  if ((properties & CL_QUEUE_PROFILING_ENABLE) == 0)
    return "it was created without CL_QUEUE_PROFILING_ENABLE, so its commands get no time stamps";
  return std::nullopt;
}

cl_device_id device_of(cl_command_queue queue) {
  cl_device_id device = nullptr;
  check(clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof(device), &device, nullptr),
        "clGetCommandQueueInfo(CL_QUEUE_DEVICE)");
  return device;
}

}  // namespace tickbench::opencl
