// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/event.hpp"

#include <algorithm>

#include "level_zero/error.hpp"

namespace tickbench::level_zero {
namespace {

const ze_kernel_timestamp_data_t& pair_of(const ze_kernel_timestamp_result_t& result,
                                          StampKind kind) {
  return kind == StampKind::kGlobal ? result.global : result.context;
}

/// Elapsed time that may be negative: the shorter way round the counter.
Seconds signed_elapsed(const DeviceClock& clock, std::uint64_t from, std::uint64_t to) {
  const Seconds forward = clock.elapsed(KernelStamp{from}, KernelStamp{to});
  return forward > clock.wrap() / 2 ? forward - clock.wrap() : forward;
}

[[noreturn]] void throw_nothing_executed(const std::string& what, const std::string& where) {
  throw Error(Outcome::kDeviceError, "the device executed nothing: " + what + ", on " + where);
}

EventPoolHandle create_pool(ze_context_handle_t context, ze_device_handle_t device,
                            std::uint32_t count) {
  ze_event_pool_desc_t description{};
  description.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC;
  description.flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP;
  description.count = count;
  ze_event_pool_handle_t pool = nullptr;
  check(zeEventPoolCreate(context, &description, 1, &device, &pool), "zeEventPoolCreate");
  return EventPoolHandle(pool);
}

}  // namespace

std::string_view to_string(StampKind kind) noexcept {
  return kind == StampKind::kGlobal ? "global" : "context";
}

Seconds span_of_tiles(const DeviceClock& clock, std::span<const ze_kernel_timestamp_result_t> tiles,
                      StampKind kind) {
  if (tiles.size() == 1) {
    const auto& pair = pair_of(tiles[0], kind);
    return clock.elapsed(KernelStamp{pair.kernelStart}, KernelStamp{pair.kernelEnd});
  }
  Seconds longest{0};
  for (const auto& first : tiles)
    for (const auto& last : tiles)
      longest = std::max(longest, signed_elapsed(clock, pair_of(first, kind).kernelStart,
                                                 pair_of(last, kind).kernelEnd));
  return longest;
}

TimestampEvents::TimestampEvents(ze_context_handle_t context, ze_device_handle_t device,
                                 std::uint32_t count)
    : device_(device), pool_(create_pool(context, device, count)) {
  for (std::uint32_t i = 0; i < count; ++i) {
    ze_event_desc_t description{};
    description.stype = ZE_STRUCTURE_TYPE_EVENT_DESC;
    description.index = i;
    description.wait = ZE_EVENT_SCOPE_FLAG_HOST;
    description.signal = ZE_EVENT_SCOPE_FLAG_HOST;
    ze_event_handle_t event = nullptr;
    check(zeEventCreate(pool_.get(), &description, &event), "zeEventCreate");
    events_.emplace_back(event);
  }
}

void TimestampEvents::reset() {
  for (const auto& event : events_) check(zeEventHostReset(event.get()), "zeEventHostReset");
}

std::vector<ze_kernel_timestamp_result_t> TimestampEvents::stamps(std::size_t index,
                                                                  const std::string& where) const {
  auto* const event = events_[index].get();
  std::uint32_t count = 0;
  // The call that knows of tiles is an extension; without it there is one pair.
  const auto counted = zeEventQueryTimestampsExp(event, device_, &count, nullptr);
  if (counted != ZE_RESULT_ERROR_UNSUPPORTED_FEATURE && counted != ZE_RESULT_ERROR_UNINITIALIZED)
    check(counted, "zeEventQueryTimestampsExp", where);
  if (count > 1) {
    std::vector<ze_kernel_timestamp_result_t> tiles(count);
    check(zeEventQueryTimestampsExp(event, device_, &count, tiles.data()),
          "zeEventQueryTimestampsExp", where);
    return tiles;
  }
  ze_kernel_timestamp_result_t result{};
  check(zeEventQueryKernelTimestamp(event, &result), "zeEventQueryKernelTimestamp", where);
  return {result};
}

Seconds TimestampEvents::duration(std::size_t index, const DeviceClock& clock, StampKind kind,
                                  const std::string& where) const {
  const auto status = zeEventQueryStatus(events_[index].get());
  if (status == ZE_RESULT_NOT_READY)
    throw_nothing_executed(
        "expected an event that is ready after a successful wait, found it not ready", where);
  check(status, "zeEventQueryStatus", where);
  const auto tiles = stamps(index, where);
  for (const auto& tile : tiles)
    if (pair_of(tile, kind).kernelStart == 0 && pair_of(tile, kind).kernelEnd == 0)
      throw_nothing_executed("expected time stamps in a ready event, found zeros", where);
  return span_of_tiles(clock, tiles, kind);
}

}  // namespace tickbench::level_zero
