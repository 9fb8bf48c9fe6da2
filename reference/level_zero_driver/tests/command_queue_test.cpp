// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

#include "ze_test.hpp"

namespace {

class CommandQueueTest : public ZeTest {
 protected:
  ze_command_list_handle_t adding(std::uint32_t* data, std::uint32_t amount) {
    const auto add = basic("add");
    set(add, 0, data);
    set(add, 1, amount);
    const auto regular = list();
    EXPECT_ZE(zeCommandListAppendLaunchKernel(regular, add, &kSingleGroup, nullptr, 0, nullptr));
    EXPECT_ZE(zeCommandListClose(regular));
    return regular;
  }
};

TEST_F(CommandQueueTest, ExecutesSeveralListsInOneCall) {
  auto* data = shared<std::uint32_t>(1);
  *data = 0;
  ze_command_list_handle_t lists[] = {adding(data, 1), adding(data, 10), adding(data, 100)};
  const auto asynchronous = queue();
  ASSERT_ZE(zeCommandQueueExecuteCommandLists(asynchronous, 3, lists, nullptr));
  ASSERT_ZE(zeCommandQueueSynchronize(asynchronous, kForever));
  EXPECT_EQ(*data, 111U);
}

TEST_F(CommandQueueTest, SynchronousQueuesAreDoneWhenTheyReturn) {
  auto* data = shared<std::uint32_t>(1);
  *data = 0;
  auto regular = adding(data, 1);
  ASSERT_ZE(zeCommandQueueExecuteCommandLists(queue(ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS), 1, &regular,
                                              nullptr));
  EXPECT_EQ(*data, 1U);
}

TEST_F(CommandQueueTest, OneListRunsOnSeveralQueues) {
  auto* data = shared<std::uint32_t>(1);
  *data = 0;
  auto regular = adding(data, 1);
  for (int i = 0; i < 3; ++i) {
    const auto each = queue();
    ASSERT_ZE(zeCommandQueueExecuteCommandLists(each, 1, &regular, nullptr));
    ASSERT_ZE(zeCommandQueueSynchronize(each, kForever));
  }
  EXPECT_EQ(*data, 3U);
}

TEST_F(CommandQueueTest, QueuesOverlap) {
  // Each waits for an event that only the other signals: one after the other they would never end.
  const auto event = events(2);
  ze_command_queue_handle_t queues[] = {queue(), queue()};
  for (std::size_t i = 0; i < 2; ++i) {
    auto regular = list();
    ze_event_handle_t other = event[1 - i];
    ASSERT_ZE(zeCommandListAppendSignalEvent(regular, event[i]));
    ASSERT_ZE(zeCommandListAppendBarrier(regular, nullptr, 1, &other));
    ASSERT_ZE(zeCommandListClose(regular));
    ASSERT_ZE(zeCommandQueueExecuteCommandLists(queues[i], 1, &regular, nullptr));
  }
  for (auto each : queues) EXPECT_ZE(zeCommandQueueSynchronize(each, kForever));
}

TEST_F(CommandQueueTest, WaitsNoLongerThanToldTo) {
  const auto gate = event();
  auto regular = list();
  auto handle = gate;
  ASSERT_ZE(zeCommandListAppendWaitOnEvents(regular, 1, &handle));
  ASSERT_ZE(zeCommandListClose(regular));
  const auto asynchronous = queue();
  ASSERT_ZE(zeCommandQueueExecuteCommandLists(asynchronous, 1, &regular, nullptr));
  EXPECT_EQ(zeCommandQueueSynchronize(asynchronous, 0), ZE_RESULT_NOT_READY);
  EXPECT_EQ(zeCommandQueueSynchronize(asynchronous, kMillisecond), ZE_RESULT_NOT_READY);
  ASSERT_ZE(zeEventHostSignal(gate));
  EXPECT_ZE(zeCommandQueueSynchronize(asynchronous, kForever));
  EXPECT_ZE(zeCommandQueueSynchronize(asynchronous, 0));
}

TEST_F(CommandQueueTest, CanBeDestroyedWhileItWaits) {
  const auto gate = event();
  auto regular = list();
  auto handle = gate;
  ASSERT_ZE(zeCommandListAppendWaitOnEvents(regular, 1, &handle));
  ASSERT_ZE(zeCommandListClose(regular));
  const auto asynchronous = queue();  // destroyed with the test, and nobody signals
  ASSERT_ZE(zeCommandQueueExecuteCommandLists(asynchronous, 1, &regular, nullptr));
}

TEST_F(CommandQueueTest, RefusesListsThatAreNotForIt) {
  const auto compute = queue();
  auto open = list();
  EXPECT_EQ(zeCommandQueueExecuteCommandLists(compute, 1, &open, nullptr),
            ZE_RESULT_ERROR_INVALID_ARGUMENT);
  auto copies = list(1);
  ASSERT_ZE(zeCommandListClose(copies));
  EXPECT_EQ(zeCommandQueueExecuteCommandLists(compute, 1, &copies, nullptr),
            ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);
  auto at_once = immediate();
  EXPECT_EQ(zeCommandQueueExecuteCommandLists(compute, 1, &at_once, nullptr),
            ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);
}

TEST_F(CommandQueueTest, SaysSoWhereItGetsNoThread) {
  pthread_attr_t usual, too_large;
  pthread_getattr_default_np(&usual);
  pthread_attr_init(&too_large);
  pthread_attr_setstacksize(&too_large, 1UL << 46);
  ze_command_queue_desc_t desc{};
  desc.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC;
  desc.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
  ze_command_queue_handle_t made = nullptr;
  ASSERT_EQ(pthread_setattr_default_np(&too_large), 0);
  EXPECT_EQ(zeCommandQueueCreate(context(), device(), &desc, &made),
            ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY);
  ASSERT_EQ(pthread_setattr_default_np(&usual), 0);
  EXPECT_EQ(made, nullptr);
  // The driver has forgotten the one that was not made, as the end of this process shows.
  ASSERT_ZE(zeCommandQueueCreate(context(), device(), &desc, &made));
  EXPECT_ZE(zeCommandQueueDestroy(made));
}

TEST_F(CommandQueueTest, ChecksItsArguments) {
  const auto compute = queue();
  auto regular = list();
  EXPECT_EQ(zeCommandQueueExecuteCommandLists(compute, 0, &regular, nullptr),
            ZE_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(zeCommandQueueExecuteCommandLists(compute, 1, nullptr, nullptr),
            ZE_RESULT_ERROR_INVALID_NULL_POINTER);
  ze_command_queue_handle_t made = nullptr;
  ze_command_queue_desc_t desc{};
  desc.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC;
  desc.ordinal = 2;
  EXPECT_EQ(zeCommandQueueCreate(context(), device(), &desc, &made),
            ZE_RESULT_ERROR_INVALID_ARGUMENT);
  desc.ordinal = 0;
  desc.index = 1000;
  EXPECT_EQ(zeCommandQueueCreate(context(), device(), &desc, &made),
            ZE_RESULT_ERROR_INVALID_ARGUMENT);
  desc.index = 0;
  desc.mode = static_cast<ze_command_queue_mode_t>(5);
  EXPECT_EQ(zeCommandQueueCreate(context(), device(), &desc, &made),
            ZE_RESULT_ERROR_INVALID_ENUMERATION);
}

}  // namespace
