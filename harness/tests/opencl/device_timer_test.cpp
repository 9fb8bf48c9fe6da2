// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/device_timer.hpp"

#include <gmock/gmock.h>

#include "opencl/test_device.hpp"
#include "tickbench/error.hpp"

namespace tickbench::opencl {
namespace {

using Microseconds = std::chrono::duration<double, std::micro>;

class OpenClDeviceTimer : public testing::Test {
 protected:
  void SetUp() override {
    if (test_device() == nullptr) GTEST_SKIP() << "no OpenCL device";
    raw_.emplace(test_device_index());
    spin_.emplace(*raw_, 20000);
  }
  std::optional<RawDevice> raw_;
  std::optional<RawSpin> spin_;
};

TEST_F(OpenClDeviceTimer, AccumulatesRegionsOfRawCode) {
  const auto queue = raw_->queue(CL_QUEUE_PROFILING_ENABLE);
  spin_->enqueue(queue.get());
  clFinish(queue.get());
  DeviceTimer timer(queue.get());
  Microseconds before{};
  for (int region = 1; region <= 3; ++region) {
    timer.start();
    for (int i = 0; i < 4; ++i) spin_->enqueue(queue.get());
    timer.stop();
    const auto [host, device] = timer.elapsed<Microseconds>();
    EXPECT_EQ(timer.regions(), region);
    EXPECT_GT(device, before);
    EXPECT_LE(device.count(), host.count() * 1.05 + region);
    before = device;
    spin_->enqueue(queue.get());  // outside any region
  }
  EXPECT_DOUBLE_EQ(timer.elapsed().device.count() * 1e6, before.count());
  timer.reset();
  EXPECT_EQ(timer.regions(), 0);
  EXPECT_EQ(timer.elapsed().device, Seconds(0));
}

TEST_F(OpenClDeviceTimer, LeavesOutWhatWasEnqueuedBefore) {
  const auto queue = raw_->queue(CL_QUEUE_PROFILING_ENABLE);
  spin_->enqueue(queue.get());
  clFinish(queue.get());
  DeviceTimer of_one(queue.get());
  of_one.start();
  spin_->enqueue(queue.get());
  of_one.stop();
  DeviceTimer of_none(queue.get());
  for (int i = 0; i < 20; ++i) spin_->enqueue(queue.get());
  of_none.start();
  of_none.stop();
  EXPECT_LT(of_none.elapsed().device, of_one.elapsed().device * 10);
}

TEST_F(OpenClDeviceTimer, RefusesQueuesThatCannotBeTimed) {
  const auto queue = raw_->queue(0);
  try {
    const DeviceTimer timer(queue.get());
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
    EXPECT_THAT(error.what(), testing::HasSubstr("CL_QUEUE_PROFILING_ENABLE"));
  }
  EXPECT_THROW(DeviceTimer(static_cast<cl_command_queue>(nullptr)), Error);
}

}  // namespace
}  // namespace tickbench::opencl
