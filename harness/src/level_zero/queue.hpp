// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "level_zero/buffer.hpp"
#include "level_zero/event.hpp"
#include "level_zero/queue_timer.hpp"
#include "tickbench/backend.hpp"

namespace tickbench::level_zero {

/// The harness's own stream: a regular command list and its queue.
class Queue final : public backend::Queue {
 public:
  Queue(ze_context_handle_t context, ze_device_handle_t device, const Clocks& clocks,
        const backend::DeviceInfo& info);

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
  void finish() override { list_.finish(); }
  void* native_handle() override { return list_.get(); }

  /// Between any two addresses that the device reaches, the process's own memory included; waits.
  /// Throws Error (kDeviceError) where the wait succeeds and the device executed nothing.
  void copy_now(void* to, const void* from, std::size_t bytes);

 private:
  void append_copy(void* to, const void* from, std::size_t bytes);
  Bracket by_events(const Work& work, const BracketRequest& request);
  void displace(std::size_t bytes);
  ze_event_handle_t next_event();

  ze_context_handle_t context_;
  ze_device_handle_t device_;
  const backend::DeviceInfo* info_;
  QueueGroup group_;
  CommandList list_;
  QueueTimer timer_;
  std::unique_ptr<TimestampEvents> events_;
  std::size_t used_events_ = 0;
  bool keeping_events_ = false;
  std::unique_ptr<Buffer> displaced_;
  std::uint32_t displacing_pattern_ = 0;
};

}  // namespace tickbench::level_zero
