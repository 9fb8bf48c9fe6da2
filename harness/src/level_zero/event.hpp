// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "level_zero/handle.hpp"
#include "tickbench/device_clock.hpp"

namespace tickbench::level_zero {

/// Which of an event's two pairs of stamps is read. Context stamps stop while the context is
/// preempted and have an origin of their own.
enum class StampKind { kGlobal, kContext };
std::string_view to_string(StampKind kind) noexcept;

/// The time from the first tile's start to the last one's end: a kernel split over tiles leaves a
/// pair a tile. Wraps are taken out: pairs lie within half a turn of the counter of each other.
Seconds span_of_tiles(const DeviceClock& clock, std::span<const ze_kernel_timestamp_result_t> tiles,
                      StampKind kind);

/// Events that carry kernel timestamps, made for one bracket and reset before each.
///
/// The trap: an event of a pool without the timestamp flag, or one not reset, gives stale or zero
/// stamps.
class TimestampEvents {
 public:
  TimestampEvents(ze_context_handle_t context, ze_device_handle_t device, std::uint32_t count);

  ze_event_handle_t operator[](std::size_t index) const { return events_[index].get(); }
  std::size_t size() const noexcept { return events_.size(); }
  void reset();

  /// Of a command that a wait says is finished. Throws Error (kDeviceError) where its event is not
  /// ready or has no stamps: the device executed nothing.
  Seconds duration(std::size_t index, const DeviceClock& clock, StampKind kind,
                   const std::string& where) const;

 private:
  std::vector<ze_kernel_timestamp_result_t> stamps(std::size_t index,
                                                   const std::string& where) const;

  ze_device_handle_t device_;
  EventPoolHandle pool_;
  std::vector<EventHandle> events_;
};

}  // namespace tickbench::level_zero
