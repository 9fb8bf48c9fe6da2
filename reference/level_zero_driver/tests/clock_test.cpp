// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "clock.hpp"

#include <gtest/gtest.h>

using zecpu::DeviceClock;
using zecpu::Laboratory;

namespace {
constexpr std::uint64_t kSecond = 1'000'000'000;
}

TEST(DeviceClock, IsTheHostsClockByDefault) {
  const DeviceClock clock(Laboratory{}, 5);
  EXPECT_EQ(clock.global(123456789), 123456789U);
  EXPECT_EQ(clock.kernel(123456789), 123456789U);
  EXPECT_EQ(clock.context(123456789), 123456789U);
}

TEST(DeviceClock, CountsAtItsFrequency) {
  Laboratory lab;
  lab.timer_hz = 19'200'000;
  lab.timer_start = 1000;
  const DeviceClock clock(lab, 7 * kSecond);
  EXPECT_EQ(clock.global(7 * kSecond), 1000U);
  EXPECT_EQ(clock.global(8 * kSecond), 1000U + 19'200'000U);
  EXPECT_EQ(clock.global(7 * kSecond + 52), 1000U);  // below a tick of 52.08 ns
  EXPECT_EQ(clock.global(7 * kSecond + 53), 1001U);
}

TEST(DeviceClock, WrapsEachCounterAtItsOwnWidth) {
  Laboratory lab;
  lab.timer_bits = 36;
  lab.kernel_timer_bits = 32;
  lab.timer_start = 0xfffffffff;
  const DeviceClock clock(lab, 0);
  EXPECT_EQ(clock.global(0), 0xfffffffffU);
  EXPECT_EQ(clock.kernel(0), 0xffffffffU);
  EXPECT_EQ(clock.global(2), 1U);
  EXPECT_EQ(clock.kernel(2), 1U);
}

TEST(DeviceClock, WrapsAt64Bits) {
  Laboratory lab;
  lab.timer_start = UINT64_MAX;
  const DeviceClock clock(lab, 100);
  EXPECT_EQ(clock.global(100), UINT64_MAX);
  EXPECT_EQ(clock.global(101), 0U);
}

TEST(DeviceClock, DoesNotOverflowInYears) {
  Laboratory lab;
  lab.timer_hz = 10'000'000'000;
  const DeviceClock clock(lab, 0);
  EXPECT_EQ(clock.global(100'000'000 * kSecond), 1'000'000'000'000'000'000U);
}

TEST(DeviceClock, GivesContextsAnotherOrigin) {
  Laboratory lab;
  lab.context_origin = 10;
  lab.kernel_timer_bits = 32;
  const DeviceClock clock(lab, 0);
  EXPECT_EQ(clock.context(0xffffffff), 9U);
}

TEST(HostClock, GoesOn) {
  const auto first = zecpu::host_now_ns();
  EXPECT_GE(zecpu::host_now_ns(), first);
}
