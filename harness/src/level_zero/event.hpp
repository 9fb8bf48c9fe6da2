// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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

/// No counter is there after two writes: what stays in a stamp that the device never wrote.
constexpr std::uint64_t kUnwritten = ~std::uint64_t{0};

/// What one command left behind: a pair a tile that it ran on.
using CommandStamps = std::vector<ze_kernel_timestamp_result_t>;

/// From the first tile's start to the last one's end, with wraps taken out.
Seconds span_of_tiles(const DeviceClock& clock, std::span<const ze_kernel_timestamp_result_t> tiles,
                      StampKind kind);

/// Throws Error (kDeviceError) where a pair holds only zeros, or was never written: the device
/// executed nothing.
void require_stamps(const CommandStamps& stamps, StampKind kind, const std::string& where);

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

  /// Of a command that a wait says is finished, asked of its event. Throws Error (kDeviceError)
  /// where the event is not ready: the device executed nothing.
  CommandStamps stamps(std::size_t index, const std::string& where) const;

 private:
  ze_device_handle_t device_;
  EventPoolHandle pool_;
  std::vector<EventHandle> events_;
};

/// The stamps of events as the device writes them to memory, by a command behind the kernels. It
/// knows nothing of tiles: the driver merges them.
class AppendedStamps {
 public:
  AppendedStamps(ze_context_handle_t context, std::uint32_t count);
  ~AppendedStamps();
  AppendedStamps(const AppendedStamps&) = delete;
  AppendedStamps& operator=(const AppendedStamps&) = delete;

  std::uint32_t size() const noexcept { return count_; }
  /// Appends the query of the first `count` events; stamps() once the list is finished.
  ze_result_t append(ze_command_list_handle_t list, const TimestampEvents& events,
                     std::uint32_t count);
  CommandStamps stamps(std::size_t index) const { return {results_[index]}; }

 private:
  ze_context_handle_t context_;
  std::uint32_t count_;
  ze_kernel_timestamp_result_t* results_;  ///< in the driver's host memory
};

}  // namespace tickbench::level_zero
