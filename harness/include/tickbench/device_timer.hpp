// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/level_zero.hpp"
#include "tickbench/native_queue.hpp"
#include "tickbench/opencl.hpp"
#include "tickbench/seconds.hpp"

namespace tickbench {

class Device;

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
///     clEnqueueNDRangeKernel(queue, ...);
///     timer.stop();  // waits for the region's end
///     const auto [host, device] = timer.elapsed<std::chrono::duration<double, std::micro>>();
///
/// Throws Error: kInvalidBenchmark for a queue that cannot be timed or a start and stop out of
/// turn, kImplausibleTime for a region whose device time exceeds the host time around it.
class DeviceTimer {
 public:
  /// By the driver's own handle, or the back end's structure of several: see NativeQueue. Braces
  /// alone have no type to look up: `DeviceTimer({context, device, list, queue})` is Level Zero's.
  template <RegionHandle Handle = level_zero::UserList>
  explicit DeviceTimer(const Handle& handle)
      : DeviceTimer(NativeQueue<Handle>::region_marker(handle)) {}
  explicit DeviceTimer(std::unique_ptr<RegionMarker> marker);
  /// On the device's own queue, which a Launch enqueues onto: for a body. Two of them take turns.
  explicit DeviceTimer(Device& device);

  void start();
  void stop();
  /// A region that is a scope: what `block` enqueues. Where it throws, it is no region.
  ///
  ///     timer.time([&] { clEnqueueNDRangeKernel(queue, ...); });
  template <class Block>
  void time(Block&& block) {
    start();
    try {
      std::forward<Block>(block)();
    } catch (...) {
      running_ = false;
      throw;
    }
    stop();
  }
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
