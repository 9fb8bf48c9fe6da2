// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <span>
#include <utility>
#include <vector>

#include "base/non_copyable.hpp"
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

/// How long a thread of this process ran so far, how long it waited for a processor, and how often
/// it got one.
struct Thread {
  pid_t id{};
  Seconds ran{}, waited{};
  double turns = 0;
};
using Threads = std::vector<Thread>;
/// Those that are there. Empty where the kernel does not tell.
Threads read_threads(const std::string& root);

/// What the threads did from one reading to the next, but for the one that asks.
struct ThreadTimes {
  Seconds ran{}, waited{};
  double turns = 0;
  Seconds own_wait{};    ///< of the one that asks
  std::size_t busy = 0;  ///< how many ran for at least a fifth of what the busiest one did
};
ThreadTimes between(const Threads& begin, const Threads& end);
/// Which of them ran, those that ran for longest first.
std::vector<pid_t> working_threads(const Threads& begin, const Threads& end);
/// How much of a time others took at most, by what the threads did meanwhile: all waits one after
/// the other, but no more than is left beside what they ran, `at_once` of them at once. Drivers
/// wake threads that find nothing to do: they wait for a processor without need.
Seconds taken_by_others(Seconds time, const ThreadTimes& threads, std::size_t at_once);

/// While one lives, each of some threads of this process keeps to one processor, and no two to the
/// same. A scheduler leaves two threads of a driver on one processor for seconds, now and then on a
/// quiet machine, and where others use all of them more often than not: launches then take twice as
/// long, and no reading tells parallel work from serial. Where processors are of several kinds, and
/// where a thread has less than all of them, the scheduler places them as before.
class SpreadThreads : private NonCopyable {
 public:
  /// The first of `threads`, as many as there are processors.
  explicit SpreadThreads(std::span<const pid_t> threads);
  ~SpreadThreads();

 private:
  std::vector<std::size_t> all_;                                    ///< processors
  std::vector<std::pair<pid_t, std::vector<std::size_t>>> placed_;  ///< threads, and theirs
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
