// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "canary/canary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "peak/fake_device.hpp"
#include "tickbench/peak.hpp"

namespace tickbench::canary {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using tickbench::testing::FakeDevice;

TEST(Canary, IsAnArithmeticAndAMemoryKernel) {
  FakeDevice device("0");
  device.launch_time = [] { return Seconds(1e-4); };
  const auto begin = device.clock.now();
  auto canary = of(device, device.clock);
  const auto [figures, excluded] = canary->measure();
  EXPECT_THAT(excluded, IsEmpty());
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[0].kernel, "arithmetic");
  EXPECT_EQ(figures[1].kernel, "memory");
  for (const auto& figure : figures) {
    EXPECT_NEAR(figure.value, 1e-4, 1e-8);
    EXPECT_LE(figure.interval.low, figure.value);
    EXPECT_GT(figure.amount, 0);
  }
  EXPECT_EQ(figures[0].amount, static_cast<double>(peak::kMultiplyAddFlops * peak::kWorkGroup));
  EXPECT_LT(Seconds(device.clock.now() - begin), Seconds(0.1));
  canary.reset();
  EXPECT_EQ(device.live_allocations, 0);
}

TEST(Canary, AFirstReadingThatIsColdIsNoMovement) {
  FakeDevice device("0");
  // As on a processor whose memory is new to it: by a tenth, for the first launches of a run.
  const auto begin = device.clock.now();
  device.launch_time = [&] {
    return Seconds(device.clock.now() - begin) < Seconds(0.008) ? Seconds(1.1e-4) : Seconds(1e-4);
  };
  auto canary = of(device, device.clock);
  const auto first = canary->measure().figures;
  EXPECT_NEAR(first.at(0).value, 1e-4, 1e-8);
  EXPECT_NEAR(canary->look().value(), 1, 0.01);
  EXPECT_EQ(moved_text("opencl:0", first, canary->measure().figures), "");
}

TEST(Canary, ReadingsThatDifferAmongThemselvesAreNoMovement) {
  FakeDevice device("0");
  // Each launch is sure to 0.1 %, and each reading of 15 ms has a placement of its own.
  double machine = 1;
  device.launch_time = [&] {
    static constexpr std::array kPlacements{1.0, 1.03, 0.98, 1.05, 0.97, 1.01, 1.04};
    const auto period = static_cast<std::size_t>(Seconds(device.clock.now()) / Seconds(0.011));
    return Seconds(1e-4 * machine * kPlacements.at(period % kPlacements.size()));
  };
  auto canary = of(device, device.clock);
  const auto begin = canary->measure().figures;
  for (int run = 0; run < 10; ++run)
    EXPECT_EQ(moved_text("opencl:0", begin, canary->measure().figures), "") << run;
  machine = 1.3;  // a real one
  EXPECT_THAT(moved_text("opencl:0", begin, canary->measure().figures),
              ::testing::AllOf(HasSubstr("arithmetic took"), HasSubstr("memory took")));
}

TEST(Canary, SaysWhatDoesNotFit) {
  FakeDevice device("0");
  device.fails_at = "allocate";
  const auto [figures, excluded] = of(device, device.clock)->measure();
  EXPECT_THAT(figures, IsEmpty());
  EXPECT_THAT(excluded, ElementsAre("no arithmetic canary: allocate failed",
                                    "no memory canary: allocate failed"));
}

TEST(Canary, LetsADeviceThatFailsBeSeen) {
  FakeDevice device("0");
  device.fails_at = "run";
  device.fails_with = Outcome::kDeviceError;
  EXPECT_THROW(of(device, device.clock)->measure(), Error);
}

TEST(CanaryLook, IsThePresentTimeOverThatOfTheBeginning) {
  FakeDevice device("0");
  device.launch_time = [] { return Seconds(1e-4); };
  const auto canary = of(device, device.clock);
  EXPECT_EQ(canary->look(), std::nullopt);
  canary->measure();
  const auto built = device.kernels_built;
  const auto since = device.clock.now();
  EXPECT_NEAR(canary->look().value(), 1, 0.01);
  EXPECT_LT(Seconds(device.clock.now() - since), Seconds(0.004));
  device.launch_time = [] { return Seconds(1.37e-4); };
  EXPECT_NEAR(canary->look().value(), 1.37, 0.01);
  EXPECT_EQ(device.kernels_built, built);
  // The end of the run is measured anew, and looks go on from the beginning.
  EXPECT_NEAR(canary->measure().figures.at(0).value, 1.37e-4, 1e-8);
  EXPECT_NEAR(canary->look().value(), 1.37, 0.01);
}

TEST(CanaryLook, IsNothingWhereThereWasNoTimeAtTheBeginning) {
  FakeDevice device("0");
  device.fails_at = "allocate";
  const auto canary = of(device, device.clock);
  canary->measure();
  EXPECT_EQ(canary->look(), std::nullopt);
}

TEST(CanaryLook, LetsADeviceThatFailsBeSeen) {
  FakeDevice device("0");
  const auto canary = of(device, device.clock);
  canary->measure();
  device.fails_at = "run";
  EXPECT_EQ(canary->look(), std::nullopt);
  device.fails_with = Outcome::kDeviceError;
  EXPECT_THROW(canary->look(), Error);
}

Figure figure(double time, double reach, double amount = 1) {
  return {{time, {time * (1 - reach), time * (1 + reach), 0.95}}, "memory", amount};
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
