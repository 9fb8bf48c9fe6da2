// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "backend/stream.hpp"
#include "opencl/buffer.hpp"
#include "opencl/event.hpp"

namespace tickbench::opencl {

/// Enqueues fills, and copies between any two kinds of memory.
///
/// | from \ to | kDevice | kShared | kHost, kHeap | kMapped |
/// |---|---|---|---|---|
/// | kDevice | CopyBuffer | CopyBuffer | ReadBuffer | map, ReadBuffer, unmap |
/// | kShared | CopyBuffer | SVMMemcpy | SVMMemcpy | map, ReadBuffer, unmap |
/// | kHost, kHeap | WriteBuffer | SVMMemcpy | SVMMemcpy | map, memcpy, unmap |
/// | kMapped | map, WriteBuffer, unmap | the same | map, memcpy, unmap | map both, memcpy, unmap
/// both |
///
/// Without shared virtual memory no command of OpenCL copies between two host memories:
/// kUnsupported.
struct Copier {
  cl_command_queue queue;
  bool has_svm;
  EventLog& log;
  std::string_view where;

  void copy(Buffer& to, Buffer& from, std::size_t bytes) const;
  void fill(Buffer& to, std::span<const std::byte> pattern, std::size_t bytes) const;

 private:
  template <class Call, class... Arguments>
  void enqueue(const char* name, Call call, Arguments... arguments) const;
  void copy_direct(Buffer& to, Buffer& from, std::size_t bytes) const;
  void copy_mapped(Buffer& to, Buffer& from, std::size_t bytes) const;
  void copy_pointers(void* to, const void* from, std::size_t bytes) const;
  void write(cl_mem to, const void* from, std::size_t bytes) const;
  void read(void* to, cl_mem from, std::size_t bytes) const;
  void* map(Buffer& buffer, cl_map_flags flags, std::size_t bytes) const;
  void unmap(Buffer& buffer, void* mapped) const;
};

/// In order, with profiling. Throws Error.
QueueHandle create_queue(cl_context context, cl_device_id device, const std::string& where);

/// An in-order queue with profiling: the harness's own, a user's, or that of a DeviceTimer's
/// regions.
///
/// A bracket lies between the ends of two markers. Between the first marker and the first launch
/// the device may idle for as long as the host takes to enqueue it: brackets of one launch include
/// that.
class Stream : public backend::Stream {
 public:
  Stream(QueueHandle queue, const backend::DeviceInfo& info, backend::MemoryUse& use);

  void finish() override { check(clFinish(queue()), "clFinish", info().name); }
  void flush() { check(clFlush(queue()), "clFlush", info().name); }
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
