// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/device_timer.hpp"

#include <string>
#include <utility>

#include "tickbench/error.hpp"

namespace tickbench {
namespace {

// The two clocks' rates may differ by this much before the device's time is called wrong: the bound
// of the harness's own measurements.
constexpr double kRateTolerance = 0.05;
// Stamps move in steps, and a region may begin and end just across one: the largest step that a
// driver in common use states.
constexpr Seconds kClockStep{1e-6};

std::string in_microseconds(Seconds time) { return std::to_string(time.count() * 1e6) + " us"; }

void require_plausible(const ElapsedTime<Seconds>& region) {
  const Seconds limit = region.host * (1 + kRateTolerance) + kClockStep;
  if (region.device >= Seconds(0) && region.device <= limit) return;
  throw Error(Outcome::kImplausibleTime,
              "DeviceTimer: expected a device time from 0 to the host time around the region, " +
                  in_microseconds(region.host) + ", found " + in_microseconds(region.device));
}

}  // namespace

DeviceTimer::DeviceTimer(std::unique_ptr<RegionMarker> marker) : marker_(std::move(marker)) {
  if (!marker_)
    throw Error(Outcome::kInvalidBenchmark, "DeviceTimer: expected a region marker, found none");
}

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
