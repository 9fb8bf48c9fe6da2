// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <mutex>

#include "peak/probe.hpp"
#include "tickbench/device.hpp"
#include "tickbench/error.hpp"
#include "tickbench/peak.hpp"

// Named here so that a linker keeps the embedded kernels.
extern "C" void tickbench_kernels_tickbench_peak_kernels();

namespace tickbench {

namespace {
double rate(backend::Device& device, double units, const Launch& launch) {
  const auto time = peak::shortest_launch(device.queue(), launch.work(), host_clock());
  return time ? units / time->count() : 0;
}

double bytes_per_second(backend::Device& backend) {
  Device device(backend);
  const std::size_t n = peak::update_floats(device.info());
  const auto x = device.allocate<float>(n), y = device.allocate<float>(n);
  // Pages that nothing was written to may all be one, and in the cache.
  device.fill(x, 1.0F)();
  device.fill(y, 2.0F)();
  const auto update = device.kernel(peak::kUpdateKernel).args(x, y).over(n / 4, peak::kWorkGroup);
  return rate(backend, 3 * static_cast<double>(x.size_bytes()), update);  // reads x, y; writes y
}

double flops_per_second(backend::Device& backend) {
  Device device(backend);
  const std::size_t n = peak::multiply_add_work_items(device.info());
  const auto out = device.allocate<float>(n);
  const auto multiply_add =
      device.kernel(peak::kMultiplyAddKernel).args(out, 1.0F, 1.0F).over(n, peak::kWorkGroup);
  return rate(backend, peak::kMultiplyAddFlops * static_cast<double>(n), multiply_add);
}

/// A peak is a help to the reader: it may be missing where a probe of its size does not fit, or its
/// time is refused. A device that fails is another matter, perhaps seen nowhere else.
bool may_be_missing(Outcome outcome) {
  return is_skip(outcome) || outcome == Outcome::kOutOfMemory ||
         outcome == Outcome::kImplausibleTime;
}

double or_zero(double (*measure)(backend::Device&), backend::Device& device, std::string& note) {
  try {
    return measure(device);
  } catch (const Error& error) {
    if (!may_be_missing(error.outcome())) throw;
    note = std::string("the device's peaks could not be measured: ") + error.what();
    return 0;
  }
}
}  // namespace

Peaks measured_peaks(backend::Device& device) {
  tickbench_kernels_tickbench_peak_kernels();
  static std::mutex mutex;
  static std::map<std::string, Peaks> measured;
  const std::scoped_lock lock(mutex);
  const auto key = device.info().id() + " " + device.info().name;
  if (const auto found = measured.find(key); found != measured.end()) return found->second;
  Peaks peaks;
  peaks.bytes_per_second = or_zero(bytes_per_second, device, peaks.note);
  peaks.flops_per_second = or_zero(flops_per_second, device, peaks.note);
  measured.emplace(key, peaks);
  return peaks;
}

}  // namespace tickbench
