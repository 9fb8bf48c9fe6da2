// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tickbench/device.hpp"
#include "tickbench/device_timer.hpp"
#include "tickbench/error.hpp"
#include "tickbench/verification.hpp"

namespace tickbench {

/// Uniform values: floats in [-1, 1), integers over their whole range. The same for the same n and
/// the same place in the benchmark's body, in every run.
template <class T>
std::vector<T> random(std::size_t n);

/// Which CPU implementation a reference is.
enum class Reference { kTbb, kSerial };
inline constexpr Reference tbb = Reference::kTbb;
inline constexpr Reference serial = Reference::kSerial;

/// What a launch writes, and how to reach it: `out(buffer)` or `inout(buffer)`, or callbacks of
/// your own for memory that is not a tickbench::Buffer.
struct Output {
  ElementType type;
  std::size_t count = 0;
  bool is_inout = false;
  std::function<void(std::span<std::byte>)> read;         ///< blocking
  std::function<void(std::span<const std::byte>)> write;  ///< blocking
};

/// Wholly written by the launch: poisoned before the checked launch.
template <class T>
Output out(Buffer<T>& buffer);
/// Read and written: restored to its contents before the checked launch and after it. Must stay
/// finite under a million launches.
template <class T>
Output inout(Buffer<T>& buffer);

namespace detail {

template <class T>
inline constexpr bool kIsFill = false;
template <class T>
inline constexpr bool kIsFill<std::function<void(std::span<T>)>> = !std::is_const_v<T>;

/// Whether a callable is a void(std::span<T>), which tells T.
template <class Function>
constexpr bool is_fill() {
  if constexpr (requires(Function f) { std::function(std::move(f)); })
    return kIsFill<decltype(std::function(std::declval<Function>()))>;
  else
    return false;
}

}  // namespace detail

/// What a benchmark's body works with. It runs once a repetition and owns its buffers.
class State {
 public:
  class Impl;
  explicit State(Impl& impl) : impl_(&impl) {}

  std::int64_t range(std::size_t index = 0) const;
  /// Opened at the first call in the process.
  Device& device();

  /// Of one launch: what is moved and computed. Rates and the fraction of the peak come from these.
  State& reads(double bytes);
  State& writes(double bytes);
  State& flops(double operations);
  State& items(double count);
  /// A counter of your own, added to Google Benchmark's.
  State& counter(const std::string& name, double value);

  /// A CPU implementation with the signature void(std::span<T> out). The first one stated gives the
  /// expected values; all are timed next to the device. It writes into memory that is already
  /// touched.
  template <class T>
  void reference(Reference which, std::function<void(std::span<T>)> run);
  template <class Function>
  void reference(Reference which, Function run) {
    static_assert(detail::is_fill<Function>(),
                  "expected a void(std::span<T> out), T not const, and no generic lambda");
    if constexpr (detail::is_fill<Function>()) reference(which, std::function(std::move(run)));
  }
  /// Expected values that are not a reference to be timed.
  template <class T>
  void expect(std::function<void(std::span<T>)> fill);
  template <class Function>
  void expect(Function fill) {
    static_assert(detail::is_fill<Function>(),
                  "expected a void(std::span<T> out), T not const, and no generic lambda");
    if constexpr (detail::is_fill<Function>()) expect(std::function(std::move(fill)));
  }

  /// Runs the launch once and compares every element with the reference. Once a benchmark: the
  /// outcome is kept for later repetitions. Throws Error, which ends the benchmark.
  void verify(const Launch& launch, const Output& output, const Tolerance& tolerance);
  /// The same for code of your own: `run` does one launch and waits.
  void verify(const std::function<void()>& run, const Output& output, const Tolerance& tolerance);
  /// For a benchmark that computes nothing; `why` is printed.
  void nothing_to_check(std::string_view why);

  /// Times the launch. Once in a body, after the check.
  void measure(const Launch& launch);
  /// Times what `enqueue` puts onto the device's own in-order queue: one launch a call.
  void measure(const std::function<void(_cl_command_queue*)>& enqueue);
  void measure(const std::function<void(_ze_command_list_handle_t*)>& enqueue);
  /// Times what `enqueue` puts onto a queue of yours (see opencl::timed_queue). `device()` is not
  /// opened.
  void measure(TimedQueue& queue, const std::function<void()>& enqueue);

  /// Ends the body: the benchmark does not apply here. Throws Error (kUnsupported).
  [[noreturn]] void skip(const std::string& why);

 private:
  void add_reference(Reference which, ElementType type,
                     std::function<void(std::span<std::byte>)> run);
  void set_expected(ElementType type, std::function<void(std::span<std::byte>)> fill);
  Impl* impl_;
};

/// What TICKBENCH returns: Google Benchmark's own names and meanings, for what applies to a device.
/// Each combination of arguments is one benchmark, on every enabled back end.
// NOLINTBEGIN(readability-identifier-naming): the names are Google Benchmark's.
class Registration {
 public:
  using Body = std::function<void(State&)>;
  Registration(std::string name, Body body, bool is_optimised = true);

  Registration* Arg(std::int64_t value);
  Registration* Args(const std::vector<std::int64_t>& values);
  Registration* Range(std::int64_t low, std::int64_t high);
  Registration* Ranges(const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges);
  Registration* DenseRange(std::int64_t low, std::int64_t high, int step = 1);
  Registration* ArgsProduct(const std::vector<std::vector<std::int64_t>>& lists);
  Registration* RangeMultiplier(int multiplier);
  Registration* ArgName(const std::string& name);
  Registration* ArgNames(const std::vector<std::string>& names);
  Registration* Name(const std::string& name);  ///< instead of the function's name
  Registration* Unit(benchmark::TimeUnit unit);
  Registration* Repetitions(int count);
  Registration* ReportAggregatesOnly(bool value = true);
  Registration* DisplayAggregatesOnly(bool value = true);
  Registration* MinTime(double seconds);  ///< the least measured device time
  Registration* MinWarmUpTime(double seconds);
  Registration* Iterations(std::int64_t samples);  ///< exactly so many samples
  Registration* Apply(void (*change)(Registration*));
  /// Arguments whose first value is at least this are registered only with --tickbench_large: for
  /// sizes that would take too long on a small device. Where it stands in the chain does not
  /// matter.
  Registration* LargeFrom(std::int64_t first);
  /// Only on these back ends; default: all.
  Registration* Backends(const std::vector<std::string>& names);

  struct Description;
  const Description& description() const noexcept { return *description_; }

 private:
  std::shared_ptr<Description> description_;
};
// NOLINTEND(readability-identifier-naming)

/// Registers without touching a device. The pointer stays valid for the life of the program.
/// `is_optimised`: whether the compiler was asked to; speed-ups over a reference that it was not
/// are noted as such.
Registration* register_benchmark(const std::string& name, Registration::Body body,
                                 bool is_optimised = true);

/// The whole of a suite's main: flags, devices, measurements, reports. Returns the exit status.
int run(int argc, char** argv);

#ifdef __OPTIMIZE__
#define TICKBENCH_IS_OPTIMISED true
#else
#define TICKBENCH_IS_OPTIMISED false
#endif
#define TICKBENCH_JOIN_(a, b) a##b
#define TICKBENCH_JOIN(a, b) TICKBENCH_JOIN_(a, b)
// NOLINTBEGIN(bugprone-macro-parentheses): a declaration cannot stand in parentheses.
/// Registers a function, a void(tickbench::State&), under its name in snake_case. An instance of a
/// template keeps its arguments as written: TICKBENCH(Fill<int, 4>) is `fill<int, 4>`.
#define TICKBENCH(...)                                                                \
  [[maybe_unused]] static ::tickbench::Registration* TICKBENCH_JOIN(tickbench_entry_, \
                                                                    __COUNTER__) =    \
      ::tickbench::register_benchmark(#__VA_ARGS__, __VA_ARGS__, TICKBENCH_IS_OPTIMISED)
// NOLINTEND(bugprone-macro-parentheses)

// Templates' bodies.

template <class T>
Output out(Buffer<T>& buffer) {
  return {element_type<T>(), buffer.size(), false,
          [&buffer](std::span<std::byte> to) {
            const auto values = buffer.read();
            const auto bytes = std::as_bytes(std::span(values));
            std::copy(bytes.begin(), bytes.end(), to.begin());
          },
          [&buffer](std::span<const std::byte> from) {
            buffer.write(std::span(reinterpret_cast<const T*>(from.data()), buffer.size()));
          }};
}
template <class T>
Output inout(Buffer<T>& buffer) {
  auto result = out(buffer);
  result.is_inout = true;
  return result;
}
template <class T>
void State::reference(Reference which, std::function<void(std::span<T>)> run) {
  add_reference(which, element_type<T>(), [run = std::move(run)](std::span<std::byte> out) {
    run(std::span(reinterpret_cast<T*>(out.data()), out.size() / sizeof(T)));
  });
}
template <class T>
void State::expect(std::function<void(std::span<T>)> fill) {
  set_expected(element_type<T>(), [fill = std::move(fill)](std::span<std::byte> out) {
    fill(std::span(reinterpret_cast<T*>(out.data()), out.size() / sizeof(T)));
  });
}

}  // namespace tickbench
