// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cstdlib>
#include <string>

#include "level_zero/device_info.hpp"
#include "tickbench/device.hpp"
#include "tickbench/error.hpp"

/// Intel's driver without hardware: real properties, a real compiler, and nothing is executed,
/// though every wait succeeds. The variables that simulate a device come from CTest; without the
/// driver there is no device, and the tests skip.
namespace tickbench::level_zero {
namespace {

using testing::HasSubstr;

class SimulatedDevice : public testing::Test {
 protected:
  void SetUp() override {
    backend::NotListed not_listed;
    const auto infos = backend().devices(not_listed);
    if (infos.empty()) GTEST_SKIP() << "no simulated device: " << not_listed.reason;
    device_ = backend().open(infos.front());
  }
  const backend::DeviceInfo& info() { return device_->info(); }
  Device device() { return Device(*device_); }
  backend::Queue& queue() { return device_->queue(); }

  Outcome outcome_of_run(const Work& work, TimeMethod method) {
    try {
      queue().run(work, {1, method, 0});
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr("the device executed nothing"));
      return error.outcome();
    }
    return Outcome::kPassed;
  }

 private:
  std::unique_ptr<backend::Device> device_;
};

TEST_F(SimulatedDevice, StatesItsClockInCyclesASecond) {
  EXPECT_DOUBLE_EQ(info().timer_hertz, 12000048);
  EXPECT_EQ(info().timer_valid_bits, 32);
}

TEST_F(SimulatedDevice, StatesAWidthForEachKindOfStamp) {
  const auto found = find_device("0");
  const auto clocks = clocks_of(found);
  EXPECT_EQ(clocks.global.valid_bits(), 36);
  EXPECT_EQ(clocks.kernel.valid_bits(), 32);
}

/// Version 22.43 refuses to read it; 23.43 reads one that stands still.
TEST_F(SimulatedDevice, HasNoTimeLineThatGoesOn) {
  const auto first = queue().read_clock();
  const auto second = queue().read_clock();
  ASSERT_EQ(first.has_value(), second.has_value());
  if (first) {
    EXPECT_EQ(first->device, second->device);
  }
}

TEST_F(SimulatedDevice, ExecutesNothingAndSaysSo) {
  auto buffer = device().allocate<float>(256);
  const auto launch = device().kernel("twice").args(buffer).over(256);
  EXPECT_EQ(outcome_of_run(launch.work(), TimeMethod::kBracket), Outcome::kDeviceError);
  EXPECT_EQ(outcome_of_run(launch.work(), TimeMethod::kOneEvent), Outcome::kDeviceError);
  EXPECT_EQ(outcome_of_run(launch.work(), TimeMethod::kEventSum), Outcome::kDeviceError);
}

TEST_F(SimulatedDevice, CopiesAreTimedBetweenGlobalTimestampsAlone) {
  auto to = device().allocate<float>(256);
  auto from = device().allocate<float>(256);
  const auto copy = device().copy(to, from);
  EXPECT_FALSE(queue().supports(TimeMethod::kOneEvent, copy.work()));
  EXPECT_EQ(outcome_of_run(copy.work(), TimeMethod::kBracket), Outcome::kDeviceError);
}

TEST_F(SimulatedDevice, RefusesWhatDoesNotFit) {
  auto buffer = device().allocate<float>(256);
  const auto message_of = [&](const auto& action) -> std::string {
    try {
      action();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_THAT(message_of([&] { device().kernel("twice").args(buffer, 1.0F).over(256); }),
              HasSubstr("expected 1 arguments, found 2"));
  EXPECT_THAT(message_of([&] { device().kernel("thrice").args(buffer).over(256); }),
              HasSubstr("no embedded module has a kernel 'thrice'"));
  auto heap = device().allocate<float>(256, MemoryKind::kHeap);
  EXPECT_THAT(message_of([&] { device().kernel("twice").args(heap).over(256); }),
              HasSubstr("found heap memory"));
  EXPECT_THAT(message_of([&] { device().allocate<char>(std::size_t{1} << 50); }),
              HasSubstr("above the largest"));
}

}  // namespace
}  // namespace tickbench::level_zero
