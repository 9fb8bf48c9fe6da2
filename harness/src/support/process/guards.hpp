// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <csignal>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/non_copyable.hpp"
#include "tickbench/seconds.hpp"

/// What guards a run against an end that leaves no outcome: signals, a crash, a call of exit, a
/// hang.
namespace tickbench::process {

/// How suites and the command `tickbench` end.
enum ExitStatus : int {
  kGood = 0,     ///< all passed, or some were skipped and the rest is good
  kFailed = 1,   ///< at least one failed
  kUsage = 2,    ///< flags, names or files given by the user are wrong
  kSkipped = 77  ///< everything was skipped: CTest's skip code
};

/// The action of one signal while it lives. SIGPIPE and SIGXFSZ are ignored, so that a reader that
/// has left (`| head -1`), or a file above the limit of its size, fails a write alone. SIGCHLD has
/// its default action, whatever the parent ignored: else no child could be waited for.
class SignalAction : private NonCopyable {
 public:
  SignalAction(int signal, void (*handler)(int)) : signal_(signal) {
    struct sigaction action {};
    action.sa_handler = handler;
    sigaction(signal_, &action, &before_);
  }
  ~SignalAction() { sigaction(signal_, &before_, nullptr); }

 private:
  int signal_;
  struct sigaction before_ {};
};

/// Holds back SIGINT, SIGTERM, SIGHUP and one more signal while it lives, so that they can be
/// waited for. What the parent told to ignore (nohup, a shell's background job) stays ignored.
/// One at a time, on the main thread, before others start, which inherit what is held back.
class HeldSignals : private NonCopyable {
 public:
  explicit HeldSignals(int one_more);
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  const sigset_t& held() const { return held_; }
  /// What was held back before: a child's start.
  const sigset_t& before() const { return before_; }

 private:
  sigset_t held_{};
  sigset_t before_{};
};

/// SIGINT, SIGTERM and SIGHUP while it lives: `on_signal` runs once, on a thread of its own, and is
/// expected to leave the process. It must stand before the first driver is loaded, whose threads
/// would take the signals.
class Interruption {
 public:
  explicit Interruption(std::function<void(int signal)> on_signal);
  ~Interruption();

 private:
  HeldSignals signals_;
  std::thread thread_;  // last: it uses the others
};

/// Says on standard error what was running when the process crashes (SIGSEGV, SIGBUS, SIGFPE,
/// SIGILL, SIGABRT) or is told to by SIGQUIT, and then lets it: the status and the core dump stay.
/// A signal that has a handler already (a sanitizer's) keeps it. One at a time.
class CrashNote : private NonCopyable {
 public:
  CrashNote();
  ~CrashNote();

  /// What follows the signal's name; cut where it is longer than a screen.
  void set(std::string_view text);

 private:
  std::vector<char> stack_;  ///< of the handler on this thread: a stack that overflowed has no room
};

/// While it lives, a call of exit or quick_exit (a benchmark's, or a driver's that it calls) runs
/// `on_exit`, which is expected to leave the process by other means: on the thread of the call,
/// after the destructors of static objects made later than the first guard. One at a time.
class ExitGuard : private NonCopyable {
 public:
  explicit ExitGuard(std::function<void()> on_exit);
  ~ExitGuard();

 private:
  static void at_exit();

  std::function<void()> on_exit_;
  pid_t process_;
};

/// Ends a benchmark that hangs inside a driver, where no other thread can reach it (clFinish takes
/// no time-out). `on_expiry` runs on the watchdog's own thread, once, and is expected to leave the
/// process. A `disarm` that comes meanwhile never returns, so that the outcome is decided once.
class Watchdog {
 public:
  /// A time-out of 0 never expires, and starts no thread.
  Watchdog(Seconds timeout, std::function<void()> on_expiry);

  /// Starts counting from now.
  void arm() {
    change([this] {
      deadline_ = Clock::now() + timeout_;
      remaining_.reset();
    });
  }
  void disarm() {
    change([this] {
      remaining_.reset();
      deadline_.reset();
    });
  }
  /// Stops counting, and goes on with the time that was left.
  void pause() {
    change([this] {
      if (deadline_) remaining_ = *std::exchange(deadline_, std::nullopt) - Clock::now();
    });
  }
  void resume() {
    change([this] {
      if (remaining_) deadline_ = Clock::now() + *std::exchange(remaining_, std::nullopt);
    });
  }
  /// Until it expires; infinite where it does not count.
  Seconds left() {
    const std::lock_guard lock(mutex_);
    if (!thread_.joinable() || (!deadline_ && !remaining_))
      return Seconds(std::numeric_limits<double>::infinity());
    return remaining_ ? *remaining_ : *deadline_ - Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;
  void watch(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      const auto until = deadline_;
      if (until && Clock::now() >= *until) return on_expiry_();
      const auto is_changed = [&] { return deadline_ != until; };
      if (until)
        changed_.wait_until(lock, stop, *until, is_changed);
      else
        changed_.wait(lock, stop, is_changed);
    }
  }
  void change(const std::function<void()>& change) {
    const std::lock_guard lock(mutex_);
    change();
    changed_.notify_all();
  }

  Clock::duration timeout_;
  std::function<void()> on_expiry_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Clock::time_point> deadline_;
  std::optional<Clock::duration> remaining_;  ///< while paused
  std::jthread thread_;                       // last: it uses the others
};

}  // namespace tickbench::process
