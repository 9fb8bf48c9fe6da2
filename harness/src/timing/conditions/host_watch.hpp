// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <vector>

#include "tickbench/timed_queue.hpp"

namespace tickbench::conditions {

/// What the host's kernel says of its processors at one moment. Missing: it does not tell.
struct HostReading {
  std::chrono::nanoseconds at{};
  std::optional<double> load;     ///< runnable tasks, over the last minute
  std::optional<Seconds> waited;  ///< in which some task waited for a processor, since the start
  std::optional<Seconds> stolen;  ///< by other guests of a shared host, over all processors
  std::optional<Seconds> busy;    ///< of all processes, over all processors
  std::optional<Seconds> own;     ///< of this process
  int processors = 0;
  std::string governor;         ///< of the first processor's frequency
  std::optional<double> hertz;  ///< of the first processor
};

/// `root`: the folder above /proc and /sys; tests have one of their own.
HostReading read_host(const std::string& root, HostClock& clock);

/// How long a thread of this process ran so far, and how long it waited for a processor.
struct Thread {
  pid_t id{};
  Seconds ran{}, waited{};
};
using Threads = std::vector<Thread>;
/// Those that are there. Empty where the kernel does not tell.
Threads read_threads(const std::string& root);

/// What the threads did from one reading to the next, but for the one that asks.
struct ThreadTimes {
  Seconds ran{}, waited{};
  Seconds own_wait{};    ///< of the one that asks
  std::size_t busy = 0;  ///< how many ran for at least a fifth of what the busiest one did
};
ThreadTimes between(const Threads& begin, const Threads& end);
/// How much of a time others took at most, by what the threads did meanwhile: all waits one after
/// the other, but no more than is left beside what they ran, spread over as many processors as they
/// ran on or waited for, `most` at most. A driver wakes threads that find nothing to do: they wait
/// for a processor without need.
Seconds taken_by_others(Seconds time, const ThreadTimes& threads, std::size_t most);

/// Where the device runs on the host's processors: while one lives, the other threads of this
/// process keep to one processor each, the busiest ones to different ones. A scheduler leaves two
/// threads of a driver on one processor for seconds, now and then on a quiet machine, and where
/// others use all of them more often than not: launches then take twice as long, and no reading
/// tells parallel work from serial. Threads that have less than all processors are left as they
/// are, so a second one within the first does nothing.
class SpreadThreads {
 public:
  explicit SpreadThreads(bool is_on_processor);
  ~SpreadThreads();
  SpreadThreads(const SpreadThreads&) = delete;
  SpreadThreads& operator=(const SpreadThreads&) = delete;

 private:
  bool is_active_;
  std::vector<pid_t> left_{::gettid()};
};

/// From one reading to the next.
struct HostConditions {
  Seconds wall{};
  std::optional<double> load;      ///< at the end
  std::optional<double> pressure;  ///< part of the wall in which some task waited for a processor
  std::optional<double> others;    ///< part of the processors' time that other processes took
  std::optional<double> steal;     ///< part of the processors' time that other guests took
  int processors = 0;
  std::string governor;
  std::optional<double> hertz_begin, hertz_end;

  /// Whether anything was told.
  bool is_known() const noexcept {
    return load || pressure || others || steal || !governor.empty() || hertz_end;
  }
};
HostConditions between(const HostReading& begin, const HostReading& end);

/// From here on a row says it: pressure only where others took time as well, since a device that
/// uses all processors waits for its own threads.
inline constexpr double kMuchPressure = 0.10;
inline constexpr double kMuchForOthers = 0.05;
inline constexpr double kMuchSteal = 0.02;

}  // namespace tickbench::conditions
