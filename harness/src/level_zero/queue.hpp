// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/hold.hpp"
#include "level_zero/event_log.hpp"

namespace tickbench::level_zero {

/// What the user may choose; see Backend::settings.
struct Options {
  CommandList::Kind list = CommandList::Kind::kRegular;
  StampKind stamps = StampKind::kGlobal;
  StampQuery query = StampQuery::kEvent;
  bool on_copy_engine = false;  ///< copies and fills, on an engine that does nothing else
};

/// A regular list starts nothing before it has everything, unless something executes it on the way.
class ClosedList final : public backend::Hold {
 public:
  explicit ClosedList(Stream& stream) : stream_(stream) {}
  HoldLimits limits() const override { return {HoldMethod::kClosedList}; }
  void close(Seconds /*at_least*/) override { before_ = stream_.list().executions(); }
  bool open() noexcept override { return stream_.list().executions() == before_; }

 private:
  Stream& stream_;
  std::uint64_t before_ = 0;
};

/// An event that the commands of an immediate list wait for.
class HostEvent final : public backend::HostHold {
 public:
  explicit HostEvent(Stream& stream)
      : stream_(stream), event_(stream.allocator().context, stream.allocator().device, 1) {}
  ~HostEvent() override { open(); }

  HoldLimits limits() const override { return {HoldMethod::kHostEvent}; }

 private:
  void enqueue_wait() override;
  void signal() noexcept override;

  Stream& stream_;
  TimestampEvents event_;
};

/// The harness's own stream of commands, in order.
///
/// A command list belongs to one kind of engine. Where copies are to run on an engine
/// that does nothing else, brackets of copies are recorded into a list of their own, and all else
/// into the first one.
class Queue final : public backend::StreamQueue {
 public:
  Queue(const Allocator& allocator, const Clocks& clocks, const Options& options);

  Bracket run(const Work& work, const BracketRequest& request) override;
  /// Caches are displaced by the engine that computes: no list of the other one can hold that.
  HoldLimits hold_limits(const Work& work, bool displaces) override;
  /// Of the stamps of kernels.
  Seconds reported_resolution() const override { return stream_.clocks().kernel.tick(); }

  void launch(backend::Kernel& kernel, const backend::Range& range) override;
  void copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) override {
    events_.pass();
    stream_.copy(as_buffer(to).pointer(), as_buffer(from).pointer(), bytes);
  }
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override;
  /// Who asks for it may append: the next wait executes the list.
  void* native_handle() override;

  /// Between any two addresses that the device reaches, the process's own memory included; waits.
  /// Throws Error (kDeviceError) where the wait succeeds and the device executed nothing.
  void copy_now(void* to, const void* from, std::size_t bytes);

 private:
  struct Engine {
    Engine(const QueueGroup& of, const Allocator& on, CommandList::Kind kind)
        : group(of), list(on.context, on.device, of.ordinal, kind, on.info.name) {}
    QueueGroup group;
    CommandList list;
  };
  /// Commands go to `engine` for as long as it lives.
  class Recording {
   public:
    Recording(Queue& queue, Engine& engine) : queue_(queue), before_(*queue.recording_) {
      queue_.record(engine);
    }
    ~Recording() { queue_.record(before_); }
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

   private:
    Queue& queue_;
    Engine& before_;
  };

  void record(Engine& engine) noexcept;
  Engine& engine_of(const Work& work);
  void displace(std::size_t bytes) override;
  backend::Hold* hold() override { return hold_.get(); }

  bool on_copy_engine_;
  Engine compute_;
  std::optional<Engine> copies_;
  Engine* recording_ = &compute_;
  Stream stream_;
  EventLog events_;
  std::unique_ptr<backend::Hold> hold_;
};

}  // namespace tickbench::level_zero
