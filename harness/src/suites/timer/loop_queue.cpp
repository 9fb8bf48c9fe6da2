// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "timer/loop_queue.hpp"

#include "clock/clock_check.hpp"
#include "measurement/host_memory.hpp"
#include "tickbench/backend/backend.hpp"
#include "tickbench/error.hpp"

namespace tickbench::timer {

MeasurementSettings settings_for(const TimedQueue& queue, const TimerOptions& options) {
  if (!(options.budget > Seconds(0)) || !(options.precision > 0))
    throw Error(Outcome::kInvalidBenchmark,
                "TimerOptions: expected a budget and a precision above 0");
  MeasurementSettings settings;
  settings.budget = options.budget;
  settings.precision = options.precision;
  settings.minimum_warm_up = std::min(settings.minimum_warm_up, options.budget);
  settings.warm_up_budget = std::min(settings.warm_up_budget, options.budget);
  if (!options.cold_cache) return settings;
  settings.cache = Cache::kCold;
  const auto* const device = queue.device_info();
  settings.displace_bytes = displaced_bytes(device == nullptr ? 0 : device->cache,
                                            device == nullptr ? 0 : device->memory);
  return settings;
}

void require_sound_clock(TimedQueue& queue) {
  const auto clock = check_clock(queue, host_clock());
  if (clock.verdict == ClockCheck::Verdict::kBroken)
    throw Error(Outcome::kImplausibleTime, clock.message);
}

}  // namespace tickbench::timer
