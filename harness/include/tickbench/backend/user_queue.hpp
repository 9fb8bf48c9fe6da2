// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/backend/backend.hpp"
#include "tickbench/device_timer.hpp"
#include "tickbench/timed_queue.hpp"

/// How times are taken on any stream of commands. A kind of queue is a Stream, and an EventLog if
/// its commands have events. The library makes brackets, regions and sums of events of their calls.
namespace tickbench::backend {

/// A driver's in-order stream of commands: the harness's own queue, or a user's.
class Stream {
 public:
  Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  virtual ~Stream() = default;

  /// Waits for all that was enqueued.
  virtual void finish() = 0;
  /// Hands what was enqueued to the device, where the driver keeps it back.
  virtual void flush() {}
  /// Behind a failure, before memory is freed: nothing that was enqueued will execute.
  virtual void drop() noexcept {}

  /// Time stamps before and behind what is measured. Neither waits nor flushes: the host's round
  /// trip would become device time.
  virtual void mark_begin() = 0;
  virtual void mark_end() = 0;
  /// Between them, once the stream is finished. Throws Error (kDeviceError): nothing was executed.
  virtual Seconds marked() const = 0;
  /// When the first was taken, on the time line of `read_clock`; nothing where that is not known.
  virtual std::optional<std::chrono::nanoseconds> marked_at() const { return std::nullopt; }
  virtual std::optional<ClockReading> read_clock() = 0;
  virtual Seconds reported_resolution() const = 0;
  /// The time after which the counter of the marks starts over.
  virtual Seconds wrap() const { return Seconds(std::numeric_limits<double>::infinity()); }

  /// The device's own memory, and a fill of it that no event times: to displace caches.
  virtual std::unique_ptr<Memory> allocate(std::size_t bytes) = 0;
  virtual void fill(Memory& to, std::span<const std::byte> pattern, std::size_t bytes) = 0;
  virtual const DeviceInfo& info() const noexcept = 0;
};

/// Events for the launches of a bracket. A launch's first and last commands have one: on some
/// drivers an event costs more than a command.
class EventLog {
 public:
  virtual ~EventLog() = default;
  /// Whether the work's commands have events that time it.
  virtual bool times(const Work& work) const { return work.commands > 0; }
  /// From here on commands have events: those of so many launches, of so many commands each.
  virtual void begin(std::int64_t launches, std::int64_t commands) = 0;
  virtual void end() noexcept = 0;
  /// Behind the launches, before the wait.
  virtual void enqueue_query() {}
  /// How many commands there were: may be another number than was to be.
  virtual std::int64_t commands() const = 0;
  /// From the start of its first command to the end of its last one.
  virtual Seconds duration(std::size_t launch) const = 0;
  /// The time after which the counter of the events starts over.
  virtual Seconds wrap() const { return Seconds(std::numeric_limits<double>::infinity()); }
  /// Of the first launch, enqueued at `host_begin`; nothing where the driver does not tell them.
  virtual std::optional<LaunchTimes> phases(std::chrono::nanoseconds /*host_begin*/) {
    return std::nullopt;
  }
};

/// Measures on a queue of the user's: by marks around what is enqueued on it, by events where
/// `events` has them, or by the host's clock alone.
std::unique_ptr<TimedQueue> user_queue(std::unique_ptr<Stream> stream, bool has_device_time = true,
                                       EventLog* events = nullptr, HostClock& host = host_clock());

/// Marks on a user's queue. Each start drains it: what was enqueued before is in no region.
std::unique_ptr<RegionMarker> region_marker(std::unique_ptr<Stream> stream,
                                            HostClock& host = host_clock());

}  // namespace tickbench::backend
