// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "level_zero/buffer.hpp"
#include "tickbench/backend/device_clock.hpp"

namespace tickbench::level_zero {

/// Which of an event's two pairs of stamps is read. Context stamps stop while the context is
/// preempted and have an origin of their own.
enum class StampKind { kGlobal, kContext };

/// No counter is there after two writes: what stays in a stamp that the device never wrote.
constexpr std::uint64_t kUnwritten = ~std::uint64_t{0};

/// What one command left behind: a pair a tile that it ran on.
using CommandStamps = std::vector<ze_kernel_timestamp_result_t>;

/// What a launch left behind: the stamps of its first command and of its last one, which may be the
/// same.
struct LaunchStamps {
  CommandStamps first, last;
};

/// From the start of the first command's first tile to the end of the last one's last tile, with
/// wraps taken out: up to a whole one.
Seconds launch_span(const DeviceClock& clock, const LaunchStamps& stamps, StampKind kind);

/// Throws Error (kDeviceError) where a pair holds only zeros, or was never written: the device
/// executed nothing.
void require_stamps(const CommandStamps& stamps, StampKind kind, const std::string& where);

/// Events that carry kernel timestamps, made for one bracket and reset before each.
///
/// An event of a pool without the timestamp flag, or one not reset, gives stale or zero stamps.
class TimestampEvents {
 public:
  TimestampEvents(const Allocator& on, std::uint32_t count);

  ze_event_handle_t operator[](std::size_t index) const { return events_[index].get(); }
  std::size_t size() const noexcept { return events_.size(); }
  void reset() {
    for (const auto& event : events_) check(zeEventHostReset(event.get()), "zeEventHostReset");
  }

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
  AppendedStamps(const Allocator& on, std::uint32_t count)
      : count_(count),
        memory_(on.allocate(count * sizeof(*results()), backend::MemoryKind::kHost)) {}

  std::uint32_t size() const noexcept { return count_; }
  /// Appends the query of the first `count` events; stamps() once the list is finished.
  ze_result_t append(ze_command_list_handle_t list, const TimestampEvents& events,
                     std::uint32_t count) {
    std::vector<ze_event_handle_t> handles;
    for (std::uint32_t i = 0; i < count; ++i) {
      handles.push_back(events[i]);
      const ze_kernel_timestamp_data_t nothing{kUnwritten, kUnwritten};
      results()[i] = {nothing, nothing};
    }
    return zeCommandListAppendQueryKernelTimestamps(list, count, handles.data(), results(), nullptr,
                                                    nullptr, 0, nullptr);
  }
  CommandStamps stamps(std::size_t index) const { return {results()[index]}; }

 private:
  ze_kernel_timestamp_result_t* results() const {
    return static_cast<ze_kernel_timestamp_result_t*>(memory_->pointer());
  }

  std::uint32_t count_;
  std::unique_ptr<Buffer> memory_;
};

/// What the host saw of one command, by its own clock, and a reading of both clocks after the
/// command was done.
struct HostView {
  std::chrono::nanoseconds appended;
  std::chrono::nanoseconds submitted;
  ClockReading reading;
  std::uint64_t ticks;  ///< of the reading, as the device counts them
};

/// The launch's phases on the time line of the readings: how long before the reading it started,
/// and, by the host's clock, how long before it was appended and submitted.
///
/// The reading is a global timestamp, and the stamps are a kernel's. They count alike on the
/// drivers known, but no specification says so: phases that do not fit between `submitted` and
/// the reading are none. Nor are there any where a wrap of the clock fits in between.
std::optional<LaunchTimes> launch_phases(const HostView& host, const DeviceClock& clock,
                                         const LaunchStamps& stamps);

}  // namespace tickbench::level_zero
