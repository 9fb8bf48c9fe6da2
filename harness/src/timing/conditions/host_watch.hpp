// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// How long threads of this process ran, and how long they waited for a processor; and how long the
/// one that asks did.
struct ThreadTimes {
  Seconds ran{}, waited{}, own_wait{};
};
/// So far, of the threads that are there. Nothing where the kernel does not tell.
std::optional<ThreadTimes> read_threads(const std::string& root);
/// How much of a time others took at most, by what the threads did meanwhile: all waits one after
/// the other, but no more than is left beside what they ran, spread over as many processors as they
/// ran on or waited for.
Seconds taken_by_others(Seconds time, const ThreadTimes& threads, unsigned processors);

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
