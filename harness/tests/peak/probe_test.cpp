// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "peak/probe.hpp"

#include <gtest/gtest.h>

#include "peak/fake_device.hpp"

namespace tickbench::peak {
namespace {
using testing::FakeDevice;

class ShortestLaunch : public ::testing::Test {
 protected:
  FakeDevice device{"0"};
  Work work{.enqueue = [this] { device.fill(*memory, {}, 0); }, .description = "fill"};
  std::unique_ptr<backend::Memory> memory = device.allocate(4, backend::MemoryKind::kDevice);
  std::optional<Seconds> probe() { return shortest_launch(device, work, device.clock); }
};

TEST_F(ShortestLaunch, IsTheTimeOfALaunchAndNotOfABracket) {
  ASSERT_TRUE(probe());
  EXPECT_NEAR(probe()->count(), 1e-3, 1e-9);
  EXPECT_EQ(device.launches.back(), 20);
  EXPECT_EQ(device.methods.back(), TimeMethod::kBracket);
}

TEST_F(ShortestLaunch, IsTheBestOfSeveralBrackets) {
  device.launch_time = [this] { return Seconds(device.brackets == 5 ? 1e-3 : 2e-3); };
  EXPECT_NEAR(probe()->count(), 1e-3, 1e-9);
}

TEST_F(ShortestLaunch, DoesNotCountTheFirstLaunches) {
  device.launch_time = [this] { return Seconds(device.brackets <= 2 ? 1e-3 : 4e-3); };
  EXPECT_NEAR(probe()->count(), 4e-3, 1e-9);
}

TEST_F(ShortestLaunch, EndsWithinItsBudgetAndOneBracket) {
  probe();
  EXPECT_LT(device.clock.now(), std::chrono::milliseconds(150));
}

TEST_F(ShortestLaunch, TakesThreeBracketsOfASlowDeviceAndTwoOfAVerySlowOne) {
  device.launch_time = [] { return Seconds(0.06); };
  EXPECT_NEAR(probe()->count(), 0.06, 1e-9);
  EXPECT_EQ(device.brackets, 4);  // one before them
  device.brackets = 0;
  device.launch_time = [] { return Seconds(3); };
  EXPECT_NEAR(probe()->count(), 3, 1e-9);
  EXPECT_EQ(device.brackets, 3);
}

TEST_F(ShortestLaunch, EndsWhereNoTimePasses) {
  device.launch_time = [] { return Seconds(0); };
  EXPECT_FALSE(probe());
  EXPECT_LT(device.brackets, 100);
}

TEST_F(ShortestLaunch, IgnoresTimesThatTheHostRefutes) {
  device.device_rate = 2;
  EXPECT_FALSE(probe());
  device.device_rate = 0;
  EXPECT_FALSE(probe());
}

TEST_F(ShortestLaunch, TakesTheHostsTimeWhereThereIsNoOther) {
  device.has_brackets = false;
  EXPECT_NEAR(probe()->count(), 1e-3, 1e-9);
  EXPECT_EQ(device.methods.back(), TimeMethod::kHost);
}

}  // namespace
}  // namespace tickbench::peak
