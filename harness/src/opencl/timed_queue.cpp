// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "backend/bracket_check.hpp"
#include "opencl/device_info.hpp"
#include "opencl/displacer.hpp"
#include "opencl/queue_timer.hpp"
#include "tickbench/device_timer.hpp"

namespace tickbench::opencl {
namespace {

/// A queue of the user's. What is enqueued on it is the user's own code, so commands have no events
/// here: markers around them, or the host's clock.
class UserQueue final : public TimedQueue {
 public:
  UserQueue(cl_command_queue queue, bool has_device_time)
      : handle_(QueueHandle::share(queue)),
        timer_{queue, device_text(device_of(queue), CL_DEVICE_NAME)},
        displacer_(queue, timer_.where),
        has_device_time_(has_device_time) {}

  Bracket run(const Work& work, const BracketRequest& request) override {
    backend::require_bracket(*this, work, request);
    timer_.finish();
    if (request.displace_bytes != 0) displacer_.displace(request.displace_bytes);
    return request.method == TimeMethod::kBracket ? timer_.between_markers(work, request.launches)
                                                  : timer_.by_host(work, request.launches);
  }
  bool supports(TimeMethod method, const Work& /*work*/) const override {
    return method == TimeMethod::kHost || (method == TimeMethod::kBracket && has_device_time_);
  }
  std::optional<ClockReading> read_clock() override {
    return has_device_time_ ? timer_.read_clock() : std::nullopt;
  }
  Seconds reported_resolution() const override {
    return std::chrono::nanoseconds(
        device_value<std::size_t>(device_of(handle_.get()), CL_DEVICE_PROFILING_TIMER_RESOLUTION,
                                  "clGetDeviceInfo(CL_DEVICE_PROFILING_TIMER_RESOLUTION)"));
  }
  std::string device_name() const override { return timer_.where; }

 private:
  QueueHandle handle_;
  QueueTimer timer_;
  Displacer displacer_;
  bool has_device_time_;
};

}  // namespace

std::unique_ptr<TimedQueue> timed_queue(cl_command_queue queue, Untimed untimed) {
  if (queue == nullptr)
    throw Error(Outcome::kInvalidBenchmark, "timed_queue: expected a queue, found null");
  const auto defect = timing_defect(queue);
  if (defect && untimed == Untimed::kRefuse)
    throw Error(Outcome::kInvalidBenchmark,
                "the device cannot time this queue: " + *defect +
                    "; ask for Untimed::kHostTime to take the host's time");
  return std::make_unique<UserQueue>(queue, !defect);
}

}  // namespace tickbench::opencl
