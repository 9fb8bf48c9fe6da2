// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <future>

#include "process/guards.hpp"

namespace tickbench::process {
namespace {

TEST(Watchdog, GoesOnAfterAPauseWithTheTimeThatWasLeft) {
  std::promise<void> expired;
  Watchdog watchdog(Seconds(0.2), [&] { expired.set_value(); });
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
    Watchdog watchdog(Seconds(1000), [&] { expired = true; });
    watchdog.resume();
    watchdog.arm();
    watchdog.pause();
    watchdog.disarm();
    watchdog.resume();  // nothing left to go on with
  }
  EXPECT_FALSE(expired);
}

TEST(Watchdog, ExpiresOnceArmed) {
  std::promise<void> expired;
  Watchdog watchdog(Seconds(0.001), [&] { expired.set_value(); });
  watchdog.arm();
  expired.get_future().wait();
}

TEST(Watchdog, DisarmedInTimeOrWithoutATimeoutItNeverDoes) {
  std::atomic<bool> expired = false;
  for (const double seconds : {0.0, 1000.0}) {
    Watchdog watchdog(Seconds(seconds), [&] { expired = true; });
    watchdog.arm();
    watchdog.disarm();
  }
  EXPECT_FALSE(expired);
}

TEST(Watchdog, TellsWhatIsLeft) {
  Watchdog none(Seconds(0), [] {});
  none.arm();
  EXPECT_TRUE(std::isinf(none.left().count()));
  Watchdog watchdog(Seconds(1000), [] {});
  EXPECT_TRUE(std::isinf(watchdog.left().count()));
  watchdog.arm();
  const auto left = watchdog.left();
  EXPECT_LE(left, Seconds(1000));
  EXPECT_GT(left, Seconds(900));
  watchdog.pause();
  const auto paused = watchdog.left();
  EXPECT_LE(paused, left);
  EXPECT_EQ(paused, watchdog.left());
  watchdog.disarm();
  EXPECT_TRUE(std::isinf(watchdog.left().count()));
}

}  // namespace
}  // namespace tickbench::process
