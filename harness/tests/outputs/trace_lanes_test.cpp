// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "outputs/trace.hpp"

namespace tickbench::outputs {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

// A bracket of 50 us on the host, from 1000 us on.
Sample sample() {
  Sample sample;
  sample.device = microseconds(10);
  sample.host = microseconds(50);
  sample.enqueue = microseconds(5);
  sample.host_begin = microseconds(1000);
  return sample;
}
LaunchTimes launch(nanoseconds queued) {
  return {queued, microseconds(2), microseconds(3), microseconds(10)};
}
// The device's clock shows 700 us less than the host's.
ClockReading reading(nanoseconds window = {}) {
  ClockReading reading;
  reading.device = microseconds(100);
  reading.host_before = microseconds(800) - window / 2;
  reading.host_after = microseconds(800) + window / 2;
  return reading;
}

void expect_slice(const Slice& slice, const char* name, int begin, int end) {
  EXPECT_STREQ(slice.name, name);
  EXPECT_EQ(slice.begin, microseconds(begin));
  EXPECT_EQ(slice.end, microseconds(end));
}

TEST(TraceLanes, TheHostEnqueuesThenWaits) {
  const auto slices = host_slices(sample(), 1);
  ASSERT_EQ(slices.size(), 2U);
  expect_slice(slices[0], "enqueue", 1000, 1005);
  expect_slice(slices[1], "wait", 1005, 1050);
}

TEST(TraceLanes, ABracketIsAsLongAsItsLaunches) {
  auto one = sample();
  one.device_begin = microseconds(320);
  const auto host = host_slices(one, 4);
  expect_slice(host[0], "enqueue", 1000, 1020);
  expect_slice(host[1], "wait", 1020, 1200);
  const auto device = device_slices(one, 4, TimeMethod::kBracket, reading());
  ASSERT_EQ(device.size(), 1U);
  expect_slice(device[0], "running", 1020, 1060);
}

TEST(TraceLanes, PhasesStandWhereTheirStampsSay) {
  auto one = sample();
  one.launch = launch(microseconds(304));
  ASSERT_TRUE(is_on_device_clock(one, reading()));
  const auto slices = device_slices(one, 1, TimeMethod::kOneEvent, reading());
  ASSERT_EQ(slices.size(), 3U);
  expect_slice(slices[0], "queued", 1004, 1006);
  expect_slice(slices[1], "submitted", 1006, 1009);
  expect_slice(slices[2], "running", 1009, 1019);
}

TEST(TraceLanes, StampsTooEarlyOrTooLateAreMovedIntoTheHostsWindow) {
  auto one = sample();
  one.launch = launch(microseconds(290));
  auto slices = device_slices(one, 1, TimeMethod::kOneEvent, reading());
  expect_slice(slices[0], "queued", 1000, 1002);
  expect_slice(slices[2], "running", 1005, 1015);
  one.launch = launch(microseconds(340));
  slices = device_slices(one, 1, TimeMethod::kOneEvent, reading());
  expect_slice(slices[0], "queued", 1035, 1037);
  expect_slice(slices[2], "running", 1040, 1050);
}

TEST(TraceLanes, WhatIsLongerThanTheHostsWindowIsCutToIt) {
  auto one = sample();
  one.device = microseconds(52);  // the gate lets 5 % pass
  const auto slices = device_slices(one, 1, TimeMethod::kBracket, {});
  expect_slice(slices[0], "running", 1000, 1050);
}

TEST(TraceLanes, ALaunchIsAReadingOfBothClocks) {
  auto one = sample();
  one.launch = launch(microseconds(302));
  const auto closest = closest_reading(reading(microseconds(20)), {sample(), one});
  EXPECT_EQ(closest.device, microseconds(302));
  EXPECT_EQ(closest.host_before, microseconds(1000));
  EXPECT_EQ(closest.host_after, microseconds(1005));
  EXPECT_EQ(closest_reading(reading(microseconds(4)), {one}).device, microseconds(100));
}

TEST(TraceLanes, WithoutAnAxisTheDeviceEndsWithTheWait) {
  auto one = sample();
  EXPECT_FALSE(is_on_device_clock(one, reading()));
  expect_slice(device_slices(one, 1, TimeMethod::kOneEvent, reading())[0], "running", 1040, 1050);
  one.launch = launch(microseconds(304));
  EXPECT_FALSE(is_on_device_clock(one, {}));
  expect_slice(device_slices(one, 1, TimeMethod::kOneEvent, {})[0], "queued", 1035, 1037);
}

TEST(TraceLanes, TimesOfTheHostHaveNoDeviceLane) {
  EXPECT_TRUE(device_slices(sample(), 1, TimeMethod::kHost, reading()).empty());
}

}  // namespace
}  // namespace tickbench::outputs
