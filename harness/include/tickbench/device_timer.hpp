// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "tickbench/seconds.hpp"
#include "tickbench/timed_queue.hpp"

// The drivers' own handle types, declared as their headers do, so that neither header is needed
// here.
// NOLINTBEGIN(bugprone-reserved-identifier): the names are those of the two APIs' own headers.
struct _cl_command_queue;
struct _ze_command_list_handle_t;
struct _ze_command_queue_handle_t;
struct _ze_context_handle_t;
struct _ze_device_handle_t;
// NOLINTEND(bugprone-reserved-identifier)

namespace tickbench {

/// What to do with a queue that cannot be timed by the device: created without profiling, or out of
/// order.
enum class Untimed { kRefuse, kHostTime };

namespace opencl {
/// A queue of the caller's own, to be measured on. It is retained until the result is destroyed.
/// Throws Error (kInvalidBenchmark) naming what is wrong with it: no CL_QUEUE_PROFILING_ENABLE,
/// out-of-order execution; with Untimed::kHostTime such a queue is timed by the host and labelled
/// so.
std::unique_ptr<TimedQueue> timed_queue(_cl_command_queue* queue,
                                        Untimed untimed = Untimed::kRefuse);
}  // namespace opencl

namespace level_zero {
/// A command list of the caller's own, with the context and the device it was made for. Either an
/// immediate list (`queue` null), or a regular one in the open state with the queue that is to
/// execute it: it is then closed, executed and reset for every bracket. Commands that need an order
/// need barriers of their own.
struct UserList {
  _ze_context_handle_t* context = nullptr;
  _ze_device_handle_t* device = nullptr;
  _ze_command_list_handle_t* list = nullptr;
  _ze_command_queue_handle_t* queue = nullptr;
};
/// To be measured on. Throws Error (kInvalidBenchmark) for a null handle.
std::unique_ptr<TimedQueue> timed_queue(const UserList& list);
}  // namespace level_zero

template <class Duration>
struct ElapsedTime {
  Duration host{};
  Duration device{};
};

/// Marks the two ends of a region on a back end's queue.
class RegionMarker {
 public:
  virtual ~RegionMarker() = default;
  virtual void start() = 0;
  /// Enqueues the end mark, waits for it, and returns the times of the region.
  virtual ElapsedTime<Seconds> stop() = 0;
};

/// Times regions of code that enqueues onto an in-order queue of its own. Regions accumulate.
///
///     tickbench::DeviceTimer timer(queue);  // created with CL_QUEUE_PROFILING_ENABLE
///
///     timer.start();
///
///     clEnqueueNDRangeKernel(queue, ...);
///
///     timer.stop();  // waits for the region's end
///
///     const auto [host, device] = timer.elapsed<std::chrono::duration<double, std::micro>>();
///
/// Throws Error: kInvalidBenchmark for a queue that cannot be timed or a start and stop out of
/// turn, kImplausibleTime for a region whose device time exceeds the host time around it.
class DeviceTimer {
 public:
  explicit DeviceTimer(_cl_command_queue* queue);
  explicit DeviceTimer(const level_zero::UserList& list);
  explicit DeviceTimer(std::unique_ptr<RegionMarker> marker);

  void start();
  void stop();
  /// Forgets all regions.
  void reset() noexcept;
  int regions() const noexcept { return regions_; }

  /// The sums over all finished regions, in the unit asked for.
  template <class Duration = Seconds>
  ElapsedTime<Duration> elapsed() const {
    return {std::chrono::duration_cast<Duration>(total_.host),
            std::chrono::duration_cast<Duration>(total_.device)};
  }

 private:
  std::unique_ptr<RegionMarker> marker_;
  ElapsedTime<Seconds> total_;
  int regions_ = 0;
  bool running_ = false;
};

}  // namespace tickbench
