// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "opencl/copy.hpp"
#include "opencl/displacer.hpp"
#include "opencl/event_log.hpp"
#include "opencl/queue_timer.hpp"
#include "tickbench/backend.hpp"

namespace tickbench::opencl {

/// The harness's own queue: in order, with profiling.
///
/// The trap: on some drivers each command's event costs more than the command (6 us of wall time a
/// launch on an H200). So commands get an event only while a method asks for it.
class Queue final : public backend::Queue {
 public:
  Queue(cl_context context, cl_device_id device, const backend::DeviceInfo& info);

  Bracket run(const Work& work, const BracketRequest& request) override;
  bool supports(TimeMethod method, const Work& work) const override;
  std::optional<ClockReading> read_clock() override { return timer_.read_clock(); }
  Seconds reported_resolution() const override;
  std::string device_name() const override { return timer_.where; }

  void launch(backend::Kernel& kernel, const backend::Range& range) override;
  void copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) override;
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override;
  void finish() override { timer_.finish(); }
  void* native_handle() override { return handle_.get(); }

  cl_command_queue handle() const noexcept { return handle_.get(); }

 private:
  /// The sum of the launches' own events; with displaced caches, each launch alone.
  Bracket by_events(const Work& work, const BracketRequest& request);
  std::vector<Event> enqueue_one_with_event(const Work& work);

  QueueHandle handle_;
  QueueTimer timer_;
  Displacer displacer_;
  EventLog log_;
  Seconds resolution_;
  bool has_svm_;
};

}  // namespace tickbench::opencl
