// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "tickbench/seconds.hpp"
#include "tickbench/timed_queue.hpp"

/// Behind timer.hpp: what needs nothing of Google Benchmark.
namespace tickbench {

struct TimerOptions {
  Seconds budget{0.5};      ///< wall time of sampling, a mode
  double precision = 0.01;  ///< half width of the 95 % interval over the median
  bool cold_cache = false;  ///< the device's caches are displaced before each iteration
};

/// Adds what Google Benchmark's JSON has no field for to the rows of `timed` in the file of
/// --benchmark_out: under `device_time` the device, the method, the interval and the samples. A
/// program calls it behind `benchmark::RunSpecifiedBenchmarks`. Returns the number of rows; 0
/// without such a file. Throws std::exception where it cannot be read or written.
std::size_t add_device_times();

namespace detail {

using MakeTimedQueue = std::function<std::unique_ptr<TimedQueue>()>;

/// Of one iteration.
struct IterationTimes {
  Seconds time{};  ///< the row's
  Seconds isolated{};
  Seconds host{};
  double noise = 0;
  std::int64_t samples = 0;
  bool is_held = false;  ///< `time` is
  std::string label;     ///< "not held: ", or what is wrong with held brackets; empty: nothing
  std::string details;   ///< an object of JSON
};

/// For `add_device_times`.
void keep_for_results(std::int64_t iterations, const IterationTimes& times);

/// Measures the body of a loop, which runs wherever `next` returns true.
class LoopMeasurement {
 public:
  /// `key` is the same for all calls that Google Benchmark makes of one benchmark. It calls with 1,
  /// 10, 100 and so on iterations until their time is long enough; calls after the first one check
  /// what that measured, and take few samples.
  LoopMeasurement(const MakeTimedQueue& make_queue, const TimerOptions& options,
                  const std::string& key, std::int64_t iterations);
  ~LoopMeasurement();

  /// Throws Error.
  bool next();
  /// Once `next` has returned false.
  const IterationTimes& times() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Measures iterations one by one, and never asks for more.
class IterationMeasurement {
 public:
  IterationMeasurement(const MakeTimedQueue& make_queue, const TimerOptions& options);
  ~IterationMeasurement();

  // Throw Error.
  void begin();
  Seconds end();
  /// The iterations so far that were held.
  std::int64_t held() const;
  /// Behind the last iteration; empty: all were held. Throws Error where they took the queue no
  /// longer than nothing does.
  std::string judge();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace detail
}  // namespace tickbench
