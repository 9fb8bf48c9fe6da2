// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// What several threads may do at once, for the thread sanitizer to watch.

#include <array>
#include <thread>

#include "ze_test.hpp"

namespace {

constexpr std::size_t kThreads = 4;
constexpr std::uint32_t kRounds = 50;

class ThreadsTest : public ZeTest {
 protected:
  template <class Work>
  static void in_threads(Work work) {
    std::array<std::thread, kThreads> threads;
    for (std::size_t i = 0; i < kThreads; ++i) threads[i] = std::thread(work, i);
    for (std::thread& thread : threads) thread.join();
  }
  ze_kernel_handle_t adding(std::uint32_t* data) {
    const auto add = basic("add");
    set(add, 0, data);
    set(add, 1, 1U);
    return add;
  }
};

TEST_F(ThreadsTest, EachWithAListAndAQueueOfItsOwn) {
  auto* data = shared<std::uint32_t>(kThreads);
  std::array<ze_command_list_handle_t, kThreads> lists;
  std::array<ze_command_queue_handle_t, kThreads> queues;
  std::array<ze_kernel_handle_t, kThreads> kernels;
  for (std::size_t i = 0; i < kThreads; ++i) {
    data[i] = 0;
    lists[i] = list();
    queues[i] = queue();
    kernels[i] = adding(data + i);
  }
  in_threads([&](std::size_t i) {
    for (std::uint32_t round = 0; round < kRounds; ++round) {
      EXPECT_ZE(zeCommandListAppendLaunchKernel(lists[i], kernels[i], &kSingleGroup, nullptr, 0,
                                                nullptr));
      EXPECT_ZE(zeCommandListClose(lists[i]));
      EXPECT_ZE(zeCommandQueueExecuteCommandLists(queues[i], 1, &lists[i], nullptr));
      EXPECT_ZE(zeCommandQueueSynchronize(queues[i], kForever));
      EXPECT_ZE(zeCommandListReset(lists[i]));
    }
  });
  for (std::size_t i = 0; i < kThreads; ++i) EXPECT_EQ(data[i], kRounds);
}

TEST_F(ThreadsTest, OneQueueForAll) {
  auto* data = shared<std::uint32_t>(1);
  for (const auto mode : {ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS}) {
    *data = 0;
    const auto kernel = adding(data);
    auto regular = list();
    ASSERT_ZE(zeCommandListAppendLaunchKernel(regular, kernel, &kSingleGroup, nullptr, 0, nullptr));
    ASSERT_ZE(zeCommandListClose(regular));
    const auto common = queue(mode);
    in_threads([&](std::size_t) {
      auto handle = regular;
      for (std::uint32_t round = 0; round < kRounds; ++round)
        EXPECT_ZE(zeCommandQueueExecuteCommandLists(common, 1, &handle, nullptr));
      EXPECT_ZE(zeCommandQueueSynchronize(common, kForever));
    });
    EXPECT_EQ(*data, kThreads * kRounds);
  }
}

TEST_F(ThreadsTest, EventsPassAToken) {
  // Queue i adds when its event is set, and sets the next one's: a ring, turned by the host.
  auto* data = shared<std::uint32_t>(1);
  *data = 0;
  const auto kernel = adding(data);
  const auto ring = events(kThreads + 1);
  std::array<ze_command_queue_handle_t, kThreads> queues;
  std::array<ze_command_list_handle_t, kThreads> lists;
  for (std::size_t i = 0; i < kThreads; ++i) {
    queues[i] = queue();
    lists[i] = list();
    auto mine = ring[i];
    ASSERT_ZE(zeCommandListAppendWaitOnEvents(lists[i], 1, &mine));
    ASSERT_ZE(zeCommandListAppendEventReset(lists[i], mine));
    ASSERT_ZE(zeCommandListAppendBarrier(lists[i], nullptr, 0, nullptr));
    ASSERT_ZE(
        zeCommandListAppendLaunchKernel(lists[i], kernel, &kSingleGroup, ring[i + 1], 0, nullptr));
    ASSERT_ZE(zeCommandListClose(lists[i]));
  }
  for (std::uint32_t round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < kThreads; ++i)
      ASSERT_ZE(zeCommandQueueExecuteCommandLists(queues[i], 1, &lists[i], nullptr));
    ASSERT_ZE(zeEventHostSignal(ring[0]));
    ASSERT_ZE(zeEventHostSynchronize(ring[kThreads], kForever));
    ASSERT_ZE(zeEventHostReset(ring[kThreads]));
  }
  for (auto each : queues) ASSERT_ZE(zeCommandQueueSynchronize(each, kForever));
  EXPECT_EQ(*data, kThreads * kRounds);
}

TEST_F(ThreadsTest, FencesAndTimestampsAcrossThreads) {
  const auto flag = event();
  auto regular = list();
  ASSERT_ZE(zeCommandListAppendEventReset(regular, flag));
  ASSERT_ZE(zeCommandListAppendBarrier(regular, nullptr, 0, nullptr));
  ASSERT_ZE(
      zeCommandListAppendLaunchKernel(regular, basic("nothing"), &kSingleGroup, flag, 0, nullptr));
  ASSERT_ZE(zeCommandListClose(regular));
  const auto asynchronous = queue();
  const auto done = fence(asynchronous);
  for (std::uint32_t round = 0; round < kRounds; ++round) {
    ASSERT_ZE(zeCommandQueueExecuteCommandLists(asynchronous, 1, &regular, done));
    in_threads([&](std::size_t) {
      EXPECT_ZE(zeFenceHostSynchronize(done, kForever));
      ze_kernel_timestamp_result_t stamps{};
      EXPECT_ZE(zeEventQueryKernelTimestamp(flag, &stamps));
      EXPECT_NE(stamps.global.kernelStart, 0U);
    });
    ASSERT_ZE(zeFenceReset(done));
  }
}

TEST_F(ThreadsTest, MemoryAndModules) {
  ze_host_mem_alloc_desc_t desc{ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC, nullptr, 0};
  const auto built = module("basic");
  in_threads([&](std::size_t) {
    for (std::uint32_t round = 0; round < kRounds; ++round) {
      void* memory = nullptr;
      EXPECT_ZE(zeMemAllocHost(context(), &desc, 4096, 0, &memory));
      ze_memory_allocation_properties_t properties{};
      properties.stype = ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES;
      EXPECT_ZE(zeMemGetAllocProperties(context(), memory, &properties, nullptr));
      EXPECT_EQ(properties.type, ZE_MEMORY_TYPE_HOST);
      EXPECT_ZE(zeMemFree(context(), memory));
      ze_kernel_desc_t kernel_desc{ZE_STRUCTURE_TYPE_KERNEL_DESC, nullptr, 0, "add"};
      ze_kernel_handle_t kernel = nullptr;
      EXPECT_ZE(zeKernelCreate(built, &kernel_desc, &kernel));
      EXPECT_ZE(zeKernelDestroy(kernel));
    }
  });
}

}  // namespace
