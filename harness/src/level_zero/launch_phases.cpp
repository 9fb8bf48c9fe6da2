// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/launch_phases.hpp"

#include <algorithm>

#include "level_zero/event.hpp"

namespace tickbench::level_zero {

std::optional<LaunchTimes> launch_phases(const HostView& host, const DeviceClock& clock,
                                         std::span<const ze_kernel_timestamp_result_t> stamps) {
  Seconds since_start{0};
  for (const auto& tile : stamps)
    since_start = std::max(
        since_start, clock.elapsed(KernelStamp{tile.global.kernelStart}, KernelStamp{host.ticks}));
  const Seconds duration = span_of_tiles(clock, stamps, StampKind::kGlobal);
  const auto& reading = host.reading;
  const Seconds half_window = Seconds(reading.host_after - reading.host_before) / 2;
  const auto read_at = reading.host_before + (reading.host_after - reading.host_before) / 2;
  // As exact as the reading, and a tick at either end.
  const Seconds error = half_window + 2 * clock.tick();
  const Seconds submit_to_start = Seconds(read_at - host.submitted) - since_start;
  if (submit_to_start < -error || duration > since_start + error) return std::nullopt;
  const Seconds queued = static_cast<double>(reading.device_ticks) * reading.device_tick -
                         Seconds(read_at - host.appended);
  return LaunchTimes{std::chrono::round<std::chrono::nanoseconds>(queued),
                     host.submitted - host.appended, std::max(submit_to_start, Seconds(0)),
                     duration};
}

}  // namespace tickbench::level_zero
