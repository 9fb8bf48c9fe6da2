// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "canary/canary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "peak/probe.hpp"
#include "tickbench/device.hpp"
#include "tickbench/error.hpp"
#include "tickbench/measurement.hpp"
#include "tickbench/peak.hpp"

// Named here so that a linker keeps the embedded kernels.
extern "C" void tickbench_kernels_tickbench_peak_kernels();

namespace tickbench::canary {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kLargeDevice = std::uint64_t{8} << 30;

constexpr const char* kArithmetic = "arithmetic";

bool is_large(const backend::DeviceInfo& device) {
  return device.type != backend::DeviceType::kCpu && device.memory > kLargeDevice;
}

/// A launch of some tenths of a millisecond.
std::size_t work_items(const backend::DeviceInfo& device) {
  return (is_large(device) ? 2048U : peak::kWorkGroup) *
         static_cast<std::size_t>(std::max(device.compute_units, 1));
}

/// Floats of each of two arrays: beyond the caches of a large device, which takes a tenth of a
/// millisecond; some milliseconds on a processor.
std::size_t floats(const backend::DeviceInfo& device) {
  std::uint64_t bytes = (is_large(device) ? 128 : 8) * kMiB;
  if (device.memory > 0) bytes = std::min(bytes, device.memory / 8);
  if (device.largest_allocation > 0) bytes = std::min(bytes, device.largest_allocation);
  return peak::update_floats_in(bytes, device);
}

struct Patience {
  Seconds warm_up, budget;
};
constexpr Patience kEnds{Seconds(0.005), Seconds(0.02)}, kWaking{Seconds(0.002), Seconds(0.002)};
/// A device that is slow for so long is slow.
constexpr Seconds kMostWaking{1};

Figure figure(std::string kernel, double amount, backend::Device& device, const Launch& launch,
              HostClock& host, const Patience& patience) {
  MeasurementSettings settings;
  settings.minimum_warm_up = Seconds(0.002);
  settings.warm_up_budget = patience.warm_up;
  settings.budget = patience.budget;
  const auto measured =
      tickbench::measure(device.queue(), launch.work(), Mode::kBatched, settings, host);
  return {std::move(kernel), amount, measured.median.count(), measured.interval};
}

/// Its kernel on this device.
class Arithmetic {
 public:
  explicit Arithmetic(backend::Device& backend)
      : backend_(backend),
        device_(backend),
        items_(work_items(backend.info())),
        out_(device_.allocate<float>(items_)),
        launch_(device_.kernel(peak::kMultiplyAddKernel)
                    .args(out_, 1.0F, 1.0F)
                    .over(items_, peak::kWorkGroup)) {}
  double amount() const { return static_cast<double>(peak::kMultiplyAddFlops * items_); }
  Figure measure(HostClock& host, const Patience& patience) {
    return figure(kArithmetic, amount(), backend_, launch_, host, patience);
  }

 private:
  backend::Device& backend_;
  Device device_;
  std::size_t items_;
  Buffer<float> out_;
  Launch launch_;
};

Figure arithmetic(backend::Device& backend, HostClock& host) {
  return Arithmetic(backend).measure(host, kEnds);
}

Figure memory(backend::Device& backend, HostClock& host) {
  Device device(backend);
  const auto arrays = peak::update_arrays(device, floats(device.info()));
  const auto moved = 3 * static_cast<double>(arrays.x.size_bytes());
  return figure("memory", moved, backend, arrays.update, host, kEnds);
}

}  // namespace

std::vector<Figure> measure(backend::Device& device, HostClock& host) {
  tickbench_kernels_tickbench_peak_kernels();
  std::vector<Figure> figures;
  for (const auto kernel : {arithmetic, memory}) {
    try {
      if (auto found = kernel(device, host); found.time > 0) figures.push_back(std::move(found));
    } catch (const Error& error) {
      if (!is_skip(error.outcome()) && error.outcome() != Outcome::kOutOfMemory &&
          error.outcome() != Outcome::kImplausibleTime)
        throw;
    }
  }
  return figures;
}

std::optional<double> wake(backend::Device& device, const std::vector<Figure>& begin,
                           HostClock& host) {
  const auto awake = std::ranges::find(begin, std::string(kArithmetic), &Figure::kernel);
  if (awake == begin.end() || !(awake->time > 0)) return std::nullopt;
  Arithmetic kernel(device);
  if (kernel.amount() != awake->amount) return std::nullopt;
  const auto since = host.now();
  double ratio = 0;
  do {
    ratio = kernel.measure(host, kWaking).time / awake->time;
  } while (ratio > 1 + kMoved && Seconds(host.now() - since) < kMostWaking);
  return ratio;
}

std::optional<double> movement(const Figure& before, const Figure& now) {
  if (before.amount != now.amount || before.time <= 0) return std::nullopt;
  const double ratio = now.time / before.time;
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
