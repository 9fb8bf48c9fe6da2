// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "contract/user_queue.hpp"

#include <gmock/gmock.h>

#include <memory>
#include <stdexcept>

#include "fakes/error_of.hpp"
#include "raw_vulkan.hpp"
#include "tickbench/device_timer.hpp"
#include "tickbench/error.hpp"
#include "tickbench/vulkan.hpp"

namespace tickbench::vulkan {
namespace {

using fakes::error_of;
using testing::HasSubstr;

class VulkanUserQueue : public testing::Test {
 protected:
  void SetUp() override {
    try {
      program_ = std::make_unique<RawVulkan>(SCALE_SHADER);
    } catch (const std::runtime_error& error) {
      GTEST_SKIP() << error.what();
    }
  }
  UserQueue queue(VkCommandBuffer commands = VK_NULL_HANDLE) const {
    return {program_->physical_device, program_->device, program_->queue, program_->family,
            commands};
  }
  /// Recorded once, to be submitted any number of times.
  VkCommandBuffer recorded() const {
    auto* const commands = program_->allocate_commands();
    VkCommandBufferBeginInfo description{};
    description.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    description.flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT;
    RawVulkan::require(vkBeginCommandBuffer(commands, &description), "vkBeginCommandBuffer");
    program_->record_scale(commands, 3);
    RawVulkan::require(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    return commands;
  }
  void expect_brackets(TimedQueue& timed, const Work& work) const {
    EXPECT_FALSE(timed.supports(TimeMethod::kOneEvent, work));
    for (const std::size_t displaced : {0U, 4096U}) {
      program_->y.values[5] = 0;
      const auto bracket = timed.run(work, {1, TimeMethod::kBracket, displaced});
      EXPECT_GT(bracket.device, Seconds(0));
      EXPECT_LE(bracket.device, bracket.host * 1.05 + Seconds(1e-6));
      EXPECT_EQ(program_->y.values[5], 3 * program_->x.values[5]);
    }
    EXPECT_TRUE(timed.read_clock());
    EXPECT_FALSE(timed.device_name().empty());
  }

  std::unique_ptr<RawVulkan> program_;
};

TEST_F(VulkanUserQueue, ItsCommandBufferIsTimed) {
  const auto timed = timed_queue(queue(program_->commands));
  expect_brackets(*timed, {[&] { program_->record_scale(program_->commands, 3); }, 0, "scale"});
}

TEST_F(VulkanUserQueue, WhatItSubmitsIsTimed) {
  const auto timed = timed_queue(queue());
  auto* const commands = recorded();
  expect_brackets(*timed, {[&] { program_->submit(commands); }, 0, "scale"});
}

TEST_F(VulkanUserQueue, ItsCommandBufferIsHeld) {
  const auto timed = timed_queue(queue(program_->commands));
  contract::expect_held(
      *timed, HoldMethod::kClosedList, [&] { program_->record_scale(program_->commands, 3); },
      nullptr);
}

TEST_F(VulkanUserQueue, WhatItSubmitsIsHeldByATimelineSemaphore) {
  auto with_semaphores = queue();
  with_semaphores.has_timeline_semaphores = true;
  const auto timed = timed_queue(with_semaphores);
  auto* const commands = recorded();
  contract::expect_held(
      *timed, HoldMethod::kHostEvent, [&] { program_->submit(commands); },
      [&] { vkQueueWaitIdle(program_->queue); });
  Work without{[] {}, 0, ""};
  without.never_waits = true;
  EXPECT_THAT(timed_queue(queue())->hold_limits(without, false).why_not,
              HasSubstr("has_timeline_semaphores"));
}

TEST_F(VulkanUserQueue, AFailureLeavesTheCommandBufferEmptyAndRecording) {
  const auto timed = timed_queue(queue(program_->commands));
  const Work bad{[&] {
                   program_->record_scale(program_->commands, 7);
                   throw Error(Outcome::kInvalidBenchmark, "thrown while recording");
                 },
                 0, "bad"};
  EXPECT_EQ(error_of([&] {
              timed->run(bad, {1, TimeMethod::kBracket, 0});
            }).outcome(),
            Outcome::kInvalidBenchmark);
  program_->record_scale(program_->commands, 2);
  program_->run();
  EXPECT_EQ(program_->y.values[5], 2 * program_->x.values[5]);
}

TEST_F(VulkanUserQueue, RegionsAreTimed) {
  auto* const commands = recorded();
  DeviceTimer of_buffer(queue(program_->commands));
  DeviceTimer of_queue(queue());
  for (int i = 0; i < 3; ++i) {
    of_buffer.start();
    program_->record_scale(program_->commands, 3);
    of_buffer.stop();
    of_queue.start();
    program_->submit(commands);
    of_queue.stop();
  }
  for (const auto* timer : {&of_buffer, &of_queue}) {
    EXPECT_EQ(timer->regions(), 3);
    EXPECT_GT(timer->elapsed().device, Seconds(0));
    EXPECT_LE(timer->elapsed().device, timer->elapsed().host * 1.05 + Seconds(1e-6));
  }
}

TEST_F(VulkanUserQueue, ARefusalNamesTheHandle) {
  const auto refused = [](const UserQueue& of) {
    const auto error = error_of([&] { timed_queue(of); });
    EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
    return std::string(error.what());
  };
  auto of = queue();
  of.queue = nullptr;
  EXPECT_EQ(refused(of), "timed_queue: expected a queue, found null");
  of = queue();
  of.device = nullptr;
  EXPECT_EQ(refused(of), "timed_queue: expected a device, found null");
  of = queue();
  of.family = 99;
  EXPECT_THAT(refused(of), HasSubstr("expected a queue family below "));
  EXPECT_THAT(refused(of), HasSubstr("found 99"));
  const auto error = error_of([] { DeviceTimer timer{UserQueue{}}; });
  EXPECT_STREQ(error.what(), "DeviceTimer: expected a physical device, found null");
}

}  // namespace
}  // namespace tickbench::vulkan
