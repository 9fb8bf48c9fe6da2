// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

#include "tickbench/timed_queue.hpp"

namespace tickbench {

class RegionMarker;

/// What `State::measure`, `DeviceTimer` and `timed_queue` look up by the type of a driver's own
/// handle. The public header of a back end specialises it for its handles, as far as it has these:
///
///     template <>
///     struct NativeQueue<CUstream_st*> {
///       static constexpr std::string_view kBackend = "cuda";  // gives it as its native_handle()
///       static std::unique_ptr<TimedQueue> timed_queue(CUstream_st* stream);
///       static std::unique_ptr<RegionMarker> region_marker(CUstream_st* stream);
///     };
template <class Handle>
struct NativeQueue;

template <class Handle>
concept TimedHandle = requires(const Handle& handle) {
  { NativeQueue<Handle>::timed_queue(handle) } -> std::same_as<std::unique_ptr<TimedQueue>>;
};
template <class Handle>
concept RegionHandle = requires(const Handle& handle) {
  { NativeQueue<Handle>::region_marker(handle) } -> std::same_as<std::unique_ptr<RegionMarker>>;
};

/// A queue of the caller's own, to be measured on, as the back end's function of this name says.
template <TimedHandle Handle>
std::unique_ptr<TimedQueue> timed_queue(const Handle& handle) {
  return NativeQueue<Handle>::timed_queue(handle);
}

namespace detail {

template <class Function>
struct OnlyArgument;
template <class Result, class Argument>
struct OnlyArgument<std::function<Result(Argument)>> {
  using Type = std::remove_cvref_t<Argument>;
};

/// The handle that a callable takes: a lambda, a function, a std::function; no generic lambda.
template <class Function>
using HandleTaken = typename OnlyArgument<decltype(std::function(std::declval<Function>()))>::Type;

}  // namespace detail

/// A callable that takes the handle of a back end's own queue.
template <class Function>
concept TakesNativeHandle = requires {
  { NativeQueue<detail::HandleTaken<Function>>::kBackend } -> std::convertible_to<std::string_view>;
};

/// What a callable does that enqueues:
///
///     state.measure(tickbench::async, [&](cl_command_queue queue) { ... });
enum class Enqueuing {
  /// Neither synchronises nor makes a call that blocks, such as a copy of pageable memory or a
  /// free: its brackets are held as a kernel's are. If it waits all the same, it waits for the
  /// hold: its brackets are found not to be fed, and taken again without one.
  kAsync,
  /// Waits for the device, allocates, or uses several queues of the device: its time goes from a
  /// mark before it to a mark behind it, with the host's gaps. Nothing that it enqueues elsewhere
  /// may be unfinished when it returns.
  kWaits,
  kUnstated,  ///< only enqueues, and promises nothing: its brackets are not held
};
inline constexpr Enqueuing async = Enqueuing::kAsync;
inline constexpr Enqueuing waits = Enqueuing::kWaits;

template <TakesNativeHandle Function>
struct NeverWaits {
  Function enqueue;
};
template <TakesNativeHandle Function>
[[deprecated("state.measure(tickbench::async, enqueue)")]] NeverWaits<Function> never_waits(
    Function enqueue) {
  return {std::move(enqueue)};
}

}  // namespace tickbench
