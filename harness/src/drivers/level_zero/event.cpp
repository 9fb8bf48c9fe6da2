// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/event.hpp"

#include <algorithm>

namespace tickbench::level_zero {
namespace {

const ze_kernel_timestamp_data_t& timestamp_pair(const ze_kernel_timestamp_result_t& result,
                                                 StampKind kind) {
  return kind == StampKind::kGlobal ? result.global : result.context;
}

bool is_empty(const ze_kernel_timestamp_data_t& pair) {
  return (pair.kernelStart == 0 && pair.kernelEnd == 0) ||
         (pair.kernelStart == kUnwritten && pair.kernelEnd == kUnwritten);
}

EventPoolHandle create_pool(Allocator on, std::uint32_t count) {
  auto description = structure<ze_event_pool_desc_t>(ZE_STRUCTURE_TYPE_EVENT_POOL_DESC);
  description.flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP;
  description.count = count;
  return created<EventPoolHandle>("zeEventPoolCreate", "", zeEventPoolCreate, on.context,
                                  &description, 1U, &on.device);
}

}  // namespace

Seconds launch_span(const DeviceClock& clock, const LaunchStamps& stamps, StampKind kind) {
  const auto part_stamps = [kind](const CommandStamps& command) {
    std::vector<KernelStampPair> parts;
    parts.reserve(command.size());
    for (const auto& tile : command) {
      const auto& pair = timestamp_pair(tile, kind);
      parts.push_back({KernelStamp{pair.kernelStart}, KernelStamp{pair.kernelEnd}});
    }
    return parts;
  };
  const auto first = part_stamps(stamps.first), last = part_stamps(stamps.last);
  return clock.elapsed(std::span<const KernelStampPair>(first),
                       std::span<const KernelStampPair>(last));
}

void require_stamps(const CommandStamps& stamps, StampKind kind, const std::string& where) {
  for (const auto& tile : stamps)
    if (is_empty(timestamp_pair(tile, kind)))
      backend::throw_nothing_executed(
          "expected the time stamps of a finished command, found none written", where);
}

TimestampEvents::TimestampEvents(const Allocator& on, std::uint32_t count)
    : device_(on.device), pool_(create_pool(on, count)) {
  for (std::uint32_t i = 0; i < count; ++i) {
    auto description = structure<ze_event_desc_t>(ZE_STRUCTURE_TYPE_EVENT_DESC);
    description.index = i;
    description.wait = ZE_EVENT_SCOPE_FLAG_HOST;
    description.signal = ZE_EVENT_SCOPE_FLAG_HOST;
    events_.push_back(
        created<EventHandle>("zeEventCreate", "", zeEventCreate, pool_.get(), &description));
  }
}

CommandStamps TimestampEvents::stamps(std::size_t index, const std::string& where) const {
  auto* const event = events_[index].get();
  const auto status = zeEventQueryStatus(event);
  if (status == ZE_RESULT_NOT_READY)
    backend::throw_nothing_executed(
        "expected an event that is ready after a successful wait, found it not ready", where);
  check(status, "zeEventQueryStatus", where);
  std::uint32_t count = 0;
  CommandStamps found(1);
  // The call that knows of tiles is an extension; without it there is one pair.
  const auto counted = zeEventQueryTimestampsExp(event, device_, &count, nullptr);
  if (counted != ZE_RESULT_ERROR_UNSUPPORTED_FEATURE && counted != ZE_RESULT_ERROR_UNINITIALIZED)
    check(counted, "zeEventQueryTimestampsExp", where);
  if (count > 1) {
    found.resize(count);
    check(zeEventQueryTimestampsExp(event, device_, &count, found.data()),
          "zeEventQueryTimestampsExp", where);
  } else {
    check(zeEventQueryKernelTimestamp(event, &found[0]), "zeEventQueryKernelTimestamp", where);
  }
  return found;
}

std::optional<LaunchTimes> launch_phases(const HostView& host, const DeviceClock& clock,
                                         const LaunchStamps& stamps) {
  if (Seconds(host.reading.host_after - host.submitted) >= clock.wrap()) return std::nullopt;
  Seconds since_start{0};
  for (const auto& tile : stamps.first)
    since_start = std::max(
        since_start, clock.elapsed(KernelStamp{tile.global.kernelStart}, KernelStamp{host.ticks}));
  const Seconds duration = launch_span(clock, stamps, StampKind::kGlobal);
  const auto& reading = host.reading;
  const Seconds half_window = Seconds(reading.host_after - reading.host_before) / 2;
  const auto read_at = reading.host_before + (reading.host_after - reading.host_before) / 2;
  // As exact as the reading, and a tick at either end.
  const Seconds error = half_window + 2 * clock.tick();
  const Seconds submit_to_start = Seconds(read_at - host.submitted) - since_start;
  if (submit_to_start < -error || duration > since_start + error) return std::nullopt;
  return LaunchTimes{reading.device - (read_at - host.appended), host.submitted - host.appended,
                     std::max(submit_to_start, Seconds(0)), duration};
}

}  // namespace tickbench::level_zero
