// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/two_list_queue.hpp"
#include "level_zero/event_log.hpp"

namespace tickbench::level_zero {

/// What the user may choose; see Backend::settings.
struct Options {
  CommandList::Kind list = CommandList::Kind::kRegular;
  StampKind stamps = StampKind::kGlobal;
  StampQuery query = StampQuery::kEvent;
  bool on_copy_engine = false;  ///< copies and fills, on an engine that does nothing else
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
class Queue final : public backend::TwoListQueue<Stream, CommandList> {
 public:
  Queue(const Allocator& allocator, const Clocks& clocks, const Options& options);

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
  /// Throws Error (kUnsupported) for copies on an engine that the device does not have.
  CommandList& list_for(const Work& work) const override;
  backend::Hold* hold() override { return hold_.get(); }

  bool on_copy_engine_;
  CommandList compute_;
  std::optional<CommandList> copies_;
  Stream stream_;
  EventLog events_;
  std::unique_ptr<backend::Hold> hold_;
};

}  // namespace tickbench::level_zero
