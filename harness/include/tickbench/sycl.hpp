// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// It takes the user's own <sycl/sycl.hpp>: the library knows none, and tickbench.hpp does not bring
// this header.
#include <cstring>
#include <sycl/sycl.hpp>
#include <variant>

#include "tickbench/backend/device_clock.hpp"
#include "tickbench/backend/user_queue.hpp"
#include "tickbench/error.hpp"
#include "tickbench/level_zero.hpp"
#include "tickbench/opencl.hpp"

namespace tickbench::sycl {
namespace detail {

/// Calls SYCL. Throws Error for its exception: kOutOfMemory, else kDeviceError, with its words.
template <class Call>
auto checked(const char* name, const Call& call) {
  try {
    return call();
  } catch (const ::sycl::exception& failure) {
    const bool is_memory = failure.code() == ::sycl::errc::memory_allocation;
    throw Error(is_memory ? Outcome::kOutOfMemory : Outcome::kDeviceError,
                std::string("SYCL: ") + name + ": " + failure.what());
  }
}

using Submit = ::sycl::info::event_profiling::command_submit;
using Start = ::sycl::info::event_profiling::command_start;
using End = ::sycl::info::event_profiling::command_end;

/// Of an event that the queue has waited for. Throws Error (kDeviceError) where the device executed
/// nothing: the event is not complete, or without a stamp.
template <class Which>
KernelStamp stamp(const ::sycl::event& event) {
  using Status = ::sycl::info::event::command_execution_status;
  const auto status = checked("event status", [&] { return event.get_info<Status>(); });
  if (status != ::sycl::info::event_command_status::complete)
    throw Error(Outcome::kDeviceError,
                "the device executed nothing: expected a complete sycl::event after a successful "
                "wait, found status " +
                    std::to_string(static_cast<int>(status)));
  const std::uint64_t ticks =
      checked("event profiling", [&] { return event.template get_profiling_info<Which>(); });
  if (ticks == 0)
    throw Error(Outcome::kDeviceError,
                "the device executed nothing: expected a time stamp in a complete sycl::event, "
                "found 0");
  return {ticks};
}

/// SYCL's stamps are nanoseconds in 64 bits.
inline Seconds elapsed(KernelStamp start, KernelStamp end) {
  return DeviceClock::nanoseconds().elapsed(start, end);
}

inline std::chrono::nanoseconds on_time_line(KernelStamp stamp) {
  return std::chrono::nanoseconds(stamp.ticks);
}

/// Memory that displaces caches.
class Words final : public backend::Memory {
 public:
  explicit Words(std::size_t bytes) : words(::sycl::range<1>(bytes / sizeof(std::uint32_t))) {}
  std::size_t size() const noexcept override { return words.byte_size(); }
  backend::MemoryKind kind() const noexcept override { return backend::MemoryKind::kDevice; }
  void* host_pointer() noexcept override { return nullptr; }

  ::sycl::buffer<std::uint32_t> words;
};

/// Marks on a user's queue are barriers, where the implementation has them: they keep its order,
/// also behind a host task, and on a queue out of order. Else they are fills of four bytes, in
/// order.
class Stream final : public backend::Stream {
 public:
  Stream(const ::sycl::queue& queue, HostClock& host)
      : queue_(queue), host_(host), info_(describe(queue.get_device())) {}

  void finish() override {
    checked("queue::wait_and_throw", [&] { queue_.wait_and_throw(); });
  }
  void drop() noexcept override {
    try {
      queue_.wait();
    } catch (...) {
      // The failure that brought us here is told instead.
    }
  }
  void mark_begin() override { begin_ = mark(); }
  void mark_end() override { end_ = mark(); }
  Seconds marked() const override { return elapsed(stamp<End>(begin_), stamp<Closing>(end_)); }
  std::optional<std::chrono::nanoseconds> marked_at() const override {
    return on_time_line(stamp<End>(begin_));
  }
  std::optional<ClockReading> read_clock() override {
    finish();
    ClockReading reading;
    reading.host_before = host_.now();
    const auto event = mark();
    finish();
    reading.host_after = host_.now();
    reading.device = on_time_line(stamp<End>(event));
    reading.device_tick = DeviceClock::nanoseconds().tick();
    return reading;
  }
  /// SYCL states the unit of its stamps, and no step. With none stated, the gaps of noise would be
  /// taken for one.
  Seconds reported_resolution() const override { return DeviceClock::nanoseconds().tick(); }

  std::unique_ptr<backend::Memory> allocate(std::size_t bytes) override {
    return checked("buffer", [&] { return std::make_unique<Words>(bytes); });
  }
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override {
    std::uint32_t value = 0;
    std::memcpy(&value, pattern.data(), sizeof(value));
    fill(static_cast<Words&>(to).words, value, bytes / sizeof(value));
  }
  const backend::DeviceInfo& info() const noexcept override { return info_; }

#ifdef SYCL_EXT_ONEAPI_ENQUEUE_BARRIER
  static constexpr bool kMarksOrderThemselves = true;

 private:
  using Closing = End;
  ::sycl::event mark() {
    return checked("ext_oneapi_submit_barrier", [&] { return queue_.ext_oneapi_submit_barrier(); });
  }
#else
  static constexpr bool kMarksOrderThemselves = false;

 private:
  // Its own time is no part of what it closes.
  using Closing = Start;
  ::sycl::event mark() { return fill(word_, 0, 1); }
  ::sycl::buffer<std::uint32_t> word_{::sycl::range<1>(1)};
#endif

  static backend::DeviceInfo describe(const ::sycl::device& device) {
    namespace what = ::sycl::info::device;
    backend::DeviceInfo info;
    info.backend = "sycl";
    info.name = device.get_info<what::name>();
    info.vendor = device.get_info<what::vendor>();
    info.driver = device.get_info<what::driver_version>();
    info.memory = device.get_info<what::global_mem_size>();
    info.largest_allocation = device.get_info<what::max_mem_alloc_size>();
    return info;
  }
  ::sycl::event fill(::sycl::buffer<std::uint32_t>& words, std::uint32_t value, std::size_t count) {
    return checked("handler::fill", [&] {
      return queue_.submit([&](::sycl::handler& handler) {
        const ::sycl::accessor to(words, handler, ::sycl::range<1>(count), ::sycl::write_only,
                                  ::sycl::no_init);
        handler.fill(to, value);
      });
    });
  }

  ::sycl::queue queue_;
  HostClock& host_;
  backend::DeviceInfo info_;
  ::sycl::event begin_, end_;
};

/// The events that a callable returns, while a bracket is taken by them.
class Events final : public backend::EventLog {
 public:
  using Launch = std::pair<::sycl::event, ::sycl::event>;  ///< of its first and its last command

  void keep(Launch launch) {
    if (keeps_) kept_.push_back(std::move(launch));
  }
  void begin(std::int64_t launches, std::int64_t commands) override {
    kept_.clear();
    kept_.reserve(static_cast<std::size_t>(launches));
    launch_commands_ = commands;
    keeps_ = true;
  }
  void end() noexcept override {
    kept_.clear();
    keeps_ = false;
  }
  std::int64_t commands() const override {
    return static_cast<std::int64_t>(kept_.size()) * launch_commands_;
  }
  Seconds duration(std::size_t launch) const override {
    const auto& [first, last] = kept_.at(launch);
    return elapsed(stamp<Start>(first), stamp<End>(last));
  }
  /// SYCL's submission is when the host called: there is no phase before it. Nothing where the
  /// driver has no stamp of it (it is 0), or has it on another time line than the start.
  std::optional<LaunchTimes> phases(std::chrono::nanoseconds /*host_begin*/) override {
    const auto& [first, last] = kept_.front();
    const auto submit = submission(first), start = stamp<Start>(first);
    if (submit.ticks == 0 || submit.ticks > start.ticks) return std::nullopt;
    return LaunchTimes{on_time_line(submit), Seconds(0), elapsed(submit, start),
                       elapsed(start, stamp<End>(last))};
  }

 private:
  static KernelStamp submission(const ::sycl::event& event) {
    try {
      return {event.get_profiling_info<Submit>()};
    } catch (const ::sycl::exception&) {
      return {0};
    }
  }

  std::vector<Launch> kept_;
  std::int64_t launch_commands_ = 1;
  bool keeps_ = false;
};

inline std::optional<std::string> missing_profiling(const ::sycl::queue& queue) {
  if (queue.has_property<::sycl::property::queue::enable_profiling>()) return std::nullopt;
  return "it was created without sycl::property::queue::enable_profiling, so its commands get no "
         "time stamps";
}
/// `found` ends the sentence.
inline std::optional<std::string> missing_order(const ::sycl::queue& queue, const char* found) {
  if (queue.is_in_order()) return std::nullopt;
  return std::string("it was created without sycl::property::queue::in_order, ") + found;
}

/// The back end of this name in this build; null where it has none.
inline backend::Backend* back_end(std::string_view name) {
  for (auto* const built : backend::all())
    if (built->name() == name) return built;
  return nullptr;
}

/// Calls `call` with the native queue's back end and the queue; false where there is none, or this
/// build has no such back end. `Kinds` is sycl::backend: its enumerators are the implementation's.
template <class Kinds, class Call>
bool with_native(const ::sycl::queue& queue, const Call& call) {
  const Kinds kind = queue.get_backend();
  if constexpr (requires { ::sycl::get_native<Kinds::opencl>(queue); }) {
    if (auto* const own = back_end("opencl"); own != nullptr && kind == Kinds::opencl) {
      call(*own, static_cast<void*>(::sycl::get_native<Kinds::opencl>(queue)));
      return true;
    }
  }
  if constexpr (requires { ::sycl::get_native<Kinds::ext_oneapi_cuda>(queue); }) {
    if (auto* const own = back_end("cuda"); own != nullptr && kind == Kinds::ext_oneapi_cuda) {
      call(*own, static_cast<void*>(::sycl::get_native<Kinds::ext_oneapi_cuda>(queue)));
      return true;
    }
  }
  if constexpr (requires { ::sycl::get_native<Kinds::ext_oneapi_level_zero>(queue); }) {
    constexpr auto kLevelZero = Kinds::ext_oneapi_level_zero;
    if (auto* const own = back_end("level_zero"); own != nullptr && kind == kLevelZero) {
      const auto native = ::sycl::get_native<kLevelZero>(queue);
      const auto* const list = std::get_if<_ze_command_list_handle_t*>(&native);
      if (list == nullptr) return false;
      level_zero::UserList user{::sycl::get_native<kLevelZero>(queue.get_context()),
                                ::sycl::get_native<kLevelZero>(queue.get_device()), *list, nullptr};
      call(*own, static_cast<void*>(&user));
      return true;
    }
  }
  return false;
}

/// DPC++ takes CUDA's stamps as floats of milliseconds since the device was opened, which resolve
/// 4 us after a minute. The CUDA back end's own do not age.
template <class Kinds>
bool has_coarse_stamps(const ::sycl::queue& queue) {
  if constexpr (requires { Kinds::ext_oneapi_cuda; })
    return queue.get_backend() == Kinds::ext_oneapi_cuda;
  return false;
}

inline std::unique_ptr<RegionMarker> region_marker(const ::sycl::queue& queue,
                                                   HostClock& host = host_clock()) {
  auto defect = missing_profiling(queue);
  if (!defect && !Stream::kMarksOrderThemselves)
    defect =
        missing_order(queue, "and this implementation has no barrier that encloses its regions");
  if (defect)
    throw Error(Outcome::kInvalidBenchmark,
                "DeviceTimer: the device cannot time this queue: " + *defect);
  std::unique_ptr<RegionMarker> marker;
  if (has_coarse_stamps<::sycl::backend>(queue) && queue.is_in_order())
    with_native<::sycl::backend>(
        queue, [&](backend::Backend& own, void* handle) { marker = own.region_marker(handle); });
  if (marker) return marker;
  return backend::region_marker(std::make_unique<Stream>(queue, host), host);
}

}  // namespace detail

/// A queue of the caller's own, to be measured on: by marks in it, and by the events that a
/// callable returns (`with_events`). On CUDA, where SYCL's stamps are coarse, by the CUDA back
/// end's marks alone, if the implementation hands out the stream. Throws Error (kInvalidBenchmark)
/// naming what is wrong with the queue: no enable_profiling, or no in_order; with
/// Untimed::kHostTime such a queue is timed by the host and labelled so.
///
///     sycl::queue queue({sycl::property::queue::in_order{},
///                        sycl::property::queue::enable_profiling{}});
///     const auto timed = tickbench::sycl::timed_queue(queue);
///     state.measure(*timed, timed->with_events([&] { return queue.parallel_for(n, kernel); }));
class TimedQueue final : public tickbench::TimedQueue {
 public:
  explicit TimedQueue(const ::sycl::queue& queue, Untimed untimed = Untimed::kRefuse,
                      HostClock& host = host_clock()) {
    auto defect = detail::missing_order(queue, "where two marks enclose nothing");
    if (!defect) defect = detail::missing_profiling(queue);
    if (defect && untimed == Untimed::kRefuse)
      throw Error(Outcome::kInvalidBenchmark, "the device cannot time this queue: " + *defect +
                                                  "; ask for Untimed::kHostTime to take the host's "
                                                  "time");
    if (!defect && detail::has_coarse_stamps<::sycl::backend>(queue))
      detail::with_native<::sycl::backend>(
          queue, [&](backend::Backend& own, void* handle) { queue_ = own.timed_queue(handle); });
    if (queue_) return;
    events_ = std::make_shared<detail::Events>();
    queue_ = backend::user_queue(std::make_unique<detail::Stream>(queue, host), !defect,
                                 events_.get(), host);
  }

  /// For `state.measure`, by events: a callable that returns the sycl::event of its one command, or
  /// the pair of its first and its last command. One that submits more is measured without this.
  template <class Enqueue>
  Work with_events(Enqueue enqueue) const {
    using Result = std::invoke_result_t<Enqueue&>;
    constexpr bool kReturnsEvent = std::is_same_v<Result, ::sycl::event>;
    static_assert(kReturnsEvent || std::is_same_v<Result, detail::Events::Launch>,
                  "expected a callable that returns a sycl::event, or a std::pair of them");
    const auto keep = [events = events_, enqueue = std::move(enqueue)]() mutable {
      auto result = enqueue();
      if (!events) return;
      if constexpr (kReturnsEvent)
        events->keep({result, result});
      else
        events->keep(std::move(result));
    };
    return {keep, events_ ? (kReturnsEvent ? 1 : 2) : 0, {}};
  }

  Bracket run(const Work& work, const BracketRequest& request) override {
    return queue_->run(work, request);
  }
  std::unique_ptr<OpenBracket> open(const Work& work, const BracketRequest& request) override {
    return queue_->open(work, request);
  }
  bool supports(TimeMethod method, const Work& work) const override {
    return queue_->supports(method, work);
  }
  std::optional<ClockReading> read_clock() override { return queue_->read_clock(); }
  Seconds reported_resolution() const override { return queue_->reported_resolution(); }
  HoldLimits hold_limits(const Work& work, bool displaces) override {
    if (events_) return {.why_not = "marks of SYCL's own; a sycl::native_timed_queue is held"};
    return queue_->hold_limits(work, displaces);
  }
  std::string device_name() const override { return queue_->device_name(); }
  /// Of a native queue: SYCL's own is of no back end.
  const backend::DeviceInfo* device_info() const override {
    return events_ ? nullptr : queue_->device_info();
  }

 private:
  std::shared_ptr<detail::Events> events_;  ///< null: the native queue has its own
  std::unique_ptr<tickbench::TimedQueue> queue_;
};

inline std::unique_ptr<TimedQueue> timed_queue(const ::sycl::queue& queue,
                                               Untimed untimed = Untimed::kRefuse) {
  return std::make_unique<TimedQueue>(queue, untimed);
}

/// The native queue underneath, as its own back end's `timed_queue` measures it: OpenCL's, CUDA's,
/// or an immediate command list of Level Zero. Its marks do not know SYCL's order: they enclose
/// neither what follows a host task nor what the implementation gives to another list. Throws
/// Error: kInvalidBenchmark as `timed_queue` does, kUnsupported where there is no such queue.
inline std::unique_ptr<tickbench::TimedQueue> native_timed_queue(const ::sycl::queue& queue) {
  auto defect = detail::missing_order(queue, "where two marks enclose nothing");
  if (!defect) defect = detail::missing_profiling(queue);
  if (defect)
    throw Error(Outcome::kInvalidBenchmark, "the device cannot time this queue: " + *defect);
  std::unique_ptr<tickbench::TimedQueue> timed;
  detail::with_native<::sycl::backend>(
      queue, [&](backend::Backend& own, void* handle) { timed = own.timed_queue(handle); });
  if (timed) return timed;
  throw Error(Outcome::kUnsupported,
              "expected a queue of OpenCL or CUDA, or an immediate list of Level Zero, that this "
              "SYCL implementation hands out and this build of tickbench has a back end for; found "
              "none behind the sycl::queue on '" +
                  queue.get_device().get_info<::sycl::info::device::name>() + "'");
}

}  // namespace tickbench::sycl

namespace tickbench {

template <>
struct NativeQueue<::sycl::queue> {
  static std::unique_ptr<TimedQueue> timed_queue(const ::sycl::queue& queue) {
    return sycl::timed_queue(queue);
  }
  static std::unique_ptr<RegionMarker> region_marker(const ::sycl::queue& queue) {
    return sycl::detail::region_marker(queue);
  }
};

}  // namespace tickbench
