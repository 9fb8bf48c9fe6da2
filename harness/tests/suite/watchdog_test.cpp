// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "process/watchdog.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace tickbench::suite {
namespace {

TEST(Watchdog, GoesOnAfterAPauseWithTheTimeThatWasLeft) {
  std::promise<void> expired;
  process::Watchdog watchdog(Seconds(0.2), [&] { expired.set_value(); });
  const auto begin = std::chrono::steady_clock::now();
  watchdog.arm();
  // Each pause starts nothing anew: were it so, this loop would keep it from expiring.
  auto future = expired.get_future();
  const std::chrono::seconds hang(10);
  while (future.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready) {
    ASSERT_LT(std::chrono::steady_clock::now() - begin, hang);
    watchdog.pause();
    watchdog.resume();
  }
}

TEST(Watchdog, PausedOrNeverArmedItDoesNotExpire) {
  std::atomic<bool> expired = false;
  {
    process::Watchdog watchdog(Seconds(1000), [&] { expired = true; });
    watchdog.resume();
    watchdog.arm();
    watchdog.pause();
    watchdog.disarm();
    watchdog.resume();  // nothing left to go on with
  }
  EXPECT_FALSE(expired);
}

}  // namespace
}  // namespace tickbench::suite
