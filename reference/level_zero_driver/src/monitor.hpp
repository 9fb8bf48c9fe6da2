// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>

namespace zecpu {

/// The one lock behind everything that can be waited for: events, fences, queues and the loss of
/// the device. One instead of one each, since a wait may be for several of them, and each wait must
/// also end when the device is lost.
class Monitor {
 public:
  static constexpr std::uint64_t kForever = UINT64_MAX;

  /// Changes what others wait for, and wakes them.
  template <class Change>
  void change(Change&& change) {
    {
      const std::lock_guard lock(mutex_);
      change();
    }
    changed_.notify_all();
  }

  /// Waits until `holds`, evaluated under the lock; false when the time is over or a stop is
  /// requested.
  template <class Predicate>
  bool wait(std::uint64_t timeout_ns, const std::stop_token& stop, Predicate holds) {
    std::unique_lock lock(mutex_);
    if (timeout_ns == 0) return holds();
    // A time-out of years is none: adding it to the clock would overflow.
    static constexpr std::uint64_t kYearNs = 31'536'000'000'000'000;
    if (timeout_ns > kYearNs) return changed_.wait(lock, stop, holds);
    return changed_.wait_until(
        lock, stop, std::chrono::steady_clock::now() + std::chrono::nanoseconds(timeout_ns), holds);
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
};

}  // namespace zecpu
