// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "backend/stream.hpp"
#include "opencl/copy.hpp"

namespace tickbench::opencl {

/// An in-order queue with profiling: the harness's own, a user's, or that of a DeviceTimer's
/// regions.
///
/// A bracket lies between the ends of two markers. The trap: between the first marker and the first
/// launch the device may idle for as long as the host takes to enqueue it: brackets of one launch
/// include that.
class Stream : public backend::Stream {
 public:
  Stream(QueueHandle queue, const backend::DeviceInfo& info, backend::MemoryUse& use);

  void finish() override { check(clFinish(queue()), "clFinish", info().name); }
  void mark_begin() override { begin_ = mark(); }
  void mark_end() override { end_ = mark(); }
  Seconds marked() const override { return between_ends(*begin_, *end_, info().name); }
  std::optional<std::chrono::nanoseconds> marked_at() const override {
    return std::chrono::nanoseconds(begin_->end(info().name));
  }
  std::optional<ClockReading> read_clock() override;
  Seconds reported_resolution() const override {
    return Seconds(info().timer_hertz > 0 ? 1 / info().timer_hertz : 0);
  }
  std::unique_ptr<backend::Memory> allocate(std::size_t bytes) override {
    return allocator_.allocate(bytes, backend::MemoryKind::kDevice);
  }
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override {
    Copier{queue(), has_svm_, untimed_, info().name}.fill(as_buffer(to), pattern, bytes);
  }
  const backend::DeviceInfo& info() const noexcept override { return allocator_.info; }

  cl_command_queue queue() const noexcept { return queue_.get(); }
  const Allocator& allocator() const noexcept { return allocator_; }
  EventLog& events() noexcept { return events_; }
  Copier copier() { return {queue(), has_svm_, events_, info().name}; }

 private:
  Event mark() const;

  QueueHandle queue_;
  Allocator allocator_;
  EventLog events_;
  EventLog untimed_;  ///< keeps none
  bool has_svm_;
  std::optional<Event> begin_;
  std::optional<Event> end_;
};

/// One fixed-size property of a queue.
template <class T>
T queue_value(cl_command_queue queue, cl_command_queue_info what) {
  T value{};
  // NOLINTNEXTLINE(bugprone-sizeof-expression): a handle is a pointer, and its size is meant
  check(clGetCommandQueueInfo(queue, what, sizeof(T), &value, nullptr), "clGetCommandQueueInfo");
  return value;
}

}  // namespace tickbench::opencl
