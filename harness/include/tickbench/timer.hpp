// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#if __cplusplus < 202002L
#error "tickbench/timer.hpp: expected C++20 or later (-std=c++20)"
#endif

#include <benchmark/benchmark.h>

#include <any>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tickbench/cuda.hpp"
#include "tickbench/error.hpp"
#include "tickbench/level_zero.hpp"
#include "tickbench/native_queue.hpp"
#include "tickbench/opencl.hpp"
#include "tickbench/timer/measurement.hpp"
#include "tickbench/vulkan.hpp"

/// The device's clock in a benchmark of Google Benchmark's, with its own `main`.
namespace tickbench {

namespace detail {

// Templates, since older versions of Google Benchmark lack some of these calls.
template <class State>
bool is_skipped(const State& state) {
  if constexpr (requires { state.skipped(); })
    return state.skipped();
  else
    return state.error_occurred();
}

/// Clang has no std::source_location before version 16.
struct CallSite {
  const char* file;
  const char* function;
  unsigned line;
  static constexpr CallSite current(const char* file = __builtin_FILE(),
                                    const char* function = __builtin_FUNCTION(),
                                    unsigned line = __builtin_LINE()) {
    return {file, function, line};
  }
};

template <class State>
std::string loop_key(const State& state, const CallSite& site) {
  std::string key = std::string(site.file) + ':' + std::to_string(site.line) + ':' + site.function;
  if constexpr (requires { state.name(); }) key += ':' + std::string(state.name());
  return key;
}

/// Makes a failure the row's. A row is one line.
template <class State>
void end_by(State& state, const std::exception& failure) {
  if (is_skipped(state)) return;
  const auto* const error = dynamic_cast<const Error*>(&failure);
  const auto outcome = error != nullptr ? error->outcome() : Outcome::kDeviceError;
  const std::string_view message = failure.what();
  const auto text =
      std::string(to_string(outcome)) + ": " + std::string(message.substr(0, message.find('\n')));
  if constexpr (requires { state.SkipWithMessage(text); })
    if (is_skip(outcome)) return state.SkipWithMessage(text);
  state.SkipWithError(text.c_str());
}

/// Of this thread: the State of the loop over `timed` that runs.
inline const benchmark::State*& running_loop() {
  thread_local const benchmark::State* running = nullptr;
  return running;
}

/// What `timed` gives to a range-for.
class TimedLoop {
 public:
  TimedLoop(benchmark::State& state, MakeTimedQueue make_queue, const TimerOptions& options,
            const CallSite& site)
      : state_(state),
        make_queue_(std::move(make_queue)),
        options_(options),
        key_(loop_key(state, site)) {}
  /// The body may have left it: by `break`, by `return`, or by an exception.
  ~TimedLoop() {
    if (!measurement_) return;
    end_measurement();
    if (std::uncaught_exceptions() > exceptions_) {
      // Whoever catches it may name it: the first error of a row is the one that is shown.
      take_iterations();
      state_.SetIterationTime(std::numeric_limits<double>::infinity());
      state_.SetLabel("left by an exception");
      return;
    }
    fail(Error(Outcome::kInvalidBenchmark,
               "expected a loop that runs to its end, found a body that left it"));
  }

  struct [[maybe_unused]] Iteration {};
  struct End {};
  struct Iterator {
    TimedLoop* loop;
    bool operator!=(End /*end*/) const { return loop->next(); }
    Iterator& operator++() { return *this; }
    Iteration operator*() const { return {}; }
  };
  Iterator begin() {
    start();
    return {this};
  }
  static End end() { return {}; }

 private:
  void start() {
    try {
      if (state_.iterations() != 0)
        throw Error(Outcome::kInvalidBenchmark,
                    "expected one loop for each call of a benchmark, found a second one, or one "
                    "within another");
      has_iterations_ = true;
      if (state_.threads() != 1)
        throw Error(
            Outcome::kInvalidBenchmark,
            "expected a benchmark of one thread, found one of " + std::to_string(state_.threads()));
      if (!state_.KeepRunningBatch(state_.max_iterations)) {
        has_iterations_ = false;
        return;
      }
      measurement_.emplace(make_queue_, options_, key_, state_.max_iterations);
      running_loop() = &state_;
    } catch (const std::exception& failure) {
      fail(failure);
    }
  }
  bool next() {
    if (!measurement_) return false;
    if (!is_skipped(state_)) try {
        if (measurement_->next()) return true;
        report(measurement_->times());
      } catch (const std::exception& failure) {
        fail(failure);
      }
    end_measurement();
    return false;
  }
  void end_measurement() {
    measurement_.reset();
    running_loop() = nullptr;
  }
  void report(const IterationTimes& times) {
    const std::pair<const char*, double> counters[] = {
        {"isolated_time", times.isolated.count()},
        {"host_time", times.host.count()},
        {"held", times.is_held ? 1 : 0},
        {"noise", times.noise},
        {"samples", static_cast<double>(times.samples)}};
    for (const auto& [name, value] : counters)
      if (!state_.counters.emplace(name, value).second)
        throw Error(Outcome::kInvalidBenchmark,
                    "expected no counter of the benchmark's own named '" + std::string(name) + "'");
    state_.SetIterationTime(times.time.count() * static_cast<double>(state_.max_iterations));
    keep_for_results(state_.max_iterations, times);
    if (!times.label.empty()) state_.SetLabel(times.label.c_str());
    take_iterations();
  }
  /// Google Benchmark ends the program where repetitions differ in their iterations.
  void fail(const std::exception& failure) {
    if (!is_skipped(state_)) take_iterations();
    end_by(state_, failure);
  }
  /// All that are left. Google Benchmark ends the program where it is asked once more.
  void take_iterations() {
    if (!std::exchange(has_iterations_, false)) return;
    while (state_.KeepRunningBatch(state_.max_iterations)) {
    }
  }

  benchmark::State& state_;
  MakeTimedQueue make_queue_;
  TimerOptions options_;
  std::string key_;
  int exceptions_ = std::uncaught_exceptions();
  bool has_iterations_ = false;  ///< Google Benchmark's are not yet finished
  std::optional<LoopMeasurement> measurement_;
};

/// The counters that an IterationTimer keeps. The first one tells a State from one that was in its
/// place, and an iteration without a timer from the others.
inline constexpr const char *kTimedIterations = "timed_iterations",
                            *kHeldIterations = "held_iterations";

/// Of this thread: the iterations of one loop share it. A loop that is left early leaves its own,
/// which is never destroyed: the queue may be gone by then.
struct SharedMeasurement {
  const benchmark::State* state = nullptr;
  std::int64_t iterations = 0;  ///< of the loop
  std::any queue;
  std::int64_t ended = 0;
  std::unique_ptr<IterationMeasurement> measurement;

  /// Its State is gone: an error of the row comes too late.
  void require_finished() const {
    if (measurement)
      std::fprintf(stderr,
                   "tickbench: expected a timer in each iteration of a benchmark, and no `break`; "
                   "found %lld of %lld iterations timed: the row's time is wrong\n",
                   static_cast<long long>(ended), static_cast<long long>(iterations));
  }
};
inline SharedMeasurement& shared_measurement() {
  static thread_local auto* const shared = new SharedMeasurement;
  struct AtExit {
    ~AtExit() { shared->require_finished(); }
  };
  thread_local const AtExit at_exit;
  return *shared;
}

}  // namespace detail

/// The iterations of a benchmark that enqueues on `queue`, timed by the device:
///
///     void Sum(benchmark::State& state) {
///       for (auto _ : tickbench::timed(state, stream)) sum<<<grid, block, 0, stream>>>(x, y);
///     }
///     BENCHMARK(Sum)->UseManualTime();
///
/// The body runs as often as the measurement needs, in the place of the iterations that Google
/// Benchmark asks for. Its time is that of one iteration. A body that waits for nothing is timed in
/// held brackets of many iterations, one that waits in brackets of one. What makes the time
/// worthless is the row's error: an implausible time, a broken clock, a body that enqueues nothing,
/// unless it waits or takes 20 ms.
template <TimedHandle Handle>
detail::TimedLoop timed(benchmark::State& state, const Handle& queue,
                        const TimerOptions& options = {},
                        const detail::CallSite& site = detail::CallSite::current()) {
  return {state, [queue] { return timed_queue(queue); }, options, site};
}
/// The same on a queue that a function makes, such as `sycl::native_timed_queue`.
inline detail::TimedLoop timed(benchmark::State& state, detail::MakeTimedQueue make_queue,
                               const TimerOptions& options = {},
                               const detail::CallSite& site = detail::CallSite::current()) {
  return {state, std::move(make_queue), options, site};
}

/// For a loop that stays as it is: the device time from here to the end of the scope becomes the
/// manual time of this iteration. One a scope, on one queue a benchmark.
///
///     for (auto _ : state) {
///       tickbench::IterationTimer timer(state, stream);
///       sum<<<grid, block, 0, stream>>>(x, y);
///     }
class IterationTimer {
 public:
  template <TimedHandle Handle>
  [[nodiscard]] IterationTimer(benchmark::State& state, const Handle& queue,
                               const TimerOptions& options = {})
      : state_(state) {
    if (detail::is_skipped(state)) return;
    auto& shared = detail::shared_measurement();
    try {
      if (state.threads() != 1)
        throw Error(Outcome::kInvalidBenchmark, "expected a benchmark of one thread");
      if (detail::running_loop() == &state)
        throw Error(Outcome::kInvalidBenchmark,
                    "expected a timer within Google Benchmark's loop, found one within `timed`");
      if (state.counters.emplace(detail::kTimedIterations, 0).second) {
        shared.require_finished();
        static_cast<void>(shared.measurement.release());
        shared = {&state, state.max_iterations, queue, 0, nullptr};
        shared.measurement = std::make_unique<detail::IterationMeasurement>(
            [&queue] { return timed_queue(queue); }, options);
      }
      const auto* const same = std::any_cast<Handle>(&shared.queue);
      if (shared.state != &state || !shared.measurement || same == nullptr || !(*same == queue))
        throw Error(Outcome::kInvalidBenchmark,
                    "expected one timer in each iteration, on the same queue, found another one, "
                    "or one behind an exception");
      shared.measurement->begin();
    } catch (const std::exception& failure) {
      end_by(failure);
    }
  }
  IterationTimer(const IterationTimer&) = delete;
  IterationTimer& operator=(const IterationTimer&) = delete;
  ~IterationTimer() {
    auto& shared = detail::shared_measurement();
    if (shared.state != &state_ || !shared.measurement) return;
    // An iteration that an exception leaves has no time.
    if (std::uncaught_exceptions() > exceptions_ || detail::is_skipped(state_)) {
      shared = {};
      return;
    }
    try {
      state_.SetIterationTime(shared.measurement->end().count());
      state_.counters[detail::kTimedIterations] = static_cast<double>(++shared.ended);
      state_.counters[detail::kHeldIterations] = static_cast<double>(shared.measurement->held());
      if (shared.ended < shared.iterations) return;
      // The last one: what it holds of the queue is freed while the benchmark has it.
      const auto label = std::exchange(shared, {}).measurement->judge();
      if (!label.empty()) state_.SetLabel(label.c_str());
    } catch (const std::exception& failure) {
      end_by(failure);
    }
  }

 private:
  void end_by(const std::exception& failure) {
    detail::shared_measurement() = {};
    detail::end_by(state_, failure);
  }

  benchmark::State& state_;
  int exceptions_ = std::uncaught_exceptions();
};

}  // namespace tickbench
