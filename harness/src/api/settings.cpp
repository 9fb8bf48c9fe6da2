// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/state_impl.hpp"
#include "measurement/displaced_bytes.hpp"
#include "measurement/host_cache.hpp"

namespace tickbench::suite {
namespace {

std::size_t displaced(const Options& options, const backend::DeviceInfo* device) {
  if (options.cold_bytes) return *options.cold_bytes;
  return device == nullptr ? displaced_bytes(0, 0) : displaced_bytes(device->cache, device->memory);
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

std::size_t host_displace_bytes_of(const Options& options, const MeasurementSettings& settings) {
  if (settings.cache != Cache::kCold) return 0;
  return options.cold_bytes ? *options.cold_bytes : host_displaced();
}

}  // namespace tickbench::suite
