// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "level_zero/command_list.hpp"
#include "level_zero/device_info.hpp"
#include "tickbench/timed_queue.hpp"

namespace tickbench::level_zero {

/// Device and host times on any command list used as a stream: what the harness's own queue, a
/// user's list and the regions of a DeviceTimer share.
///
/// A bracket lies between two global timestamps that the device writes into host memory. The trap:
/// they have another width than the stamps of kernels, and nothing may wait between them.
class QueueTimer {
 public:
  QueueTimer(ze_context_handle_t context, ze_device_handle_t device, const Clocks& clocks,
             std::string where);
  ~QueueTimer();
  QueueTimer(const QueueTimer&) = delete;
  QueueTimer& operator=(const QueueTimer&) = delete;

  Bracket between_timestamps(CommandList& list, const Work& work, std::int64_t launches);
  /// `before_wait` may append more behind the launches; its cost is in the host time.
  Bracket by_host(CommandList& list, const Work& work, std::int64_t launches,
                  const std::function<void()>& before_wait = {}) const;

  /// The two ends of a region; `elapsed` once the list is finished.
  void begin(CommandList& list);
  void end(CommandList& list);
  Seconds elapsed() const;

  /// The device's global time and the host's, from the driver; nothing where it gives none.
  std::optional<ClockReading> read_clock();
  /// The phases of a finished command, from its stamps and a reading of both clocks. Nothing where
  /// the driver gives no reading, or where the command would have run before it was submitted.
  std::optional<LaunchTimes> launch_times(std::chrono::nanoseconds appended,
                                          std::chrono::nanoseconds submitted,
                                          std::span<const ze_kernel_timestamp_result_t> stamps);
  const std::string& where() const noexcept { return where_; }
  const Clocks& clocks() const noexcept { return clocks_; }

 private:
  /// A stamp after the last reading of the clock, as time since the first one.
  std::optional<std::chrono::nanoseconds> on_time_line(std::uint64_t ticks) const;

  ze_context_handle_t context_;
  ze_device_handle_t device_;
  Clocks clocks_;
  std::string where_;
  std::uint64_t* stamps_ = nullptr;  ///< two, a cache line apart, in the driver's host memory
  std::uint64_t last_ticks_ = 0;     ///< of read_clock, to take the wraps out
  Seconds time_line_{};              ///< at that reading: the counter from its zero, unwrapped
  bool has_read_ = false;
};

}  // namespace tickbench::level_zero
