// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <thread>

#include "ze_test.hpp"

namespace {

class EventTest : public ZeTest {
 protected:
  void expect_inside(const ze_kernel_timestamp_result_t& stamps, std::uint64_t before,
                     std::uint64_t after) {
    EXPECT_GE(stamps.global.kernelStart, before);
    EXPECT_LE(stamps.global.kernelStart, stamps.global.kernelEnd);
    EXPECT_LE(stamps.global.kernelEnd, after);
  }
  std::uint64_t now() {
    std::uint64_t host = 0, on_device = 0;
    EXPECT_ZE(zeDeviceGetGlobalTimestamps(device(), &host, &on_device));
    return on_device;
  }
};

TEST_F(EventTest, CountersAreRefused) {
  // ze_event_pool_counter_based_exp_desc_t
  struct {
    ze_structure_type_t stype = static_cast<ze_structure_type_t>(0x00020014);
    const void* next = nullptr;
    std::uint32_t flags = 1;
  } counters;
  const ze_event_pool_desc_t desc{ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, &counters, 0, 1};
  ze_event_pool_handle_t pool = nullptr;
  EXPECT_EQ(zeEventPoolCreate(context(), &desc, 0, nullptr, &pool),
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

TEST_F(EventTest, IsSignalledAndResetByTheHost) {
  const auto flag = event();
  EXPECT_EQ(zeEventQueryStatus(flag), ZE_RESULT_NOT_READY);
  ASSERT_ZE(zeEventHostSignal(flag));
  EXPECT_ZE(zeEventQueryStatus(flag));
  EXPECT_ZE(zeEventHostSynchronize(flag, 0));
  ASSERT_ZE(zeEventHostReset(flag));
  EXPECT_EQ(zeEventQueryStatus(flag), ZE_RESULT_NOT_READY);
}

TEST_F(EventTest, IsSignalledAndResetByTheDevice) {
  const auto flag = event();
  const auto at_once = immediate();
  ASSERT_ZE(zeCommandListAppendSignalEvent(at_once, flag));
  EXPECT_ZE(zeEventQueryStatus(flag));
  ASSERT_ZE(zeCommandListAppendEventReset(at_once, flag));
  EXPECT_EQ(zeEventQueryStatus(flag), ZE_RESULT_NOT_READY);
}

TEST_F(EventTest, TimesOut) {
  const auto flag = event();
  EXPECT_EQ(zeEventHostSynchronize(flag, 0), ZE_RESULT_NOT_READY);
  EXPECT_EQ(zeEventHostSynchronize(flag, kMillisecond), ZE_RESULT_NOT_READY);
}

TEST_F(EventTest, HasSeveralWaiters) {
  const auto flags = events(4);
  const auto gate = flags[0];
  std::vector<ze_command_queue_handle_t> queues;
  for (std::size_t i = 1; i < 4; ++i) {
    auto regular = list();
    auto handle = gate;
    ASSERT_ZE(zeCommandListAppendBarrier(regular, flags[i], 1, &handle));
    ASSERT_ZE(zeCommandListClose(regular));
    queues.push_back(queue());
    ASSERT_ZE(zeCommandQueueExecuteCommandLists(queues.back(), 1, &regular, nullptr));
  }
  std::thread host([&] { EXPECT_ZE(zeEventHostSynchronize(gate, kForever)); });
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(zeEventQueryStatus(flags[i]), ZE_RESULT_NOT_READY);
  ASSERT_ZE(zeEventHostSignal(gate));
  host.join();
  for (std::size_t i = 1; i < 4; ++i) EXPECT_ZE(zeEventHostSynchronize(flags[i], kForever));
  for (auto each : queues) EXPECT_ZE(zeCommandQueueSynchronize(each, kForever));
}

TEST_F(EventTest, OneCommandWaitsForSeveral) {
  auto waits = events(3);
  const auto done = event();
  const auto asynchronous = immediate(ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
  ASSERT_ZE(zeCommandListAppendBarrier(asynchronous, done, 3, waits.data()));
  ASSERT_ZE(zeEventHostSignal(waits[2]));
  ASSERT_ZE(zeEventHostSignal(waits[0]));
  EXPECT_EQ(zeEventHostSynchronize(done, kMillisecond), ZE_RESULT_NOT_READY);
  ASSERT_ZE(zeEventHostSignal(waits[1]));
  EXPECT_ZE(zeEventHostSynchronize(done, kForever));
}

TEST_F(EventTest, IsUsedAgainAfterAReset) {
  const auto flag = event();
  const auto at_once = immediate();
  const auto nothing = basic("nothing");
  std::uint64_t last_end = 0;
  for (int i = 0; i < 5; ++i) {
    ASSERT_ZE(zeCommandListAppendLaunchKernel(at_once, nothing, &kSingleGroup, flag, 0, nullptr));
    ze_kernel_timestamp_result_t stamps{};
    ASSERT_ZE(zeEventQueryKernelTimestamp(flag, &stamps));
    EXPECT_GT(stamps.global.kernelEnd, last_end);
    last_end = stamps.global.kernelEnd;
    ASSERT_ZE(zeEventHostReset(flag));
    EXPECT_EQ(zeEventQueryKernelTimestamp(flag, &stamps), ZE_RESULT_NOT_READY);
  }
}

TEST_F(EventTest, StampsKernels) {
  const auto spin = basic("spin");
  set(spin, 0, shared<std::uint32_t>(1));
  set(spin, 1, 1'000'000U);
  const auto flag = event();
  const auto before = now();
  ASSERT_ZE(zeCommandListAppendLaunchKernel(immediate(), spin, &kSingleGroup, flag, 0, nullptr));
  const auto after = now();
  ze_kernel_timestamp_result_t stamps{};
  ASSERT_ZE(zeEventQueryKernelTimestamp(flag, &stamps));
  expect_inside(stamps, before, after);
  EXPECT_GT(stamps.global.kernelEnd - stamps.global.kernelStart, 100'000U);
  EXPECT_EQ(stamps.global.kernelEnd - stamps.global.kernelStart,
            stamps.context.kernelEnd - stamps.context.kernelStart);
}

TEST_F(EventTest, StampsCopies) {
  std::vector<char> from(1 << 20), to(1 << 20);
  const auto flag = event();
  const auto before = now();
  ASSERT_ZE(zeCommandListAppendMemoryCopy(immediate(), to.data(), from.data(), from.size(), flag, 0,
                                          nullptr));
  ze_kernel_timestamp_result_t stamps{};
  ASSERT_ZE(zeEventQueryKernelTimestamp(flag, &stamps));
  expect_inside(stamps, before, now());
  EXPECT_LT(stamps.global.kernelStart, stamps.global.kernelEnd);
}

TEST_F(EventTest, TheDeviceWritesStampsToo) {
  auto flags = events(2);
  const auto nothing = basic("nothing");
  auto* packed = shared<ze_kernel_timestamp_result_t>(2);
  auto* spread = shared<ze_kernel_timestamp_result_t>(4);
  const std::size_t offsets[] = {3 * sizeof *spread, sizeof *spread};
  const auto regular = list();
  for (auto flag : flags)
    ASSERT_ZE(zeCommandListAppendLaunchKernel(regular, nothing, &kSingleGroup, flag, 0, nullptr));
  ASSERT_ZE(zeCommandListAppendBarrier(regular, nullptr, 0, nullptr));
  ASSERT_ZE(zeCommandListAppendQueryKernelTimestamps(regular, 2, flags.data(), packed, nullptr,
                                                     nullptr, 0, nullptr));
  ASSERT_ZE(zeCommandListAppendQueryKernelTimestamps(regular, 2, flags.data(), spread, offsets,
                                                     nullptr, 0, nullptr));
  run(regular);
  for (std::size_t i = 0; i < 2; ++i) {
    ze_kernel_timestamp_result_t stamps{};
    ASSERT_ZE(zeEventQueryKernelTimestamp(flags[i], &stamps));
    EXPECT_EQ(packed[i].global.kernelStart, stamps.global.kernelStart);
    EXPECT_EQ(packed[i].context.kernelEnd, stamps.context.kernelEnd);
    EXPECT_EQ(spread[offsets[i] / sizeof *spread].global.kernelEnd, stamps.global.kernelEnd);
  }
}

TEST_F(EventTest, HasNoStampsWithoutTheFlag) {
  const auto flag = events(1, ZE_EVENT_POOL_FLAG_HOST_VISIBLE).front();
  ASSERT_ZE(zeEventHostSignal(flag));
  ze_kernel_timestamp_result_t stamps{};
  EXPECT_EQ(zeEventQueryKernelTimestamp(flag, &stamps),
            ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT);
}

TEST_F(EventTest, HasTheStampsOfOneDevice) {
  const auto flag = event();
  ASSERT_ZE(zeEventHostSignal(flag));
  std::uint32_t count = 0;
  ASSERT_ZE(zeEventQueryTimestampsExp(flag, device(), &count, nullptr));
  ASSERT_EQ(count, 1U);
  ze_kernel_timestamp_result_t stamps{}, same{};
  ASSERT_ZE(zeEventQueryTimestampsExp(flag, device(), &count, &stamps));
  ASSERT_ZE(zeEventQueryKernelTimestamp(flag, &same));
  EXPECT_EQ(stamps.global.kernelStart, same.global.kernelStart);
}

TEST_F(EventTest, PoolsOutliveTheirEvents) {
  ze_event_pool_desc_t desc{ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, nullptr, 0, 2};
  ze_event_pool_handle_t pool = nullptr;
  ASSERT_ZE(zeEventPoolCreate(context(), &desc, 0, nullptr, &pool));
  ze_event_desc_t event_desc{ZE_STRUCTURE_TYPE_EVENT_DESC, nullptr, 1, 0, 0};
  ze_event_handle_t made = nullptr, second = nullptr;
  ASSERT_ZE(zeEventCreate(pool, &event_desc, &made));
  EXPECT_EQ(zeEventCreate(pool, &event_desc, &second), ZE_RESULT_ERROR_INVALID_ARGUMENT);
  event_desc.index = 2;
  EXPECT_EQ(zeEventCreate(pool, &event_desc, &second), ZE_RESULT_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(zeEventPoolDestroy(pool), ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE);
  EXPECT_ZE(zeEventDestroy(made));
  EXPECT_ZE(zeEventPoolDestroy(pool));
}

TEST_F(EventTest, ChecksItsArguments) {
  ze_event_pool_desc_t desc{ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, nullptr, 0, 0};
  ze_event_pool_handle_t pool = nullptr;
  EXPECT_EQ(zeEventPoolCreate(context(), &desc, 0, nullptr, &pool), ZE_RESULT_ERROR_INVALID_SIZE);
  desc.count = 1;
  desc.flags = 0x100;
  EXPECT_EQ(zeEventPoolCreate(context(), &desc, 0, nullptr, &pool),
            ZE_RESULT_ERROR_INVALID_ENUMERATION);
  desc.flags = ZE_EVENT_POOL_FLAG_IPC;
  EXPECT_EQ(zeEventPoolCreate(context(), &desc, 0, nullptr, &pool),
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(zeEventQueryStatus(nullptr), ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(zeEventQueryKernelTimestamp(event(), nullptr), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
}

}  // namespace
