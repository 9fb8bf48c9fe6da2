// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "backend/hold.hpp"
#include "backend/memory.hpp"
#include "tickbench/backend.hpp"
#include "tickbench/device_timer.hpp"

/// How times are taken on any driver's stream of commands. A back end writes a Stream, and an
/// EventLog where its commands have events; brackets, regions, sums of events and the displacing of
/// caches are made of their calls here.
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
  /// For a failure's way out, on which memory is freed: nothing that was enqueued executes still,
  /// or ever will.
  virtual void drop() noexcept {}

  /// Has the device take a time stamp before what is measured, and behind it. Neither waits nor
  /// flushes: the host's round trip would become device time.
  virtual void mark_begin() = 0;
  virtual void mark_end() = 0;
  /// From one to the other, once the stream is finished. Throws Error (kDeviceError) where the
  /// device executed nothing.
  virtual Seconds marked() const = 0;
  /// When the first was taken, on the time line of `read_clock`; nothing where that is not known.
  virtual std::optional<std::chrono::nanoseconds> marked_at() const = 0;
  virtual std::optional<ClockReading> read_clock() = 0;
  virtual Seconds reported_resolution() const = 0;

  /// The device's own memory, and a fill of it that no event times: to displace caches.
  virtual std::unique_ptr<Memory> allocate(std::size_t bytes) = 0;
  virtual void fill(Memory& to, std::span<const std::byte> pattern, std::size_t bytes) = 0;
  virtual const DeviceInfo& info() const noexcept = 0;
};

/// Events for the launches of a bracket, and what they say once the stream is finished. Of the
/// commands of a launch the first and the last have one: on some drivers an event costs more than a
/// command.
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
  /// Of the first launch; nothing where the driver does not tell them. `host_begin` is when it was
  /// enqueued.
  virtual std::optional<LaunchTimes> phases(std::chrono::nanoseconds host_begin) = 0;
};

/// Counts the commands of a bracket, for an EventLog, and tells which begin and end a launch.
class CommandCount {
 public:
  struct Place {
    bool is_first, is_last;  ///< of its launch
    bool has_event() const { return is_first || is_last; }
  };
  void begin(std::int64_t commands) {
    of_launch_ = commands;
    counted_ = 0;
  }
  Place next() {
    const auto index = counted_++ % of_launch_;
    return {index == 0, index == of_launch_ - 1};
  }
  std::int64_t counted() const noexcept { return counted_; }
  /// The events of one launch: those of two commands, where it has so many.
  std::int64_t events() const noexcept { return of_launch_ == 1 ? 1 : 2; }

 private:
  std::int64_t of_launch_ = 1;
  std::int64_t counted_ = 0;
};

/// Launches that the device takes by one call, as a graph.
class Recording {
 public:
  virtual ~Recording() = default;
  /// Keeps what `enqueue` puts on the stream in the place of what was kept before; none of it is
  /// executed. What `launch` needs is the device's when this returns.
  virtual void record(const std::function<void()>& enqueue) = 0;
  /// Enqueues all that was kept.
  virtual void launch() = 0;
};

/// Displaces a device's caches by filling memory of its own. Each fill has another pattern, so that
/// neither the caches' compression nor a driver that sees equal contents can make it cheaper. The
/// memory is kept from call to call.
class Displacer {
 public:
  explicit Displacer(Stream& stream) : stream_(stream) {}
  /// Enqueues the fill and waits for it. Throws Error: kOverLimit above the device's memory,
  /// kOutOfMemory where it fails within it.
  void displace(std::size_t bytes) {
    enqueue(bytes);
    stream_.finish();
  }
  /// The same without the wait.
  void enqueue(std::size_t bytes);
  /// Allocates what they will fill.
  void reserve(std::size_t bytes);

 private:
  Stream& stream_;
  std::vector<std::unique_ptr<Memory>> chunks_;
  std::size_t reserved_ = 0;
  std::uint32_t pattern_ = 0;
};

/// The harness's own queue on a stream. A back end adds the commands.
class StreamQueue : public Queue {
 public:
  Bracket run(const Work& work, const BracketRequest& request) override;
  bool supports(TimeMethod method, const Work& work) const override;
  HoldLimits hold_limits(const Work& work, bool displaces) override;
  std::optional<ClockReading> read_clock() override { return stream_.read_clock(); }
  Seconds reported_resolution() const override { return stream_.reported_resolution(); }
  std::string device_name() const override { return stream_.info().name; }
  void finish() override { stream_.finish(); }
  std::unique_ptr<RegionMarker> region_marker() override;

 protected:
  /// The stream is the derived class's: it is not used before the first call.
  explicit StreamQueue(Stream& stream, HostClock& host = host_clock())
      : stream_(stream), host_(host), displacer_(stream) {}
  /// Commands have events: without this call, no method uses them.
  void use_events(EventLog& events) { events_ = &events; }
  /// Batches may be launched as recordings: without this call, none is.
  void use_recording(Recording& recording) { recording_ = &recording; }
  virtual void displace(std::size_t bytes) { displacer_.displace(bytes); }
  /// What holds the stream; null where nothing does.
  virtual Hold* hold() { return nullptr; }

 private:
  Bracket run_bracket(const Work& work, const BracketRequest& request);
  Bracket by_recording(const Work& work, const BracketRequest& request);
  Bracket by_events(const Work& work, const BracketRequest& request);
  Bracket with_events(const Work& work, const BracketRequest& request);
  void displace_behind_hold(const BracketRequest& request);

  Stream& stream_;
  HostClock& host_;
  EventLog* events_ = nullptr;
  Recording* recording_ = nullptr;
  Displacer displacer_;
};

/// A queue of the user's. What is enqueued on it is the user's own code, so commands have no events
/// here: marks around them, or the host's clock alone. Caches are displaced by fills on it.
std::unique_ptr<TimedQueue> user_queue(std::unique_ptr<Stream> stream, bool has_device_time = true);
/// Marks on a user's queue, which is drained at a region's start, so that what was enqueued before
/// is not in the region's time.
std::unique_ptr<RegionMarker> region_marker(std::unique_ptr<Stream> stream);

/// The device behind a user's queue, and what the harness allocates on it.
struct UserDevice {
  explicit UserDevice(DeviceInfo described) : device(std::move(described)), use(device) {}
  UserDevice(const UserDevice&) = delete;
  UserDevice& operator=(const UserDevice&) = delete;
  DeviceInfo device;
  MemoryUse use;
};

}  // namespace tickbench::backend
