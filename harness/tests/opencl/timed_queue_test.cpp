// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "contract/user_queue.hpp"
#include "opencl/device_info.hpp"
#include "opencl/test_device.hpp"
#include "tickbench/device_timer.hpp"
#include "tickbench/error.hpp"

namespace tickbench::opencl {
namespace {

using testing::HasSubstr;

constexpr int kRounds = 20000;
constexpr Seconds kStep{1e-6};

class OpenClTimedQueue : public testing::Test {
 protected:
  void SetUp() override {
    if (test_device() == nullptr) GTEST_SKIP() << "no OpenCL device";
    raw_.emplace(test_device_index());
    spin_.emplace(*raw_, kRounds);
  }
  Work work(const QueueHandle& queue) {
    return {[this, handle = queue.get()] { spin_->enqueue(handle); }, 0, "a spin"};
  }
  std::optional<RawDevice> raw_;
  std::optional<RawSpin> spin_;
};

TEST_F(OpenClTimedQueue, MeasuresRawCodeBetweenMarkers) {
  const auto queue = raw_->queue(CL_QUEUE_PROFILING_ENABLE);
  const auto timed = timed_queue(queue.get());
  EXPECT_TRUE(timed->supports(TimeMethod::kBracket, work(queue)));
  EXPECT_TRUE(timed->supports(TimeMethod::kHost, work(queue)));
  EXPECT_FALSE(timed->supports(TimeMethod::kOneEvent, work(queue)));
  EXPECT_FALSE(timed->supports(TimeMethod::kEventSum, work(queue)));
  timed->run(work(queue), {1, TimeMethod::kBracket, 0});
  for (const std::int64_t launches : {1, 5}) {
    const auto bracket = timed->run(work(queue), {launches, TimeMethod::kBracket, 0});
    EXPECT_GT(bracket.device, Seconds(0));
    EXPECT_LE(bracket.device, bracket.host * 1.05 + kStep);
    EXPECT_FALSE(bracket.launch.has_value());
  }
  EXPECT_EQ(timed->device_name(), test_device()->info().name);
  EXPECT_TRUE(timed->read_clock().has_value());
}

TEST_F(OpenClTimedQueue, IsHeldAsTheHarnesssOwn) {
  const auto queue = raw_->queue(CL_QUEUE_PROFILING_ENABLE);
  const auto timed = timed_queue(queue.get());
  Work never_waits{[] {}, 0, ""};
  never_waits.never_waits = true;
  const auto method = test_device()->queue().hold_limits(never_waits, false).method;
  if (method == HoldMethod::kNone) GTEST_SKIP() << "nothing holds";
  contract::expect_held(*timed, method, work(queue).enqueue, [&] { clFinish(queue.get()); });
}

TEST_F(OpenClTimedQueue, IsHeldAsTheUserChose) {
  const auto queue = raw_->queue(CL_QUEUE_PROFILING_ENABLE);
  backend().choose("hold", "delay_kernel");
  contract::expect_held(*timed_queue(queue.get()), HoldMethod::kDelayKernel, work(queue).enqueue,
                        [&] { clFinish(queue.get()); });
  backend().choose("hold", "off");
  Work never_waits = work(queue);
  never_waits.never_waits = true;
  EXPECT_EQ(timed_queue(queue.get())->hold_limits(never_waits, false).method, HoldMethod::kNone);
  backend().choose("hold", "auto");
}

TEST_F(OpenClTimedQueue, IsNotHeldWhereItIsTimedByTheHost) {
  const auto queue = raw_->queue(0);
  const auto timed = timed_queue(queue.get(), Untimed::kHostTime);
  Work never_waits = work(queue);
  never_waits.never_waits = true;
  EXPECT_EQ(timed->hold_limits(never_waits, false).method, HoldMethod::kNone);
}

TEST_F(OpenClTimedQueue, DisplacesCachesOnTheUsersQueue) {
  const auto queue = raw_->queue(CL_QUEUE_PROFILING_ENABLE);
  const auto timed = timed_queue(queue.get());
  const auto bracket = timed->run(work(queue), {1, TimeMethod::kBracket, std::size_t{4097}});
  EXPECT_GT(bracket.device, Seconds(0));
  EXPECT_THROW(timed->run(work(queue), {2, TimeMethod::kBracket, 4096}), Error);
}

TEST_F(OpenClTimedQueue, RefusesToDisplaceMoreThanTheDevicesMemory) {
  const auto queue = raw_->queue(CL_QUEUE_PROFILING_ENABLE);
  const auto timed = timed_queue(queue.get());
  const std::uint64_t memory = test_device()->info().memory;
  for (const std::size_t bytes : {std::size_t{memory + 1}, SIZE_MAX}) try {
      timed->run(work(queue), {1, TimeMethod::kBracket, bytes});
      FAIL() << "expected an Error";
    } catch (const Error& error) {
      EXPECT_EQ(error.outcome(), Outcome::kOverLimit) << error.what();
      EXPECT_THAT(error.what(), HasSubstr(std::to_string(bytes)));
      EXPECT_THAT(error.what(), HasSubstr(std::to_string(memory)));
    }
  EXPECT_NO_THROW(timed->run(work(queue), {1, TimeMethod::kBracket, std::size_t{4096}}));
}

TEST_F(OpenClTimedQueue, RefusesAQueueWithoutProfilingByName) {
  const auto queue = raw_->queue(0);
  try {
    timed_queue(queue.get());
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
    EXPECT_THAT(error.what(), HasSubstr("without CL_QUEUE_PROFILING_ENABLE"));
    EXPECT_THAT(error.what(), HasSubstr("Untimed::kHostTime"));
  }
}

TEST_F(OpenClTimedQueue, RefusesAQueueOutOfOrderByName) {
  cl_command_queue_properties supported = 0;
  clGetDeviceInfo(raw_->device, CL_DEVICE_QUEUE_PROPERTIES, sizeof(supported), &supported, nullptr);
  if ((supported & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0)
    GTEST_SKIP() << "the device has no such queue";
  const auto queue =
      raw_->queue(CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  try {
    timed_queue(queue.get());
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
    EXPECT_THAT(error.what(), HasSubstr("CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE"));
  }
  const auto timed = timed_queue(queue.get(), Untimed::kHostTime);
  EXPECT_FALSE(timed->supports(TimeMethod::kBracket, work(queue)));
  EXPECT_FALSE(timed->read_clock().has_value());
}

TEST_F(OpenClTimedQueue, TimesByTheHostWhereAsked) {
  const auto queue = raw_->queue(0);
  const auto timed = timed_queue(queue.get(), Untimed::kHostTime);
  EXPECT_FALSE(timed->supports(TimeMethod::kBracket, work(queue)));
  EXPECT_FALSE(timed->read_clock().has_value());
  const auto bracket = timed->run(work(queue), {3, TimeMethod::kHost, 0});
  EXPECT_GT(bracket.host, Seconds(0));
  EXPECT_EQ(bracket.device, Seconds(0));
  EXPECT_THROW(timed->run(work(queue), {1, TimeMethod::kBracket, 0}), Error);
}

TEST_F(OpenClTimedQueue, KeepsTheQueueAlive) {
  auto queue = raw_->queue(CL_QUEUE_PROFILING_ENABLE);
  auto* const handle = queue.get();
  const auto timed = timed_queue(handle);
  queue = {};
  const Work still{[&] { spin_->enqueue(handle); }, 0, "a spin"};
  EXPECT_GT(timed->run(still, {1, TimeMethod::kBracket, 0}).device, Seconds(0));
}

TEST(OpenClTimedQueueArguments, RefusesNull) { EXPECT_THROW(timed_queue(nullptr), Error); }

}  // namespace
}  // namespace tickbench::opencl
