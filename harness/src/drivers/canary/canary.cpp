// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "canary/canary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "measurement/measurement.hpp"
#include "peak/probe.hpp"

namespace tickbench::canary {
namespace {

/// A launch of some tenths of a millisecond.
std::size_t work_items(const backend::DeviceInfo& device) {
  return (peak::is_large(device) ? 2048U : peak::kWorkGroup) * device.units_to_fill();
}

/// Floats of each of two arrays: beyond the caches of a large device, which takes a tenth of a
/// millisecond; some milliseconds on a processor.
std::size_t floats(const backend::DeviceInfo& device) {
  return peak::update_floats_in(std::uint64_t{peak::is_large(device) ? 128U : 8U} << 20, device);
}

/// Of a kernel in one run.
MeasurementSettings end_settings() {
  MeasurementSettings settings;
  settings.minimum_warm_up = Seconds(0.002);
  settings.warm_up_budget = Seconds(0.005);
  settings.budget = Seconds(0.008);
  return settings;
}
/// Of each kernel at each end. One reading looks surer than it is: on a processor, readings in
/// memory of their own scattered by 2 %, each with an interval of 0.2 %, and a first one may be
/// cold. Both would look like a machine that moved.
constexpr int kReadings = 3;
constexpr Seconds kLook{0.002};

Measurement measured(backend::Device& device, const Launch& launch, HostClock& host) {
  return measure(device.queue(), launch.work(), Mode::kBatched, end_settings(), host);
}

Figure figure(double amount, const Measurement& measured) {
  return {{measured.median.count(), measured.interval}, {}, amount};
}

/// The middle one of the readings, with the interval that holds those of all.
Figure middle(std::vector<Figure> readings) {
  std::ranges::sort(readings, {}, &Figure::value);
  auto found = readings.at(readings.size() / 2);
  for (const auto& reading : readings) {
    found.interval.low = std::min(found.interval.low, reading.interval.low);
    found.interval.high = std::max(found.interval.high, reading.interval.high);
    found.interval.level = std::min(found.interval.level, reading.interval.level);
  }
  return found;
}

class DeviceCanary final : public Canary {
 public:
  DeviceCanary(backend::Device& device, HostClock& host) : device_(device), host_(host) {}

  Figures measure() override {
    Figures found;
    add("arithmetic", found, &DeviceCanary::arithmetic);
    add("memory", found, &DeviceCanary::memory);
    arrays_.reset();
    is_first_ = false;
    return found;
  }

  std::optional<double> look() override {
    if (!begin_) return std::nullopt;
    auto now = *begin_;
    now.samples.clear();
    try {
      measure_on(device_.queue(), arithmetic_->launch.work(), now, end_settings(), kLook, host_);
    } catch (const Error& error) {
      if (!peak::may_be_missing(error)) throw;
      return std::nullopt;
    }
    if (now.median <= Seconds(0)) return std::nullopt;
    return now.median / begin_->median;
  }

 private:
  void add(const char* kernel, Figures& to, Figure (DeviceCanary::*figure)()) {
    try {
      std::vector<Figure> readings;
      for (int i = 0; i < kReadings; ++i) readings.push_back((this->*figure)());
      auto found = middle(std::move(readings));
      found.kernel = kernel;
      if (found.value > 0) return to.figures.push_back(std::move(found));
      to.excluded.push_back(fmt::format("no {} canary: its launches read no time", kernel));
    } catch (const Error& error) {
      if (!peak::may_be_missing(error)) throw;
      to.excluded.push_back(fmt::format("no {} canary: {}", kernel, error.what()));
    }
  }

  Figure arithmetic() {
    Device device(device_);
    if (!arithmetic_) arithmetic_.emplace(device, work_items(device.info()));
    auto found = measured(device_, arithmetic_->launch, host_);
    auto result = figure(arithmetic_->flops(), found);
    // The last reading: the first one may be cold.
    if (is_first_ && found.median > Seconds(0)) begin_ = std::move(found);
    return result;
  }

  Figure memory() {
    Device device(device_);
    // Fresh ones for each reading, where that takes no time: their place in the caches counts.
    if (!arrays_ || !peak::is_large(device.info())) {
      arrays_.reset();
      arrays_.emplace(peak::update_arrays(device, floats(device.info())));
    }
    const auto moved = 3 * static_cast<double>(arrays_->x.size_bytes());
    return figure(moved, measured(device_, arrays_->update, host_));
  }

  backend::Device& device_;
  HostClock& host_;
  std::optional<peak::MultiplyAdd> arithmetic_;
  std::optional<peak::UpdateArrays> arrays_;  ///< within `measure`
  std::optional<Measurement> begin_;          ///< of the first `measure`
  bool is_first_ = true;
};

}  // namespace

std::unique_ptr<Canary> of(backend::Device& device, HostClock& host) {
  return std::make_unique<DeviceCanary>(device, host);
}

std::optional<double> movement(const Figure& before, const Figure& now) {
  if (before.amount != now.amount || before.value <= 0) return std::nullopt;
  const double ratio = now.value / before.value;
  const bool overlaps =
      before.interval.low <= now.interval.high && now.interval.low <= before.interval.high;
  if (overlaps || std::abs(ratio - 1) <= kMoved) return std::nullopt;
  return ratio;
}

std::string moved_text(std::string_view device_id, const std::vector<Figure>& begin,
                       const std::vector<Figure>& end) {
  std::vector<std::string> moved;
  for (const auto& before : begin) {
    const auto now = std::ranges::find(end, before.kernel, &Figure::kernel);
    if (now == end.end()) continue;
    if (const auto ratio = movement(before, *now))
      moved.push_back(fmt::format("{} took {:.1f} % {} at its end", before.kernel,
                                  100 * std::abs(*ratio - 1), *ratio > 1 ? "longer" : "less"));
  }
  if (moved.empty()) return {};
  return fmt::format("the canary of {} moved within this run: {}", device_id,
                     fmt::join(moved, ", "));
}

}  // namespace tickbench::canary
