// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tickbench/error.hpp"
#include "tickbench/seconds.hpp"

namespace tickbench::backend {
struct DeviceInfo;
}

namespace tickbench {

/// The phases of one launch, as OpenCL names them. `queued` is absolute and whole: a double of
/// seconds since 1970 resolves 240 ns. The phases are differences.
struct LaunchTimes {
  std::chrono::nanoseconds queued{};  ///< when the host enqueued it, on the device's time line
  Seconds queued_to_submit{};
  Seconds submit_to_start{};
  Seconds start_to_end{};
};

/// How the device time of a bracket was obtained. It is named in every output: a number whose
/// method changed is not comparable.
enum class TimeMethod {
  kOneEvent,  ///< END - START of the own event of the bracket's one command
  kBracket,   ///< between two device timestamps around the launches, with no event a launch
  kEventSum,  ///< the sum over the launches of END - START by their own events: of a chain, END of
              ///< its last command and START of its first
  kGraph,     ///< as kBracket, around one graph of all launches, which was recorded before
  kHost,      ///< no device time: the host's clock from the first enqueue to the end of the wait
};
std::string_view to_string(TimeMethod method) noexcept;

/// What is timed: `enqueue` puts one launch onto the queue that is being timed.
struct Work {
  std::function<void()> enqueue;
  /// Of the harness's own queue, in one launch: its first and last may have events; 0: not known.
  std::int64_t commands = 0;
  std::string description;
  /// It is copies and fills alone: some drivers have an engine for those.
  bool is_copy = false;
  /// `enqueue` returns before anything runs, so that a bracket can be held. A wait, or a copy that
  /// blocks, would wait for the hold.
  bool never_waits = false;
  /// `enqueue` waits for the device. Each launch is timed from mark to mark, in one mode.
  bool waits = false;
  /// Its first or its last command: some drivers time copies and fills otherwise than kernels.
  bool begins_or_ends_with_copy = false;
  /// The numbers of its Launches, in their order; none: it is the caller's own code.
  std::vector<std::uint64_t> launches{};
  /// Of the code, sizes and arguments of its launches; 0: not known.
  std::uint64_t digest = 0;
  std::vector<std::uint64_t> modules{};  ///< its kernels', by their digests
  /// Enqueues what each launch is to find, in front of its marks. Each has a bracket of its own.
  std::function<void()> reset{};
};

/// What keeps a held bracket's commands from starting before all are enqueued. Every output names
/// it.
enum class HoldMethod {
  kNone,         ///< nothing: the device starts at once, and may wait for the host between launches
  kDelayKernel,  ///< a kernel in front, longer than enqueueing takes; it ends by itself
  kHostEvent,    ///< an event in front, which the host signals behind the last enqueue
  kClosedList,   ///< a list of commands, executed once it is complete
};
std::string_view to_string(HoldMethod method) noexcept;

/// How a queue can hold a work's brackets.
struct HoldLimits {
  HoldMethod method = HoldMethod::kNone;
  /// That the driver takes without blocking, as far as is known.
  std::int64_t most_launches = std::numeric_limits<std::int64_t>::max();
  std::string why_not{};  ///< where a hold was tried and cannot be had
  /// It ends by itself, so that later launches may be enqueued while earlier ones run.
  bool may_overlap = false;
};

/// How long a hold is to last.
struct HoldRequest {
  /// For a hold that ends by itself.
  Seconds at_least{};
  /// Of a hold that may overlap: a launch takes so long, and the n-th may be enqueued n times this
  /// after the hold's end. 0: all launches are enqueued before its end.
  Seconds launch{};
};

struct BracketRequest {
  std::int64_t launches = 1;
  TimeMethod method = TimeMethod::kBracket;
  /// Of cache, before every launch, outside the device time; 0: none. Several launches need
  /// kEventSum.
  std::size_t displace_bytes = 0;
  /// Nothing of the bracket starts before it is enqueued. Nothing: it is not held.
  std::optional<HoldRequest> hold{};
};

/// One bracket's times. Both cover all its launches.
struct Bracket {
  Seconds device{};
  Seconds host{};                       ///< from before the first enqueue until the wait returned
  std::optional<LaunchTimes> launch{};  ///< phases of the first launch, where the method sees them
  std::chrono::nanoseconds host_begin{};  ///< when `host` began, on the host's clock
  Seconds enqueue{};                      ///< the part of `host` before the last enqueue returned
  /// When `device` began, on the time line of `read_clock`, if the method can say.
  std::optional<std::chrono::nanoseconds> device_begin{};
  Seconds hold{};  ///< device time of the hold before `device`; 0: none, or the device cannot say
  /// From `host_begin`: what the hold had to last for the bracket to be fed.
  Seconds required_hold{};
  /// It was held, and for so long that no launch waited for the host.
  bool fed = false;
  /// The wrap of the counter behind `device`, where `host` reaches it: `device` may be short by it.
  /// 0: it does not.
  Seconds wrapped{};
};

/// One moment on both time lines. The device stamp was taken somewhere between the two host times.
struct ClockReading {
  /// Comparable with other times of this queue's device only; wraps are taken out. No device known
  /// ticks faster than whole nanoseconds.
  std::chrono::nanoseconds device{};
  Seconds device_tick{};  ///< in which `device` moves
  std::chrono::nanoseconds host_before{};
  std::chrono::nanoseconds host_after{};
};

/// The host's monotonic clock, replaced in tests.
class HostClock {
 public:
  virtual ~HostClock() = default;
  virtual std::chrono::nanoseconds now() = 0;
  virtual void sleep_for(Seconds duration) = 0;
  /// Of all processors in this process, and of this thread's waits for one.
  virtual std::chrono::nanoseconds busy_time() { return now(); }
};
/// CLOCK_MONOTONIC_RAW.
HostClock& host_clock();

/// A bracket whose launches the caller enqueues. Where it is destroyed unfinished, its hold is
/// opened, and nothing is timed.
class OpenBracket {
 public:
  OpenBracket() = default;
  OpenBracket(const OpenBracket&) = delete;
  OpenBracket& operator=(const OpenBracket&) = delete;
  virtual ~OpenBracket() = default;
  /// After each launch.
  virtual void launched() = 0;
  virtual Bracket finish() = 0;
};

/// All that the measurement engine knows of a device: an in-order queue with timestamps.
class TimedQueue {
 public:
  TimedQueue() = default;
  TimedQueue(const TimedQueue&) = delete;
  TimedQueue& operator=(const TimedQueue&) = delete;
  virtual ~TimedQueue() = default;

  /// Drains the queue, then runs one bracket and waits for it. Nothing synchronises between its
  /// stamps. Throws Error (kDeviceError) where a call fails, or where the device executed nothing:
  /// after the wait an event is not complete, or without stamps.
  virtual Bracket run(const Work& work, const BracketRequest& request) = 0;
  /// As `run` by TimeMethod::kBracket, for launches that no function makes: a loop's body. Throws
  /// Error (kUnsupported) where the kind of queue has no such brackets.
  virtual std::unique_ptr<OpenBracket> open(const Work& /*work*/,
                                            const BracketRequest& /*request*/) {
    throw Error(Outcome::kUnsupported, "this kind of queue takes no bracket around a loop's body");
  }
  virtual bool supports(TimeMethod method, const Work& work) const = 0;
  /// Of a work's brackets, with caches displaced or not. Asking may build what the hold needs.
  virtual HoldLimits hold_limits(const Work& /*work*/, bool /*displaces*/) { return {}; }

  /// Nothing where no two stamps of this device share a time line.
  virtual std::optional<ClockReading> read_clock() = 0;

  /// The step that the driver states, which is often wrong; 0 where it states none.
  virtual Seconds reported_resolution() const = 0;

  /// Of the device behind the queue, for reports; empty where that is not known.
  virtual std::string device_name() const { return {}; }
  /// Null where the queue does not know its back end.
  virtual const backend::DeviceInfo* device_info() const { return nullptr; }
};

}  // namespace tickbench
