// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/hold.hpp"
#include "backend/stream.hpp"
#include "opencl/buffer.hpp"

namespace tickbench::opencl {

/// One command's event, with the device's times of it.
///
/// A driver that executes nothing may let every wait succeed. So the times are given only
/// of an event that is complete and has stamps; anything else throws Error (kDeviceError).
class Event {
 public:
  explicit Event(cl_event event) : handle_(EventHandle::adopt(event)) {}

  /// Of a launch that begins with this command and ends with `last`, which may be the same: END -
  /// START, negative on a broken clock, for the plausibility gate to refuse.
  Seconds duration(const Event& last, std::string_view where) const;
  Seconds duration(std::string_view where) const { return duration(*this, where); }
  LaunchTimes launch_times(const Event& last, std::string_view where) const;
  /// The END stamp, in nanoseconds on the device's time line.
  std::uint64_t end(std::string_view where) const {
    require_complete(where);
    return stamp(CL_PROFILING_COMMAND_END, where);
  }

 private:
  void require_complete(std::string_view where) const {
    cl_int status = CL_QUEUED;
    check(clGetEventInfo(handle_.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                         nullptr),
          "clGetEventInfo(CL_EVENT_COMMAND_EXECUTION_STATUS)", where);
    if (status == CL_COMPLETE) return;
    if (status < 0) check(status, "a command's execution", where);
    backend::throw_nothing_executed(
        fmt::format("expected CL_COMPLETE of an event after a successful wait, found execution "
                    "status {}",
                    status),
        where);
  }
  std::uint64_t stamp(cl_profiling_info which, std::string_view where) const;

  EventHandle handle_;
};

/// Asking for no event is not the same as dropping it: on some drivers each event costs more than
/// the launch.
class EventLog final : public backend::CommandLog {
 public:
  explicit EventLog(std::string where) : where_(std::move(where)) {}

  /// Calls `call(cl_event*)`: with null unless the command's event is to be kept.
  template <class Call>
  void enqueue(const Call& call) {
    if (!next_command().has_event()) return call(nullptr);
    cl_event event = nullptr;
    call(&event);
    events_.emplace_back(event);
  }

  void end() noexcept override {
    CommandLog::end();
    events_.clear();
  }
  Seconds duration(std::size_t launch) const override {
    return first_event(launch).duration(last_event(launch), where_);
  }
  std::optional<LaunchTimes> phases(std::chrono::nanoseconds /*host_begin*/) override {
    return first_event(0).launch_times(last_event(0), where_);
  }

 private:
  std::size_t events() const { return static_cast<std::size_t>(launch_events()); }
  const Event& first_event(std::size_t launch) const { return events_[events() * launch]; }
  const Event& last_event(std::size_t launch) const { return events_[events() * (launch + 1) - 1]; }

  std::string where_;
  std::vector<Event> events_;  ///< one a launch, or its first and its last command's
};

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
  static constexpr std::size_t kStart = 0;

  void copy(Buffer& to, Buffer& from, std::size_t bytes) const {
    const bool is_mapped =
        to.kind() == backend::MemoryKind::kMapped || from.kind() == backend::MemoryKind::kMapped;
    is_mapped ? copy_mapped(to, from, bytes) : copy_direct(to, from, bytes);
  }
  void fill(Buffer& to, std::span<const std::byte> pattern, std::size_t bytes) const;

 private:
  /// A command that takes no events to wait for: `call(queue, arguments..., 0, nullptr, event)`.
  template <class Call, class... Arguments>
  void enqueue(const char* name, Call call, Arguments... arguments) const {
    log.enqueue(
        [&](cl_event* event) { check(call(queue, arguments..., 0, nullptr, event), name, where); });
  }
  void copy_direct(Buffer& to, Buffer& from, std::size_t bytes) const;
  void copy_mapped(Buffer& to, Buffer& from, std::size_t bytes) const {
    void* const source = map(from, CL_MAP_READ, bytes);
    void* const target = map(to, CL_MAP_WRITE_INVALIDATE_REGION, bytes);
    if (source == nullptr)
      read(target, from.device_buffer(), bytes);
    else if (target == nullptr)
      write(to.device_buffer(), source, bytes);
    else
      std::memcpy(target, source, bytes);
    unmap(to, target);
    unmap(from, source);
  }
  void copy_pointers(void* to, const void* from, std::size_t bytes) const {
    if (!has_svm)
      throw_error(Outcome::kUnsupported,
                  "no OpenCL command copies between two host memories on '{}': it has no shared "
                  "virtual memory",
                  where);
    enqueue("clEnqueueSVMMemcpy", clEnqueueSVMMemcpy, cl_bool{CL_FALSE}, to, from, bytes);
  }
  void write(cl_mem to, const void* from, std::size_t bytes) const {
    enqueue("clEnqueueWriteBuffer", clEnqueueWriteBuffer, to, cl_bool{CL_FALSE}, kStart, bytes,
            from);
  }
  void read(void* to, cl_mem from, std::size_t bytes) const {
    enqueue("clEnqueueReadBuffer", clEnqueueReadBuffer, from, cl_bool{CL_FALSE}, kStart, bytes, to);
  }
  void* map(Buffer& buffer, cl_map_flags flags, std::size_t bytes) const;
  void unmap(Buffer& buffer, void* mapped) const {
    if (buffer.kind() != backend::MemoryKind::kMapped) return;
    check(clEnqueueUnmapMemObject(queue, buffer.device_buffer(), mapped, 0, nullptr, nullptr),
          "clEnqueueUnmapMemObject", where);
  }
};

/// In order, with profiling. Throws Error.
QueueHandle create_queue(cl_context context, cl_device_id device, const std::string& where);

/// An in-order queue with profiling: the harness's own, a user's, or that of a DeviceTimer's
/// regions.
///
/// A bracket lies between the ends of two markers. Between the first marker and the first launch
/// the device may idle for as long as the host takes to enqueue it: brackets of one launch include
/// that.
class Stream : public backend::AllocatingStream<Allocator> {
 public:
  Stream(QueueHandle queue, const backend::DeviceInfo& info, backend::MemoryUse& use);

  void finish() override { check(clFinish(queue()), "clFinish", info().name); }
  void flush() override { check(clFlush(queue()), "clFlush", info().name); }
  void mark_begin() override { begin_ = mark(); }
  void mark_end() override { end_ = mark(); }
  Seconds marked() const override;
  std::optional<std::chrono::nanoseconds> marked_at() const override {
    return std::chrono::nanoseconds(begin_->end(info().name));
  }
  std::optional<ClockReading> read_clock() override;
  Seconds reported_resolution() const override {
    return Seconds(info().timer_hertz > 0 ? 1 / info().timer_hertz : 0);
  }
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override {
    Copier{queue(), has_svm_, untimed_, info().name}.fill(as_buffer(to), pattern, bytes);
  }
  const backend::DeviceInfo& info() const noexcept override { return allocator().info; }

  cl_command_queue queue() const noexcept { return queue_.get(); }
  EventLog& events() noexcept { return events_; }
  Copier copier() { return {queue(), has_svm_, events_, info().name}; }

 private:
  Event mark() const {
    cl_event event = nullptr;
    check(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, &event), "clEnqueueMarkerWithWaitList",
          info().name);
    return Event(event);
  }

  QueueHandle queue_;
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

/// What the user may choose; see Backend::settings.
enum class HoldChoice { kAuto, kDelayKernel, kHostEvent, kOff };

/// One work-item that computes for a time. It is the way on a GPU: there a user event makes the
/// driver keep the commands in the host's memory, and submit them one by one once it is signalled.
/// It cannot block for ever, since it ends by itself.
class DelayKernel final : public backend::Hold {
 public:
  /// Builds the kernel and measures how long its steps take. Throws Error.
  explicit DelayKernel(Stream& stream);

  HoldLimits limits() const override {
    return {
        .method = HoldMethod::kDelayKernel, .most_launches = kMostLaunches, .may_overlap = true};
  }
  void close(Seconds at_least) override {
    enqueue(static_cast<std::uint64_t>(at_least.count() * steps_a_second_) + 1);
    stream_.flush();
  }
  std::optional<Seconds> duration() override;

 private:
  /// NVIDIA's queue takes 1000 launches behind a kernel that runs, and blocks before 1500. The
  /// marks, the delay and fills take places too.
  static constexpr std::int64_t kMostLaunches = 900;

  void enqueue(std::uint64_t steps);
  Seconds measure_steps(std::uint64_t steps) {
    enqueue(steps);
    stream_.finish();
    return event_->duration(stream_.info().name);
  }

  Stream& stream_;
  ProgramHandle program_;
  KernelHandle kernel_;
  MemoryHandle result_;
  double calibrated_ = 0;  ///< steps a second, when it was built
  double steps_a_second_ = 0;
  std::uint64_t steps_ = 0;  ///< of the last one
  std::optional<Event> event_;
};

inline EventHandle user_event(const Allocator& on) {
  return created<EventHandle>("clCreateUserEvent", on.info.name, clCreateUserEvent, on.context);
}

/// A user event. It is the way on a CPU, where a kernel in front would take a core.
class UserEvent final : public backend::HostHold {
 public:
  explicit UserEvent(Stream& stream) : stream_(stream) {}
  ~UserEvent() override { open(); }

 private:
  void prepare() override { event_ = user_event(stream_.allocator()); }
  void enqueue_wait() override {
    cl_event event = event_.get();
    check(clEnqueueBarrierWithWaitList(stream_.queue(), 1, &event, nullptr),
          "clEnqueueBarrierWithWaitList", stream_.allocator().info.name);
  }
  void signal() noexcept override {
    check.clean_up_twice([this] { return clSetUserEventStatus(event_.get(), CL_COMPLETE); },
                         "clSetUserEventStatus");
  }

  Stream& stream_;
  EventHandle event_;
};

/// The one that suits the device, or the one chosen. Where it cannot be had, its limits say why.
std::unique_ptr<backend::Hold> make_hold(Stream& stream, HoldChoice choice);

/// The harness's own queue: in order, with profiling.
class Queue final : public backend::StreamQueue {
 public:
  Queue(cl_context context, cl_device_id device, const backend::DeviceInfo& info,
        backend::MemoryUse& use, HoldChoice hold)
      : StreamQueue(stream_),
        stream_(create_queue(context, device, info.name), info, use),
        hold_choice_(hold) {
    use_events(stream_.events());
  }

  void launch(backend::Kernel& kernel, const backend::Range& range) override;
  void copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) override {
    stream_.copier().copy(as_buffer(to), as_buffer(from), bytes);
  }
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override {
    stream_.copier().fill(as_buffer(to), pattern, bytes);
  }
  void* native_handle() override { return stream_.queue(); }

  const Stream& stream() const noexcept { return stream_; }

 private:
  backend::Hold* hold() override {
    if (!hold_) hold_ = make_hold(stream_, hold_choice_);
    return hold_.get();
  }

  Stream stream_;
  HoldChoice hold_choice_;
  std::unique_ptr<backend::Hold> hold_;  ///< made when first asked for
};

}  // namespace tickbench::opencl
