// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <limits>
#include <vector>

#include "backend/hold.hpp"
#include "backend/launching.hpp"
#include "backend/memory.hpp"
#include "tickbench/backend/user_queue.hpp"

/// How times are taken on any driver's stream of commands: brackets, sums of events and the
/// displacing of caches are made of the calls of a Stream and an EventLog here.
namespace tickbench::backend {

/// A stream of a driver's device, whose allocations are made by `Allocator`.
template <class Allocator>
class AllocatingStream : public Stream {
 public:
  explicit AllocatingStream(const Allocator& allocator) : allocator_(allocator) {}
  std::unique_ptr<Memory> allocate(std::size_t bytes) override {
    return allocator_.allocate(bytes, MemoryKind::kDevice);
  }
  const Allocator& allocator() const noexcept { return allocator_; }

 private:
  Allocator allocator_;
};

/// Counts the commands of a bracket, and tells which begin and end a launch.
class CommandLog : public EventLog {
 public:
  void begin(std::int64_t launches, std::int64_t commands) override {
    launches_ = launches;
    launch_commands_ = commands;
    counted_ = 0;
    is_keeping_ = true;
  }
  void end() noexcept override { is_keeping_ = false; }
  std::int64_t commands() const final { return counted_; }

 protected:
  struct Place {
    bool is_first = false, is_last = false;  ///< of its launch
    std::size_t launch = 0;
    bool has_event() const { return is_first || is_last; }
  };
  /// Of the next command. Outside of begin and end, and behind the last launch, it has no event.
  Place next_command() {
    if (!is_keeping_) return {};
    const auto launch = counted_ / launch_commands_, index = counted_ % launch_commands_;
    ++counted_;
    if (launch >= launches_) return {};
    return {index == 0, index == launch_commands_ - 1, static_cast<std::size_t>(launch)};
  }
  /// The events of one launch: those of two commands, where it has so many.
  std::int64_t launch_events() const noexcept { return launch_commands_ == 1 ? 1 : 2; }

 private:
  std::int64_t launches_ = 0;
  std::int64_t launch_commands_ = 1;
  std::int64_t counted_ = 0;
  bool is_keeping_ = false;
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
  void enqueue(std::size_t bytes) {
    if (bytes > reserved_) reserve(bytes);
    pattern_ += kPatternStep;
    std::size_t left = rounded_up(bytes, sizeof(pattern_));
    for (const auto& chunk : chunks_) {
      const std::size_t part = std::min(left, chunk->size());
      if (part == 0) break;
      stream_.fill(*chunk, std::as_bytes(std::span(&pattern_, 1)), part);
      left -= part;
    }
  }
  /// Allocates what they will fill.
  void reserve(std::size_t bytes) {
    const auto& device = stream_.info();
    if (device.memory != 0 && bytes > device.memory)
      throw_error(Outcome::kOverLimit,
                  "the {} bytes to displace the caches are above the memory that the device '{}' "
                  "states, {} bytes",
                  bytes, device.name, device.memory);
    const std::size_t largest = device.largest_allocation != 0
                                    ? device.largest_allocation
                                    : std::numeric_limits<std::size_t>::max();
    while (reserved_ < bytes) {
      // Whole patterns: a fill's size is a multiple of its pattern's.
      const std::size_t size = std::min(bytes - reserved_ + sizeof(pattern_) - 1, largest) /
                               sizeof(pattern_) * sizeof(pattern_);
      chunks_.push_back(stream_.allocate(size));
      reserved_ += size;
    }
  }

 private:
  // Odd, so that every step gives another pattern; large, so that all its bytes change (2^32 / the
  // golden ratio).
  static constexpr std::uint32_t kPatternStep = 0x9E3779B9;

  Stream& stream_;
  std::vector<std::unique_ptr<Memory>> chunks_;
  std::size_t reserved_ = 0;
  std::uint32_t pattern_ = 0;
};

/// Takes the brackets of a stream: of the harness's own (`Base` is Queue), or a user's
/// (TimedQueue).
template <class Base>
class StreamTiming : public Base {
 public:
  Bracket run(const Work& work, const BracketRequest& request) override {
    require_bracket(*this, work, request);
    auto bracket = run_bracket(work, request);
    judge_feeding(bracket, request);
    return bracket;
  }
  bool supports(TimeMethod method, const Work& work) const override {
    if (method == TimeMethod::kHost) return true;
    if (work.reset && method != TimeMethod::kBracket) return false;
    if (!has_device_time(work)) return false;
    if (method == TimeMethod::kOneEvent && work.commands != 1) return false;
    if (method == TimeMethod::kGraph) return recording_ != nullptr && work.never_waits;
    return !is_from_events(method) || (events_ != nullptr && events_->times(work));
  }
  HoldLimits hold_limits(const Work& work, bool displaces) override {
    if (!work.never_waits) return {};
    auto* const hold = this->hold();
    if (hold == nullptr) return {};
    auto limits = hold->limits();
    const auto commands = std::max<std::int64_t>(work.commands, 1);
    // Each launch then has fills in front.
    limits.most_launches /= commands + (displaces ? 1 : 0);
    if (limits.method == HoldMethod::kNone || limits.most_launches > 0) return limits;
    return {.why_not =
                fmt::format("a launch of {} commands is more than the driver takes behind a {}",
                            commands, to_string(limits.method))};
  }
  std::optional<ClockReading> read_clock() override { return stream_.read_clock(); }
  Seconds reported_resolution() const override { return stream_.reported_resolution(); }
  std::string device_name() const override { return stream_.info().name; }
  const DeviceInfo* device_info() const override {
    return stream_.info().backend.empty() ? nullptr : &stream_.info();
  }

 protected:
  /// The stream is the derived class's: it is not used before the first call.
  explicit StreamTiming(Stream& stream, HostClock& host = host_clock())
      : stream_(stream), host_(host), displacer_(stream) {}
  /// Commands have events: without this call, no method uses them.
  void use_events(EventLog& events) { events_ = &events; }
  /// Batches may be launched as recordings: without this call, none is.
  void use_recording(Recording& recording) { recording_ = &recording; }
  virtual void displace(std::size_t bytes) { displacer_.displace(bytes); }
  /// What holds the stream; null where nothing does.
  virtual Hold* hold() { return nullptr; }
  /// Whether the device can time this work.
  virtual bool has_device_time(const Work& /*work*/) const { return true; }
  Stream& stream() const noexcept { return stream_; }
  HostClock& host() const noexcept { return host_; }
  void drain(const BracketRequest& request) {
    // Before the hold closes: the driver may wait for the device to make room.
    if (request.hold && request.displace_bytes != 0) displacer_.reserve(request.displace_bytes);
    stream_.finish();
  }
  /// On a drained stream.
  std::unique_ptr<OpenBracket> open_drained(const Work& work, const BracketRequest& request) {
    if (!request.hold) reset_before(work, request);
    const auto prepare = [&] {
      if (request.hold && work.reset) work.reset();
      enqueue_flush(request);
    };
    auto bracket = std::make_unique<MarkedBracket>(stream_, host_, request,
                                                   request.hold ? hold() : nullptr, prepare);
    // The first mark may not wait for the work's own first call on this queue.
    if (work.waits) stream_.flush();
    return bracket;
  }

 private:
  Bracket run_bracket(const Work& work, const BracketRequest& request) {
    drain(request);
    if (is_from_events(request.method))
      return between_events(stream_, host_, *events_, work, request,
                            request.hold ? hold() : nullptr,
                            {.before_bracket = [&] { displace(request.displace_bytes); },
                             .before_launch = [&] { enqueue_flush(request); }});
    if (request.method == TimeMethod::kGraph) return by_recording(work, request);
    if (request.method == TimeMethod::kBracket) return between_marks(work, request);
    reset_before(work, request);
    Launching launching(stream_, host_, request, nullptr);
    launching.enqueue(work.enqueue);
    return launching.wait();
  }
  Bracket between_marks(const Work& work, const BracketRequest& request) {
    const auto bracket = open_drained(work, request);
    for (std::int64_t i = 0; i < request.launches; ++i) {
      work.enqueue();
      bracket->launched();
    }
    return bracket->finish();
  }
  /// Where it is not held. Caches are displaced behind the reset, which would leave its own data in
  /// them.
  void reset_before(const Work& work, const BracketRequest& request) {
    if (work.reset) {
      work.reset();
      stream_.finish();
    }
    if (request.displace_bytes != 0) displace(request.displace_bytes);
  }
  /// Recorded each time: what `work` launches may be another thing the next time. The host's part
  /// of that is no part of the bracket.
  Bracket by_recording(const Work& work, const BracketRequest& request) {
    recording_->record([&] {
      for (std::int64_t i = 0; i < request.launches; ++i) work.enqueue();
    });
    const Work all{.enqueue = [&] { recording_->launch(); }, .description = work.description};
    BracketRequest once = request;
    once.launches = 1;
    return between_marks(all, once);
  }
  /// Where it is held.
  void enqueue_flush(const BracketRequest& request) {
    if (request.hold && request.displace_bytes != 0) displacer_.enqueue(request.displace_bytes);
  }

  Stream& stream_;
  HostClock& host_;
  EventLog* events_ = nullptr;
  Recording* recording_ = nullptr;
  Displacer displacer_;
};
extern template class StreamTiming<Queue>;
extern template class StreamTiming<TimedQueue>;

/// Regions of the harness's own stream.
std::unique_ptr<RegionMarker> region_marker(Stream& stream, HostClock& host);

/// The harness's own queue. A back end adds the commands.
class StreamQueue : public StreamTiming<Queue> {
 public:
  void finish() override { stream().finish(); }
  void drop() noexcept override { stream().drop(); }
  std::unique_ptr<RegionMarker> region_marker() override {
    return backend::region_marker(stream(), host());
  }

 protected:
  using StreamTiming::StreamTiming;
};

/// A queue whose driver tells profilers of ranges.
class RangedQueue {
 public:
  virtual ~RangedQueue() = default;
  /// Of what is enqueued from here on. Returns false where the driver has none after all.
  virtual bool begin_range(const std::string& name) = 0;
  /// Once the device is done.
  virtual void end_range() noexcept = 0;
};

/// A list of commands starts nothing before it has everything, unless something submits it on the
/// way.
template <class OwnStream>
class ClosedList final : public Hold {
 public:
  explicit ClosedList(OwnStream& stream) : stream_(stream) {}
  HoldLimits limits() const override { return {HoldMethod::kClosedList}; }
  void close(Seconds /*at_least*/) override { before_ = stream_.list().submissions(); }
  bool open() noexcept override { return stream_.list().submissions() == before_; }

 private:
  OwnStream& stream_;
  std::uint64_t before_ = 0;
};

/// A queue whose commands are recorded into lists, of which each belongs to one engine of the
/// device. Where copies run on an engine that only copies, brackets of copies are recorded into a
/// second list, and all else into the first one.
template <class OwnStream, class List>
class TwoListQueue : public StreamQueue {
 public:
  Bracket run(const Work& work, const BracketRequest& request) override {
    finish();
    const Recorded recorded = record_into(list_for(work));
    return StreamQueue::run(work, request);
  }
  /// Caches are displaced by the first engine: no list of the second one can hold that.
  HoldLimits hold_limits(const Work& work, bool displaces) override {
    if (displaces && &list_for(work) != &compute_) return {};
    return StreamQueue::hold_limits(work, displaces);
  }

 protected:
  /// All are the derived class's: they are not used before the first call.
  TwoListQueue(OwnStream& stream, List& compute, std::optional<List>& copies)
      : StreamQueue(stream), stream_(stream), compute_(compute), copies_(copies) {}
  virtual List& list_for(const Work& work) const {
    return work.is_copy && copies_ ? *copies_ : compute_;
  }

 private:
  struct Recorded {
    OwnStream& stream;
    List& before;
    ~Recorded() { stream.record_into(before); }
  };
  /// The stream's commands go to a list for as long as the result lives.
  Recorded record_into(List& list) {
    auto& before = stream_.list();
    stream_.record_into(list);
    return {stream_, before};
  }

  void displace(std::size_t bytes) override {
    const Recorded recorded = record_into(compute_);
    StreamQueue::displace(bytes);
  }

  OwnStream& stream_;
  List& compute_;
  std::optional<List>& copies_;
};

/// Makes what holds a user's queue: called when it is first asked for.
using MakeHold = std::function<std::unique_ptr<Hold>()>;

/// As `user_queue`, of a stream whose brackets can be held. The hold is destroyed before the
/// stream.
std::unique_ptr<TimedQueue> held_user_queue(std::unique_ptr<Stream> stream, MakeHold make_hold);

/// Throws Error (kInvalidBenchmark) naming the first handle of a user's that is null. `what` begins
/// the message.
void require_handles(std::string_view what,
                     std::initializer_list<std::pair<const void*, std::string_view>> handles);

/// The device behind a user's queue, and what the harness allocates on it.
struct UserDevice {
  explicit UserDevice(DeviceInfo described) : device(std::move(described)), use(device) {}
  DeviceInfo device;
  MemoryUse use;
};

}  // namespace tickbench::backend
