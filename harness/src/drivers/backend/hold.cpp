// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/hold.hpp"

namespace tickbench::backend {

void HostHold::close(Seconds /*at_least*/) {
  prepare();
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    opens_at_ = std::chrono::steady_clock::now() + limit_;
    // A thread that is awake, or wakes before this limit, finds it by itself.
    if (is_idle_) changed_.notify_one();
  }
  try {
    enqueue_wait();
  } catch (...) {
    open();
    throw;
  }
}

void HostHold::watch(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    if (!is_closed_) {
      is_idle_ = true;
      changed_.wait(lock, stop, [this] { return is_closed_; });
      is_idle_ = false;
    } else if (std::chrono::steady_clock::now() < opens_at_) {
      changed_.wait_until(lock, stop, opens_at_, [] { return false; });
    } else {
      is_closed_ = false;
      signal();
    }
  }
}

}  // namespace tickbench::backend
