// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <time.h>

#include <cerrno>
#include <cmath>

#include "tickbench/timed_queue.hpp"

namespace tickbench {
namespace {

/// CLOCK_MONOTONIC_RAW, which no time server bends: PoCL stamps its events with it, and Level Zero
/// pairs its device clock with it.
class MonotonicRawClock final : public HostClock {
 public:
  std::chrono::nanoseconds now() override {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC_RAW, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }
  void sleep_for(Seconds duration) override {
    double whole = 0;
    const double fraction = std::modf(duration.count(), &whole);
    timespec left{static_cast<time_t>(whole), static_cast<long>(fraction * 1e9)};
    while (::nanosleep(&left, &left) == -1 && errno == EINTR) {
    }
  }
};

}  // namespace

HostClock& host_clock() {
  static MonotonicRawClock clock;
  return clock;
}

}  // namespace tickbench
