// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "canary/canary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "peak/fake_device.hpp"
#include "tickbench/peak.hpp"

namespace tickbench::canary {
namespace {

using ::testing::HasSubstr;
using tickbench::testing::FakeDevice;

TEST(Canary, IsAnArithmeticAndAMemoryKernel) {
  FakeDevice device("0");
  device.launch_time = [] { return Seconds(1e-4); };
  const auto begin = device.clock.now();
  const auto figures = measure(device, device.clock);
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[0].kernel, "arithmetic");
  EXPECT_EQ(figures[1].kernel, "memory");
  for (const auto& figure : figures) {
    EXPECT_NEAR(figure.time, 1e-4, 1e-8);
    EXPECT_LE(figure.interval.low, figure.time);
    EXPECT_GT(figure.amount, 0);
  }
  EXPECT_EQ(figures[0].amount, static_cast<double>(peak::kMultiplyAddFlops * peak::kWorkGroup));
  EXPECT_LT(Seconds(device.clock.now() - begin), Seconds(0.1));
  EXPECT_EQ(device.live_allocations, 0);
}

TEST(Canary, LeavesOutWhatDoesNotFit) {
  FakeDevice device("0");
  device.fails_at = "allocate";
  EXPECT_TRUE(measure(device, device.clock).empty());
}

TEST(Canary, LetsADeviceThatFailsBeSeen) {
  FakeDevice device("0");
  device.fails_at = "run";
  device.fails_with = Outcome::kDeviceError;
  EXPECT_THROW(measure(device, device.clock), Error);
}

TEST(CanaryWaking, LastsUntilTheKernelIsAsFastAsAtTheBeginning) {
  FakeDevice device("0");
  device.launch_time = [] { return Seconds(1e-4); };
  const auto begin = measure(device, device.clock);
  const auto asleep_until = device.clock.now() + std::chrono::milliseconds(300);
  device.launch_time = [&] { return Seconds(device.clock.now() < asleep_until ? 2.3e-4 : 1e-4); };
  EXPECT_NEAR(wake(device, begin, device.clock).value(), 1, 0.01);
  EXPECT_GE(device.clock.now(), asleep_until);
  EXPECT_LT(Seconds(device.clock.now() - asleep_until), Seconds(0.05));

  const auto awake = device.clock.now();
  EXPECT_NEAR(wake(device, begin, device.clock).value(), 1, 0.01);
  EXPECT_LT(Seconds(device.clock.now() - awake), Seconds(0.02));
  EXPECT_EQ(device.live_allocations, 0);
}

TEST(CanaryWaking, EndsWhereTheDeviceStaysSlow) {
  FakeDevice device("0");
  device.launch_time = [] { return Seconds(1e-4); };
  const auto begin = measure(device, device.clock);
  device.launch_time = [] { return Seconds(1.2e-4); };
  const auto since = device.clock.now();
  EXPECT_NEAR(wake(device, begin, device.clock).value(), 1.2, 0.01);
  EXPECT_NEAR(Seconds(device.clock.now() - since).count(), 1, 0.05);
}

TEST(CanaryWaking, TakesAFigureOfTheSameWorkToCompareWith) {
  FakeDevice device("0");
  EXPECT_EQ(wake(device, {}, device.clock), std::nullopt);
  EXPECT_EQ(wake(device, {{"arithmetic", 1, 1e-4, {}}}, device.clock), std::nullopt);
}

Figure figure(double time, double reach, double amount = 1) {
  return {"memory", amount, time, {time * (1 - reach), time * (1 + reach), 0.95}};
}

TEST(CanaryMovement, IsBeyondThreePerCentAndBothIntervals) {
  EXPECT_FALSE(movement(figure(1, 0.001), figure(1.02, 0.001)));
  EXPECT_FALSE(movement(figure(1, 0.05), figure(1.06, 0.05)));
  EXPECT_FALSE(movement(figure(1, 0.001), figure(1.1, 0.001, 2)));
  EXPECT_NEAR(movement(figure(1, 0.001), figure(1.1, 0.001)).value(), 1.1, 1e-9);
}

TEST(CanaryMovement, IsSaidWithItsSize) {
  EXPECT_EQ(moved_text("opencl:0", {figure(1, 0.001)}, {figure(1, 0.001)}), "");
  EXPECT_EQ(moved_text("opencl:0", {figure(1, 0.001)}, {}), "");
  EXPECT_EQ(moved_text("opencl:0", {figure(1, 0.001)}, {figure(1.1, 0.001)}),
            "the canary of opencl:0 moved within this run: memory took 10.0 % longer at its end");
  EXPECT_THAT(moved_text("opencl:0", {figure(1, 0.001)}, {figure(0.9, 0.001)}),
              HasSubstr("took 10.0 % less at its end"));
}

}  // namespace
}  // namespace tickbench::canary
