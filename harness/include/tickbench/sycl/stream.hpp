// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <sycl/sycl.hpp>

#include "tickbench/backend/device_clock.hpp"
#include "tickbench/backend/user_queue.hpp"
#include "tickbench/error.hpp"

/// How a SYCL queue is timed. Programs include tickbench/sycl.hpp.
namespace tickbench::sycl::detail {

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

}  // namespace tickbench::sycl::detail
