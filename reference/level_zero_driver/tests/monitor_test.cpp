// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "monitor.hpp"

#include <gtest/gtest.h>

#include <thread>

using zecpu::Monitor;

TEST(Monitor, DoesNotWaitForWhatHolds) {
  Monitor monitor;
  EXPECT_TRUE(monitor.wait(Monitor::kForever, {}, [] { return true; }));
  EXPECT_TRUE(monitor.wait(0, {}, [] { return true; }));
}

TEST(Monitor, EndsAfterTheTime) {
  Monitor monitor;
  EXPECT_FALSE(monitor.wait(0, {}, [] { return false; }));
  EXPECT_FALSE(monitor.wait(1000, {}, [] { return false; }));
}

TEST(Monitor, IsWokenByAChange) {
  Monitor monitor;
  bool set = false;
  std::thread setter([&] { monitor.change([&] { set = true; }); });
  EXPECT_TRUE(monitor.wait(Monitor::kForever, {}, [&] { return set; }));
  setter.join();
}

TEST(Monitor, TakesTimeoutsNearForeverAsForever) {
  Monitor monitor;
  bool set = false;
  std::thread setter([&] { monitor.change([&] { set = true; }); });
  EXPECT_TRUE(monitor.wait(Monitor::kForever - 1, {}, [&] { return set; }));
  setter.join();
}

TEST(Monitor, EndsWhenStopped) {
  Monitor monitor;
  std::stop_source stop;
  std::thread stopper([&] { stop.request_stop(); });
  EXPECT_FALSE(monitor.wait(Monitor::kForever, stop.get_token(), [] { return false; }));
  stopper.join();
}
