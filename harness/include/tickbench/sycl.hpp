// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// It takes the user's own <sycl/sycl.hpp>: the library knows none, and tickbench.hpp does not bring
// this header.
#include <variant>

#include "tickbench/level_zero.hpp"
#include "tickbench/opencl.hpp"
#include "tickbench/sycl/stream.hpp"

namespace tickbench::sycl {
namespace detail {

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
