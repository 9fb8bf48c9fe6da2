// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <deque>
#include <span>

#include "backend/hold.hpp"
#include "backend/stream.hpp"
#include "cuda/kernel.hpp"

namespace tickbench::cuda {

/// A mark in a stream of this place.
///
/// The driver gives the time between two events as a float of milliseconds. That is exact to the
/// clock's 32 ns up to half a second, and to 4 us at a minute: so only two marks of one bracket are
/// compared, never one with an old base.
class Event {
 public:
  explicit Event(const Place& place) : info_(&place.info()) {
    const auto entered = place.enter();
    CUevent_st* event = nullptr;
    check(driver().cuEventCreate(&event, 0), "cuEventCreate", *info_);
    handle_ = EventHandle(event);
  }

  void record(CUstream_st* stream) {
    check(driver().cuEventRecord(handle_.get(), stream), "cuEventRecord", *info_);
  }
  /// Once the stream is finished. Throws Error (kDeviceError) where one of them was not executed.
  Seconds until(const Event& later) const;

 private:
  EventHandle handle_;
  const backend::DeviceInfo* info_;
};

/// Two events for each launch of a bracket, one before its first command and one behind its last.
/// CUDA's commands have none of their own. They are kept from bracket to bracket: making one costs
/// more than recording it.
class EventLog final : public backend::CommandLog {
 public:
  explicit EventLog(const cuda::Place& place) : place_(place) {}

  /// `command()` enqueues one command on the stream.
  template <class Command>
  void enqueue(CUstream_st* stream, const Command& command) {
    const auto place = next_command();
    if (place.is_first && place.launch == pairs_.size()) pairs_.emplace_back(place_);
    if (place.is_first) pairs_[place.launch].before.record(stream);
    command();
    if (place.is_last) pairs_[place.launch].behind.record(stream);
  }

  Seconds duration(std::size_t launch) const override {
    return pairs_[launch].before.until(pairs_[launch].behind);
  }

 private:
  struct Pair {
    explicit Pair(const cuda::Place& place) : before(place), behind(place) {}
    Event before;
    Event behind;
  };

  const cuda::Place& place_;
  std::deque<Pair> pairs_;
};

/// The device's clock, %globaltimer: nanoseconds that a kernel of one thread writes into memory of
/// the host. It is another time line than that of events.
class GlobalTimer {
 public:
  /// Loads the kernel, and finds the step of the clock. Throws Error.
  GlobalTimer(CUstream_st* stream, const Allocator& allocator);

  /// Waits for the stream, before and behind.
  ClockReading read() {
    const auto entered = place_.enter();
    finish();
    ClockReading reading;
    reading.host_before = host_clock().now();
    reading.device = written_by(now_);
    reading.host_after = host_clock().now();
    reading.device_tick = step_;
    return reading;
  }

 private:
  std::chrono::nanoseconds written_by(CUfunc_st* kernel);
  void finish() const {
    check(driver().cuStreamSynchronize(stream_), "cuStreamSynchronize", place_.info());
  }

  CUstream_st* stream_;
  Place place_;
  ModuleHandle module_;
  std::unique_ptr<Buffer> word_;
  CUfunc_st* now_;
  Seconds step_{};
};

/// A CUDA stream: the harness's own, a user's, or that of a DeviceTimer's regions. It is in order
/// by itself.
///
/// A bracket lies between two events. Between the first event and the first launch the device may
/// idle for as long as the host takes to enqueue it: brackets of one launch include that.
class Stream : public backend::AllocatingStream<Allocator> {
 public:
  Stream(CUstream_st* stream, const Allocator& allocator)
      : AllocatingStream(allocator),
        stream_(stream),
        begin_(allocator.place),
        end_(allocator.place) {}
  /// What the members give back is the context's.
  ~Stream() override { at_end_ = place().try_enter(); }

  void finish() override {
    const auto entered = place().enter();
    check(driver().cuStreamSynchronize(stream_), "cuStreamSynchronize", info());
  }
  void drop() noexcept override {
    const auto entered = place().try_enter();
    driver().cuStreamSynchronize(stream_);
  }
  void mark_begin() override {
    const auto entered = place().enter();
    begin_.record(stream_);
  }
  void mark_end() override {
    const auto entered = place().enter();
    end_.record(stream_);
  }
  Seconds marked() const override { return begin_.until(end_); }
  /// Nothing on a device that is too old for the kernel that reads the clock.
  std::optional<ClockReading> read_clock() override {
    if (!has_clock_) return std::nullopt;
    try {
      const auto entered = place().enter();
      if (!clock_) clock_ = std::make_unique<GlobalTimer>(stream_, allocator());
    } catch (const Error& error) {
      if (error.outcome() != Outcome::kBuildFailed) throw;
      has_clock_ = false;
      return std::nullopt;
    }
    return clock_->read();
  }
  /// The driver states none.
  Seconds reported_resolution() const override { return Seconds(0); }
  /// Throws Error: kUnsupported for heap memory, and for patterns of more than 4 bytes.
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override;
  const backend::DeviceInfo& info() const noexcept override { return allocator().place.info(); }

  void copy(Address to, Address from, std::size_t bytes) {
    const auto entered = place().enter();
    check(driver().cuMemcpyAsync(to, from, bytes, stream_), "cuMemcpyAsync", info());
  }
  CUstream_st* get() const noexcept { return stream_; }
  const Place& place() const noexcept { return allocator().place; }

 private:
  Entered at_end_;  ///< left behind all other members
  CUstream_st* stream_;
  Event begin_;
  Event end_;
  std::unique_ptr<GlobalTimer> clock_;  ///< made when first asked for
  bool has_clock_ = true;
};

/// A kernel of one thread that waits for a word in the host's memory. The host writes the word
/// behind the last enqueue. It cannot wait for ever: after a time by the device's clock it ends by
/// itself, also where the host was stopped.
class SpinningKernel final : public backend::HostHold {
 public:
  /// Loads the kernel. Throws Error.
  SpinningKernel(CUstream_st* stream, const Allocator& allocator);
  /// What the members give back is the context's.
  ~SpinningKernel() override {
    open();
    at_end_ = place_.try_enter();
  }

  HoldLimits limits() const override { return {HoldMethod::kHostEvent, kMostCommands}; }
  /// Of one that ended by itself; nothing for one that the host opened.
  std::optional<Seconds> duration() override {
    const auto alone = std::atomic_ref(words().held_alone).load();
    if (alone == 0) return std::nullopt;
    return std::chrono::nanoseconds(alone);
  }

 private:
  /// The driver's queue takes 1020 commands behind a kernel that runs, and blocks at the next one.
  /// A bracket's marks and the hold take places too.
  static constexpr std::int64_t kMostCommands = 900;
  /// In the host's memory, where the device reads and writes too.
  struct Words {
    std::uint32_t opened;  ///< the ticket of the hold that is to end
    std::uint32_t unused;
    std::uint64_t held_alone;  ///< nanoseconds of one that ended by itself; else 0
  };

  void prepare() override {
    ++ticket_;
    std::atomic_ref(words().held_alone).store(0);
  }
  void enqueue_wait() override;
  void signal() noexcept override { std::atomic_ref(words().opened).store(ticket_); }
  Words& words() const { return *static_cast<Words*>(words_->host_pointer()); }

  Entered at_end_;  ///< left behind all other members
  CUstream_st* stream_;
  Place place_;
  ModuleHandle module_;
  CUfunc_st* kernel_;
  std::unique_ptr<Buffer> words_;
  std::uint32_t ticket_ = 0;  ///< another one each time: an old signal opens no new hold
};

/// Where it cannot be had, its limits say why.
std::unique_ptr<backend::Hold> make_hold(const Stream& stream);

/// A graph of what was captured from a stream: the device takes all of it by one call.
class Graph final : public backend::Recording {
 public:
  explicit Graph(Stream& stream) : stream_(stream) {}

  /// Throws Error (kUnsupported) for what no graph can hold, such as a wait.
  void record(const std::function<void()>& enqueue) override;
  void launch() override {
    const auto entered = stream_.place().enter();
    check(driver().cuGraphLaunch(graph_.get(), stream_.get()), "cuGraphLaunch", stream_.info());
  }

 private:
  Stream& stream_;
  GraphExecHandle graph_;
};

/// The harness's own stream.
class Queue final : public backend::StreamQueue {
 public:
  Queue(const Allocator& allocator, bool holds);

  HoldLimits hold_limits(const Work& work, bool displaces) override {
    auto limits = StreamQueue::hold_limits(work, displaces);
    // Each launch then lies between two events, beside the fill in front.
    if (displaces) limits.most_launches /= 2;
    return limits;
  }
  /// Commands have ended before the driver frees their memory.
  void drop() noexcept override {}
  void launch(backend::Kernel& kernel, const backend::Range& range) override {
    auto& own = backend::own<Kernel>(kernel, "a kernel of the CUDA back end");
    events_.enqueue(stream_.get(), [&] { own.enqueue(range, stream_.get()); });
  }
  void copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) override {
    const auto to_address = as_buffer(to).address();
    const auto from_address = as_buffer(from).address();
    events_.enqueue(stream_.get(), [&] { stream_.copy(to_address, from_address, bytes); });
  }
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override {
    events_.enqueue(stream_.get(), [&] { stream_.fill(to, pattern, bytes); });
  }
  void* native_handle() override {
    // What the caller enqueues next takes the current context.
    const auto entered = stream_.place().enter();
    return stream_.get();
  }

  /// Between any two addresses that the device reaches, the process's own memory included; waits.
  void copy_now(Address to, Address from, std::size_t bytes) {
    stream_.copy(to, from, bytes);
    finish();
  }

 private:
  backend::Hold* hold() override {
    if (holds_ && !hold_) hold_ = make_hold(stream_);
    return hold_.get();
  }

  StreamHandle handle_;
  Stream stream_;
  EventLog events_;
  Graph graph_;
  bool holds_;
  std::unique_ptr<backend::Hold> hold_;  ///< made when first asked for
};

}  // namespace tickbench::cuda
