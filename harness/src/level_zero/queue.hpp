// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "level_zero/buffer.hpp"
#include "level_zero/launch_stamps.hpp"
#include "level_zero/queue_timer.hpp"
#include "tickbench/backend.hpp"

namespace tickbench::level_zero {

/// The harness's own stream of commands, in order.
///
/// The trap: a command list belongs to one kind of engine. Where copies are to run on an engine
/// that does nothing else, brackets of copies are recorded into a list of their own, and all else
/// into the first one.
class Queue final : public backend::Queue {
 public:
  Queue(ze_context_handle_t context, ze_device_handle_t device, const Clocks& clocks,
        const backend::DeviceInfo& info, backend::MemoryUse& use, const Options& options);

  Bracket run(const Work& work, const BracketRequest& request) override;
  /// The stamps of a command's own event are a kernel's; copies are timed between global
  /// timestamps.
  bool supports(TimeMethod method, const Work& work) const override;
  std::optional<ClockReading> read_clock() override { return timer_.read_clock(); }
  Seconds reported_resolution() const override { return timer_.clocks().kernel.tick(); }
  std::string device_name() const override { return timer_.where(); }

  void launch(backend::Kernel& kernel, const backend::Range& range) override;
  void copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) override;
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override;
  void finish() override { list().finish(); }
  void* native_handle() override { return list().get(); }

  /// Between any two addresses that the device reaches, the process's own memory included; waits.
  /// Throws Error (kDeviceError) where the wait succeeds and the device executed nothing.
  void copy_now(void* to, const void* from, std::size_t bytes);

 private:
  struct Stream {
    Stream(const QueueGroup& of, ze_context_handle_t context, ze_device_handle_t device,
           CommandList::Kind kind, const std::string& where)
        : group(of), list(context, device, of.ordinal, kind, where) {}
    QueueGroup group;
    CommandList list;
  };
  /// Commands go into `stream` for as long as it lives.
  class Recording {
   public:
    Recording(Queue& queue, Stream& stream) : queue_(queue) { queue_.recording_ = &stream; }
    ~Recording() { queue_.recording_ = &queue_.compute_; }
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

   private:
    Queue& queue_;
  };

  void append_copy(void* to, const void* from, std::size_t bytes);
  CommandList& list() noexcept { return recording_->list; }
  Stream& stream_of(const Work& work);
  Bracket by_events(const Work& work, const BracketRequest& request);
  Bracket run_with_events(const Work& work, std::int64_t launches);
  void displace(std::size_t bytes);

  Allocator allocator_;
  Options options_;
  Stream compute_;
  std::optional<Stream> copies_;
  Stream* recording_ = &compute_;
  QueueTimer timer_;
  LaunchStamps stamps_;
  std::unique_ptr<Buffer> displaced_;
  std::uint32_t displacing_pattern_ = 0;
};

}  // namespace tickbench::level_zero
