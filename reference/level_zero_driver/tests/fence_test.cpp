// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "ze_test.hpp"

class FenceTest : public ZeTest {};

TEST_F(FenceTest, TellsWhenListsAreDone) {
  const auto gate = event();
  auto regular = list();
  auto handle = gate;
  ASSERT_ZE(zeCommandListAppendWaitOnEvents(regular, 1, &handle));
  ASSERT_ZE(zeCommandListClose(regular));
  const auto asynchronous = queue();
  const auto done = fence(asynchronous);
  ASSERT_ZE(zeCommandQueueExecuteCommandLists(asynchronous, 1, &regular, done));
  EXPECT_EQ(zeFenceQueryStatus(done), ZE_RESULT_NOT_READY);
  EXPECT_EQ(zeFenceHostSynchronize(done, kMillisecond), ZE_RESULT_NOT_READY);
  ASSERT_ZE(zeEventHostSignal(gate));
  EXPECT_ZE(zeFenceHostSynchronize(done, kForever));
  EXPECT_ZE(zeFenceQueryStatus(done));
}

// The specification forbids it, and Intel's SYCL run time does it behind an event.
TEST_F(FenceTest, MayBeDestroyedBeforeItsListsAreDone) {
  const auto gate = event();
  auto regular = list();
  auto handle = gate;
  ASSERT_ZE(zeCommandListAppendWaitOnEvents(regular, 1, &handle));
  ASSERT_ZE(zeCommandListClose(regular));
  const auto asynchronous = queue();
  for (int i = 0; i < 3; ++i) {
    ze_fence_desc_t desc{ZE_STRUCTURE_TYPE_FENCE_DESC, nullptr, 0};
    ze_fence_handle_t fence = nullptr;
    ASSERT_ZE(zeFenceCreate(asynchronous, &desc, &fence));
    ASSERT_ZE(zeCommandQueueExecuteCommandLists(asynchronous, 1, &regular, fence));
    EXPECT_EQ(zeFenceQueryStatus(fence), ZE_RESULT_NOT_READY);
    ASSERT_ZE(zeFenceDestroy(fence));
  }
  ASSERT_ZE(zeEventHostSignal(gate));
  EXPECT_ZE(zeCommandQueueSynchronize(asynchronous, kForever));
}

TEST_F(FenceTest, IsUsedAgainAfterAReset) {
  auto regular = list();
  ASSERT_ZE(zeCommandListClose(regular));
  const auto asynchronous = queue();
  const auto done = fence(asynchronous);
  for (int i = 0; i < 3; ++i) {
    ASSERT_ZE(zeCommandQueueExecuteCommandLists(asynchronous, 1, &regular, done));
    ASSERT_ZE(zeFenceHostSynchronize(done, kForever));
    EXPECT_EQ(zeCommandQueueExecuteCommandLists(asynchronous, 1, &regular, done),
              ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT);
    ASSERT_ZE(zeFenceReset(done));
    EXPECT_EQ(zeFenceQueryStatus(done), ZE_RESULT_NOT_READY);
  }
}

TEST_F(FenceTest, IsRefusedByAnotherQueue) {
  auto regular = list();
  ASSERT_ZE(zeCommandListClose(regular));
  const auto own = queue(), other = queue();
  const auto done = fence(own);
  EXPECT_EQ(zeCommandQueueExecuteCommandLists(other, 1, &regular, done),
            ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT);
  EXPECT_EQ(zeFenceQueryStatus(done), ZE_RESULT_NOT_READY);
  ASSERT_ZE(zeCommandQueueExecuteCommandLists(own, 1, &regular, done));
  EXPECT_ZE(zeFenceHostSynchronize(done, kForever));
}

TEST_F(FenceTest, CanBeMadeSignalled) {
  ze_fence_desc_t desc{ZE_STRUCTURE_TYPE_FENCE_DESC, nullptr, ZE_FENCE_FLAG_SIGNALED};
  ze_fence_handle_t made = nullptr;
  ASSERT_ZE(zeFenceCreate(queue(), &desc, &made));
  EXPECT_ZE(zeFenceQueryStatus(made));
  EXPECT_ZE(zeFenceDestroy(made));
}

TEST_F(FenceTest, ChecksItsArguments) {
  ze_fence_desc_t desc{ZE_STRUCTURE_TYPE_FENCE_DESC, nullptr, 0x10};
  ze_fence_handle_t made = nullptr;
  EXPECT_EQ(zeFenceCreate(queue(), &desc, &made), ZE_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_EQ(zeFenceCreate(queue(), nullptr, &made), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(zeFenceHostSynchronize(nullptr, 0), ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
}
