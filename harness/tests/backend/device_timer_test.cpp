// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/device_timer.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

#include "tickbench/error.hpp"

namespace tickbench {
namespace {

/// Gives the regions it was made with, one after another.
class FakeMarker final : public RegionMarker {
 public:
  explicit FakeMarker(std::vector<ElapsedTime<Seconds>> regions) : regions_(std::move(regions)) {}
  void start() override {
    if (fails_to_start) throw Error(Outcome::kDeviceError, "the marker fails");
  }
  ElapsedTime<Seconds> stop() override { return regions_.at(next_++); }
  bool fails_to_start = false;

 private:
  std::vector<ElapsedTime<Seconds>> regions_;
  std::size_t next_ = 0;
};

ElapsedTime<Seconds> region(double host, double device) { return {Seconds(host), Seconds(device)}; }

Outcome outcome_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.outcome();
  }
  return Outcome::kPassed;
}

TEST(DeviceTimer, SumsItsRegionsInTheUnitAskedFor) {
  DeviceTimer timer(std::make_unique<FakeMarker>(
      std::vector{region(3e-3, 1e-3), region(5e-3, 4e-3), region(1e-3, 0)}));
  for (int i = 0; i < 3; ++i) {
    timer.start();
    timer.stop();
  }
  EXPECT_EQ(timer.regions(), 3);
  const auto [host, device] = timer.elapsed<std::chrono::duration<double, std::milli>>();
  EXPECT_DOUBLE_EQ(host.count(), 9);
  EXPECT_DOUBLE_EQ(device.count(), 5);
  EXPECT_EQ(timer.elapsed<std::chrono::microseconds>().device.count(), 5000);
}

TEST(DeviceTimer, ForgetsOnReset) {
  DeviceTimer timer(std::make_unique<FakeMarker>(std::vector{region(3, 2), region(5, 4)}));
  timer.start();
  timer.stop();
  timer.reset();
  EXPECT_EQ(timer.regions(), 0);
  EXPECT_EQ(timer.elapsed().host, Seconds(0));
  timer.start();
  timer.stop();
  EXPECT_EQ(timer.elapsed().device, Seconds(4));
}

TEST(DeviceTimer, RefusesCallsOutOfTurn) {
  DeviceTimer timer(std::make_unique<FakeMarker>(std::vector{region(3, 2)}));
  EXPECT_EQ(outcome_of([&] { timer.stop(); }), Outcome::kInvalidBenchmark);
  timer.start();
  EXPECT_EQ(outcome_of([&] { timer.start(); }), Outcome::kInvalidBenchmark);
  EXPECT_EQ(outcome_of([&] { timer.stop(); }), Outcome::kPassed)
      << "the region goes on after the refusal";
  EXPECT_EQ(outcome_of([&] { timer.stop(); }), Outcome::kInvalidBenchmark);
  EXPECT_EQ(outcome_of([] { DeviceTimer(std::unique_ptr<RegionMarker>()); }),
            Outcome::kInvalidBenchmark);
}

TEST(DeviceTimer, AStartThatFailsOpensNoRegion) {
  auto marker = std::make_unique<FakeMarker>(std::vector{region(3, 2)});
  auto& fake = *marker;
  DeviceTimer timer(std::move(marker));
  fake.fails_to_start = true;
  EXPECT_EQ(outcome_of([&] { timer.start(); }), Outcome::kDeviceError);
  fake.fails_to_start = false;
  EXPECT_EQ(outcome_of([&] { timer.start(); }), Outcome::kPassed);
}

TEST(DeviceTimer, AScopeIsARegionUnlessItThrows) {
  DeviceTimer timer(std::make_unique<FakeMarker>(std::vector{region(3, 2), region(5, 4)}));
  int runs = 0;
  timer.time([&] { ++runs; });
  EXPECT_THROW(timer.time([] { throw std::runtime_error("out"); }), std::runtime_error);
  timer.time([&] { ++runs; });
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(timer.regions(), 2);
  EXPECT_EQ(timer.elapsed().device, Seconds(6));
}

TEST(DeviceTimer, RefusesTimesThatCannotBe) {
  DeviceTimer timer(std::make_unique<FakeMarker>(std::vector{
      region(1e-3, 1.06e-3), region(1e-3, -1e-9), region(1e-3, 1.04e-3), region(1e-7, 1e-6)}));
  const auto next = [&] {
    timer.start();
    return outcome_of([&] { timer.stop(); });
  };
  EXPECT_EQ(next(), Outcome::kImplausibleTime) << "longer than the host's time around it";
  EXPECT_EQ(next(), Outcome::kImplausibleTime) << "negative";
  EXPECT_EQ(timer.regions(), 0);
  EXPECT_EQ(next(), Outcome::kPassed) << "within what two clocks may differ by";
  EXPECT_EQ(next(), Outcome::kPassed) << "within a step of the clock";
  EXPECT_EQ(timer.regions(), 2);
}

}  // namespace
}  // namespace tickbench
