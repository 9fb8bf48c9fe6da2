// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "outputs/trace_lanes.hpp"

#include <algorithm>

namespace tickbench::outputs {
namespace {

using std::chrono::nanoseconds;

nanoseconds rounded(Seconds time) { return std::chrono::round<nanoseconds>(time); }

nanoseconds host_end(const Sample& sample, std::int64_t launches) {
  return sample.host_begin + rounded(sample.host * static_cast<double>(launches));
}

/// The middle of the reading's window, less what the device's clock showed then.
nanoseconds device_to_host(const ClockReading& clock) {
  const auto middle = clock.host_before + (clock.host_after - clock.host_before) / 2;
  return middle - clock.device;
}

/// When the first of the device's slices began, on the device's clock.
std::optional<nanoseconds> first_stamp(const Sample& sample) {
  if (sample.launch) return sample.launch->queued;
  return sample.device_begin;
}

/// The device's slices, the first at 0.
std::vector<Slice> phases(const Sample& sample, std::int64_t launches) {
  if (!sample.launch || launches != 1)
    return {{"running", {}, rounded(sample.device * static_cast<double>(launches))}};
  const auto& launch = *sample.launch;
  const auto submitted = rounded(launch.queued_to_submit);
  const auto running = submitted + rounded(launch.submit_to_start);
  return {{"queued", {}, submitted},
          {"submitted", submitted, running},
          {"running", running, running + rounded(launch.start_to_end)}};
}

/// Not beyond the host's window of this bracket, and so not over the next bracket's slices.
void move_into(std::vector<Slice>& slices, nanoseconds begin, nanoseconds end) {
  const auto late = std::max(nanoseconds{}, slices.back().end - end);
  const auto early = std::max(nanoseconds{}, begin - (slices.front().begin - late));
  for (auto& slice : slices) {
    slice.begin = std::clamp(slice.begin - late + early, begin, end);
    slice.end = std::clamp(slice.end - late + early, slice.begin, std::max(slice.begin, end));
  }
}

}  // namespace

ClockReading closest_reading(const ClockReading& reading, const std::vector<Sample>& samples) {
  auto closest = reading;
  for (const auto& sample : samples) {
    if (!sample.launch || rounded(sample.enqueue) >= closest.host_after - closest.host_before)
      continue;
    closest.device = sample.launch->queued;
    closest.host_before = sample.host_begin;
    closest.host_after = sample.host_begin + rounded(sample.enqueue);
  }
  return closest;
}

std::vector<Slice> host_slices(const Sample& sample, std::int64_t launches) {
  const auto end = host_end(sample, launches);
  const auto enqueued = sample.host_begin + rounded(sample.enqueue * static_cast<double>(launches));
  return {{"enqueue", sample.host_begin, std::min(enqueued, end)},
          {"wait", std::min(enqueued, end), end}};
}

bool is_on_device_clock(const Sample& sample, const std::optional<ClockReading>& clock) {
  return clock && first_stamp(sample);
}

std::vector<Slice> device_slices(const Sample& sample, std::int64_t launches, TimeMethod method,
                                 const std::optional<ClockReading>& clock) {
  if (method == TimeMethod::kHost) return {};
  auto slices = phases(sample, launches);
  const auto end = host_end(sample, launches);
  const auto begin = is_on_device_clock(sample, clock)
                         ? *first_stamp(sample) + device_to_host(*clock)
                         : end - slices.back().end;
  for (auto& slice : slices) {
    slice.begin += begin;
    slice.end += begin;
  }
  move_into(slices, sample.host_begin, end);
  return slices;
}

}  // namespace tickbench::outputs
