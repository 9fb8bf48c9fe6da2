// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>
#include <utility>

#include "opencl/device_info.hpp"
#include "opencl/queue_timer.hpp"
#include "tickbench/device_timer.hpp"

namespace tickbench {
namespace opencl {
namespace {

/// Two markers on the user's queue. The queue is drained at the start, so that what was enqueued
/// before is not in the region's time.
class QueueRegion final : public RegionMarker {
 public:
  explicit QueueRegion(cl_command_queue queue)
      : handle_(QueueHandle::share(queue)),
        timer_{queue, device_text(device_of(queue), CL_DEVICE_NAME)} {}

  void start() override {
    timer_.finish();
    begin_ = host_clock().now();
    before_ = timer_.mark();
  }
  ElapsedTime<Seconds> stop() override {
    const Event after = timer_.mark();
    timer_.finish();
    const auto end = host_clock().now();
    return {end - begin_, between_ends(before_.value(), after, timer_.where)};
  }

 private:
  QueueHandle handle_;
  QueueTimer timer_;
  std::chrono::nanoseconds begin_{};
  std::optional<Event> before_;
};

std::unique_ptr<RegionMarker> region_marker(cl_command_queue queue) {
  if (queue == nullptr)
    throw Error(Outcome::kInvalidBenchmark, "DeviceTimer: expected a queue, found null");
  if (const auto defect = timing_defect(queue))
    throw Error(Outcome::kInvalidBenchmark,
                "DeviceTimer: the device cannot time this queue: " + *defect);
  return std::make_unique<QueueRegion>(queue);
}

}  // namespace
}  // namespace opencl

DeviceTimer::DeviceTimer(cl_command_queue queue) : DeviceTimer(opencl::region_marker(queue)) {}

}  // namespace tickbench
