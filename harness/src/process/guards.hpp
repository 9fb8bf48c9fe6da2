// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "tickbench/seconds.hpp"

namespace tickbench::process {

/// While it lives, a call of exit (a benchmark's, or a driver's that it calls) runs `on_exit`,
/// which is expected to leave the process by other means. One at a time.
///
/// `on_exit` runs on the thread that called exit, after the destructors of static objects
/// that were made later than the first guard.
class ExitGuard {
 public:
  explicit ExitGuard(std::function<void()> on_exit);
  ~ExitGuard();
  ExitGuard(const ExitGuard&) = delete;
  ExitGuard& operator=(const ExitGuard&) = delete;

 private:
  static void at_exit();

  std::function<void()> on_exit_;
  pid_t process_;
};

/// Ends a benchmark that hangs inside a driver, where no other thread can reach it (clFinish takes
/// no time-out). `on_expiry` runs on the watchdog's own thread, once, and is expected to leave the
/// process.
///
/// A `disarm` that comes while `on_expiry` runs never returns, so that the outcome is
/// decided once.
class Watchdog {
 public:
  /// A time-out of 0 never expires, and starts no thread.
  Watchdog(Seconds timeout, std::function<void()> on_expiry);
  ~Watchdog();

  /// Starts counting from now.
  void arm();
  void disarm();
  /// Stops counting, and goes on with the time that was left.
  void pause();
  void resume();

 private:
  void watch();

  std::chrono::steady_clock::duration timeout_;
  std::function<void()> on_expiry_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  std::optional<std::chrono::steady_clock::duration> left_;  ///< while paused
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace tickbench::process
