// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "report/state_impl.hpp"

namespace tickbench::report {
namespace {

/// Drivers report a slice of the cache, or none: at least this much is displaced (the largest
/// last-level caches of today's GPUs have 256 MiB).
constexpr std::size_t kLeastDisplaced = std::size_t{256} << 20;

std::size_t displaced(const Options& options, const backend::DeviceInfo* device) {
  if (options.cold_bytes) return *options.cold_bytes;
  if (device == nullptr) return kLeastDisplaced;
  const std::size_t wanted = std::max<std::size_t>(2 * device->cache, kLeastDisplaced);
  // More than a quarter of the memory could leave no room for the benchmark's own buffers.
  return device->memory == 0 ? wanted : std::min<std::size_t>(wanted, device->memory / 4);
}

}  // namespace

MeasurementSettings settings_of(const Options& options,
                                const Registration::Description& description,
                                const backend::DeviceInfo* device) {
  MeasurementSettings settings = options.settings;
  // As in Google Benchmark, what a registration states goes before the flag.
  if (description.minimum_time > 0 || description.samples > 0) {
    settings.minimum_time = Seconds(description.minimum_time);
    settings.samples = description.samples;
  }
  if (description.minimum_warm_up > 0)
    settings.minimum_warm_up = Seconds(description.minimum_warm_up);
  if (settings.cache == Cache::kCold) settings.displace_bytes = displaced(options, device);
  return settings;
}

}  // namespace tickbench::report
