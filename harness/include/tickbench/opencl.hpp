// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/native_queue.hpp"

// As the driver's own header declares it, which is not needed here.
// NOLINTNEXTLINE(bugprone-reserved-identifier): OpenCL's name.
struct _cl_command_queue;

namespace tickbench {

/// What to do with a queue that the device cannot time: without profiling, or out of order.
enum class Untimed { kRefuse, kHostTime };

namespace opencl {
/// A queue of the caller's own, to be measured on, and retained by the result. Throws Error
/// (kInvalidBenchmark) naming what is wrong with it: no CL_QUEUE_PROFILING_ENABLE, out-of-order
/// execution; with Untimed::kHostTime such a queue is timed by the host and labelled so.
std::unique_ptr<TimedQueue> timed_queue(_cl_command_queue* queue,
                                        Untimed untimed = Untimed::kRefuse);
}  // namespace opencl

template <>
struct NativeQueue<_cl_command_queue*> {
  static constexpr std::string_view kBackend = "opencl";
  static std::unique_ptr<TimedQueue> timed_queue(_cl_command_queue* queue) {
    return opencl::timed_queue(queue);
  }
  static std::unique_ptr<RegionMarker> region_marker(_cl_command_queue* queue);
};

}  // namespace tickbench
