// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "measurement/measurement.hpp"
#include "results/write.hpp"
#include "tickbench/backend/backend.hpp"

namespace tickbench::outputs {

/// Part of one lane, on the host's clock. Whole nanoseconds, so that neighbours meet exactly.
struct Slice {
  const char* name;
  std::chrono::nanoseconds begin{};
  std::chrono::nanoseconds end{};
};

/// `reading`, or a launch's own where that is closer: it was queued between the beginning and the
/// end of its enqueue.
ClockReading closest_reading(const ClockReading& reading, const std::vector<Sample>& samples);

/// What the host did for one bracket: it enqueued, then it waited.
std::vector<Slice> host_slices(const Sample& sample, std::int64_t launches);

/// What the device did: `running`, and before it `queued` and `submitted` where their stamps are
/// known.
///
/// By `clock`, one moment on both clocks, the device's stamps are put on the host's; the reading
/// knows that only to within its window, so that slices beyond the host's own window of this
/// bracket, in which they must lie, are moved into it. Without a clock, or without a stamp, they
/// end where the wait ended. Empty where the device stated no time.
std::vector<Slice> device_slices(const Sample& sample, std::int64_t launches, TimeMethod method,
                                 const std::optional<ClockReading>& clock);

/// Whether the device's own stamps say where its slices lie.
bool is_on_device_clock(const Sample& sample, const std::optional<ClockReading>& clock);

/// The run as a timeline in the Chrome trace format, which Perfetto opens: a process a device, in
/// it a lane of the host (enqueue, wait), one of the device (queued, submitted, running) and one of
/// the phases of wall time, all on the host's clock.
///
/// No viewer opens an hour of launches that are microseconds long: at most kMostTracedSamples of a
/// repetition and mode are drawn, evenly spread.
inline constexpr std::size_t kMostTracedSamples = 100;
std::string make_trace(const results::Records& records,
                       const std::vector<backend::DeviceInfo>& devices,
                       const results::Json& context);

}  // namespace tickbench::outputs
