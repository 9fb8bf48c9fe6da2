// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/hold.hpp"

namespace tickbench::backend {

HostHold::HostHold(Seconds limit)
    : limit_(std::chrono::duration_cast<std::chrono::nanoseconds>(limit)),
      thread_([this] { watch(); }) {}

HostHold::~HostHold() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void HostHold::close(Seconds /*at_least*/) {
  enqueue_wait();
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  opens_at_ = std::chrono::steady_clock::now() + limit_;
  // A thread that is awake, or wakes before this limit, finds it by itself.
  if (is_idle_) changed_.notify_one();
}

bool HostHold::open() noexcept {
  const std::lock_guard lock(mutex_);
  if (!is_closed_) return false;
  is_closed_ = false;
  signal();
  return true;
}

void HostHold::watch() {
  std::unique_lock lock(mutex_);
  while (!ends_) {
    if (!is_closed_) {
      is_idle_ = true;
      changed_.wait(lock, [this] { return is_closed_ || ends_; });
      is_idle_ = false;
    } else if (std::chrono::steady_clock::now() < opens_at_) {
      changed_.wait_until(lock, opens_at_, [this] { return ends_; });
    } else {
      is_closed_ = false;
      signal();
    }
  }
}

}  // namespace tickbench::backend
