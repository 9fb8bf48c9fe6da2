// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "opencl/device_info.hpp"
#include "opencl/stream.hpp"
#include "tickbench/opencl.hpp"

namespace tickbench {
namespace opencl {
namespace {

/// A queue of the user's, retained.
class UserStream final : private backend::UserDevice, public Stream {
 public:
  explicit UserStream(cl_command_queue queue)
      : UserDevice(describe_device(queue_value<cl_device_id>(queue, CL_QUEUE_DEVICE), "")),
        Stream(QueueHandle::share(queue), device, use) {}
};

/// What keeps the device from timing commands on this queue; nothing where it can. Throws Error
/// (kInvalidBenchmark) for null.
std::optional<std::string> defect_of(cl_command_queue queue, const char* what) {
  if (queue == nullptr)
    throw Error(Outcome::kInvalidBenchmark, fmt::format("{}: expected a queue, found null", what));
  const auto properties = queue_value<cl_command_queue_properties>(queue, CL_QUEUE_PROPERTIES);
  if ((properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0)
    return "it was created with CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, where two markers enclose "
           "nothing";
  if ((properties & CL_QUEUE_PROFILING_ENABLE) == 0)
    return "it was created without CL_QUEUE_PROFILING_ENABLE, so its commands get no time stamps";
  return std::nullopt;
}

}  // namespace

std::unique_ptr<TimedQueue> timed_queue(cl_command_queue queue, Untimed untimed) {
  const auto defect = defect_of(queue, "timed_queue");
  if (defect && untimed == Untimed::kRefuse)
    throw Error(Outcome::kInvalidBenchmark,
                fmt::format("the device cannot time this queue: {}; ask for Untimed::kHostTime to "
                            "take the host's time",
                            *defect));
  return backend::user_queue(std::make_unique<UserStream>(queue), !defect);
}

}  // namespace opencl

std::unique_ptr<RegionMarker> NativeQueue<cl_command_queue>::region_marker(cl_command_queue queue) {
  if (const auto defect = opencl::defect_of(queue, "DeviceTimer"))
    throw Error(Outcome::kInvalidBenchmark,
                fmt::format("DeviceTimer: the device cannot time this queue: {}", *defect));
  return backend::region_marker(std::make_unique<opencl::UserStream>(queue));
}

}  // namespace tickbench
