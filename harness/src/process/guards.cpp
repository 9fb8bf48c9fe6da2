// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "process/guards.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <utility>

namespace tickbench::process {
namespace {

std::atomic<const ExitGuard*> armed{nullptr};

/// Three years: a longer time-out would overflow the clock's nanoseconds.
constexpr Seconds kLongest{1e8};

}  // namespace

ExitGuard::ExitGuard(std::function<void()> on_exit)
    : on_exit_(std::move(on_exit)), process_(::getpid()) {
  // What was registered with atexit stays.
  [[maybe_unused]] static const int kRegistered = std::atexit(at_exit);
  armed = this;
}

ExitGuard::~ExitGuard() { armed = nullptr; }

void ExitGuard::at_exit() {
  const auto* guard = armed.exchange(nullptr);
  // A child that a body forked has the guard too, but not the session.
  if (guard != nullptr && guard->process_ == ::getpid()) guard->on_exit_();
}

Watchdog::Watchdog(Seconds timeout, std::function<void()> on_expiry)
    : timeout_(std::chrono::duration_cast<std::chrono::steady_clock::duration>(
          std::min(timeout, kLongest))),
      on_expiry_(std::move(on_expiry)) {
  if (timeout.count() > 0) thread_ = std::thread([this] { watch(); });
}

Watchdog::~Watchdog() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Watchdog::arm() {
  const std::lock_guard lock(mutex_);
  deadline_ = std::chrono::steady_clock::now() + timeout_;
  left_.reset();
  changed_.notify_all();
}

void Watchdog::disarm() {
  const std::lock_guard lock(mutex_);
  left_.reset();
  deadline_.reset();
  changed_.notify_all();
}

void Watchdog::pause() {
  const std::lock_guard lock(mutex_);
  if (!deadline_) return;
  left_ = *deadline_ - std::chrono::steady_clock::now();
  deadline_.reset();
  changed_.notify_all();
}

void Watchdog::resume() {
  const std::lock_guard lock(mutex_);
  if (!left_) return;
  deadline_ = std::chrono::steady_clock::now() + *left_;
  left_.reset();
  changed_.notify_all();
}

void Watchdog::watch() {
  std::unique_lock lock(mutex_);
  while (!is_over_) {
    if (!deadline_) {
      changed_.wait(lock);
    } else if (std::chrono::steady_clock::now() >= *deadline_) {
      on_expiry_();
      return;
    } else {
      const auto until = *deadline_;
      changed_.wait_until(lock, until);
    }
  }
}

}  // namespace tickbench::process
