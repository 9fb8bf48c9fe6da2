// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/device_timer.hpp"

#include "clock/device_time.hpp"
#include "tickbench/device.hpp"
#include "tickbench/error.hpp"

namespace tickbench {
namespace {

// Stamps move in steps, and a region may begin and end just across one: the largest step that a
// driver in common use states.
constexpr Seconds kClockStep{1e-6};

// An empty region may take no time at all.
void require_plausible(const ElapsedTime<Seconds>& region) {
  const Plausibility found = judge(region.device, region.host, kClockStep);
  if (found == Plausibility::kPlausible || found == Plausibility::kZero) return;
  throw Error(Outcome::kImplausibleTime,
              "DeviceTimer: " + refusal_text(region.device, region.host, kClockStep));
}

}  // namespace

DeviceTimer::DeviceTimer(std::unique_ptr<RegionMarker> marker) : marker_(std::move(marker)) {
  if (!marker_)
    throw Error(Outcome::kInvalidBenchmark, "DeviceTimer: expected a region marker, found none");
}

DeviceTimer::DeviceTimer(Device& device) : DeviceTimer(device.backend().queue().region_marker()) {}

void DeviceTimer::start() {
  if (running_)
    throw Error(Outcome::kInvalidBenchmark,
                "DeviceTimer: start() in a region that has not been stopped");
  marker_->start();
  running_ = true;
}

void DeviceTimer::stop() {
  if (!running_) throw Error(Outcome::kInvalidBenchmark, "DeviceTimer: stop() without a start()");
  running_ = false;
  const ElapsedTime<Seconds> region = marker_->stop();
  require_plausible(region);
  total_.host += region.host;
  total_.device += region.device;
  ++regions_;
}

void DeviceTimer::reset() noexcept {
  total_ = {};
  regions_ = 0;
}

}  // namespace tickbench
