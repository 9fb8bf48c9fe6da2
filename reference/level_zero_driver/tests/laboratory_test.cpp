// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// Each suite wants the environment that CMakeLists.txt gives it.

#include <sys/mman.h>

#include <cstring>
#include <thread>

#include "ze_test.hpp"

namespace {

std::uint64_t mask(std::uint32_t bits) { return bits == 64 ? UINT64_MAX : (1ULL << bits) - 1; }

class LaboratoryTest : public ZeTest {
 protected:
  ze_device_properties_t properties() {
    ze_device_properties_t properties{};
    properties.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2;
    EXPECT_ZE(zeDeviceGetProperties(device(), &properties));
    return properties;
  }
};

using LaboratoryWrap = LaboratoryTest;
using LaboratoryContextOrigin = LaboratoryTest;
using LaboratoryTrap = LaboratoryTest;
using LaboratoryOutOfOrder = LaboratoryTest;
using LaboratoryLateSignals = LaboratoryTest;
using LaboratoryPlannedFailure = LaboratoryTest;
using LaboratoryLostDevice = LaboratoryTest;
using LaboratorySuggestOne = LaboratoryTest;
using LaboratoryExecuteNothing = LaboratoryTest;
using LaboratoryGpu = LaboratoryTest;
using LaboratoryCallCounts = LaboratoryTest;

TEST_F(LaboratoryWrap, HappensWhileKernelsRunAndEveryDifferenceIsRight) {
  const auto timer = properties();
  const std::uint64_t global_mask = mask(timer.timestampValidBits);
  const std::uint64_t kernel_mask = mask(timer.kernelTimestampValidBits);
  const double hz = static_cast<double>(timer.timerResolution);
  const auto spin = basic("spin");
  set(spin, 0, shared<std::uint32_t>(1));
  set(spin, 1, 3'000'000U);
  const auto flag = event();
  auto* stamps = shared<std::uint64_t>(2);
  const auto at_once = immediate();
  int global_wraps = 0, kernel_wraps = 0;
  std::uint64_t host[2], pair[2], begin = 0;
  ASSERT_ZE(zeDeviceGetGlobalTimestamps(device(), &begin, &pair[0]));
  // The start tick lies a second before the wrap.
  for (host[1] = begin; global_wraps == 0 && host[1] - begin < 5000 * kMillisecond;) {
    ASSERT_ZE(zeDeviceGetGlobalTimestamps(device(), &host[0], &pair[0]));
    ASSERT_ZE(zeCommandListAppendWriteGlobalTimestamp(at_once, stamps, nullptr, 0, nullptr));
    ASSERT_ZE(zeCommandListAppendLaunchKernel(at_once, spin, &kSingleGroup, flag, 0, nullptr));
    ASSERT_ZE(zeCommandListAppendWriteGlobalTimestamp(at_once, stamps + 1, nullptr, 0, nullptr));
    ASSERT_ZE(zeDeviceGetGlobalTimestamps(device(), &host[1], &pair[1]));
    ze_kernel_timestamp_result_t kernel{};
    ASSERT_ZE(zeEventQueryKernelTimestamp(flag, &kernel));
    ASSERT_ZE(zeEventHostReset(flag));
    const auto seconds = [hz](std::uint64_t from, std::uint64_t to, std::uint64_t valid) {
      EXPECT_EQ(from & ~valid, 0U);
      EXPECT_EQ(to & ~valid, 0U);
      return static_cast<double>((to - from) & valid) / hz;
    };
    const double on_host = static_cast<double>(host[1] - host[0]) * 1e-9;
    const double tick = 1 / hz;
    const double around = seconds(pair[0], pair[1], global_mask);
    const double bracket = seconds(stamps[0], stamps[1], global_mask);
    const double inside = seconds(kernel.global.kernelStart, kernel.global.kernelEnd, kernel_mask);
    EXPECT_NEAR(around, on_host, 2 * tick);
    EXPECT_LE(bracket, around + tick);
    EXPECT_LE(inside, bracket + tick);
    EXPECT_GT(inside, 0.0005);  // three million dependent steps
    global_wraps += pair[1] < pair[0];
    kernel_wraps += (pair[1] & kernel_mask) < (pair[0] & kernel_mask);
  }
  // The 36 bits of one and the 32 of the other both run over at the start tick that was chosen.
  EXPECT_EQ(global_wraps, 1);
  EXPECT_EQ(kernel_wraps, 1);
}

TEST_F(LaboratoryContextOrigin, IsAnother) {
  const auto flag = event();
  ASSERT_ZE(zeCommandListAppendLaunchKernel(immediate(), basic("nothing"), &kSingleGroup, flag, 0,
                                            nullptr));
  ze_kernel_timestamp_result_t stamps{};
  ASSERT_ZE(zeEventQueryKernelTimestamp(flag, &stamps));
  EXPECT_EQ(stamps.context.kernelStart - stamps.global.kernelStart, 123456789U);
  EXPECT_EQ(stamps.context.kernelEnd - stamps.global.kernelEnd, 123456789U);
}

TEST_F(LaboratoryTrap, NamesTheAllocationThatTheHostTouched) {
  testing::FLAGS_gtest_death_test_style = "fast";
  auto* memory = static_cast<volatile char*>(device_memory(1000));
  EXPECT_DEATH(
      memory[17] = 1,
      "the host touched device memory at .*: byte 17 of the 1000 bytes of device allocation");
  EXPECT_DEATH(static_cast<void>(memory[999]), "byte 999 of the 1000 bytes");
}

TEST_F(LaboratoryTrap, LeavesOtherFaultsAlone) {
  void* closed = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(closed, MAP_FAILED);
  EXPECT_DEATH(*static_cast<volatile char*>(closed) = 1,
               testing::Not(testing::HasSubstr("device memory")));
  munmap(closed, 4096);
}

TEST_F(LaboratoryTrap, TheDeviceReadsAndWritesAsBefore) {
  auto* memory = static_cast<std::uint32_t*>(device_memory(256));
  std::vector<std::uint32_t> out(64);
  const auto at_once = immediate();
  const std::uint32_t five = 5;
  ASSERT_ZE(zeCommandListAppendMemoryFill(at_once, memory, &five, 4, 256, nullptr, 0, nullptr));
  const auto add = basic("add");
  set(add, 0, memory + 32);
  set(add, 1, 1U);
  const ze_group_count_t half{32, 1, 1};
  ASSERT_ZE(zeCommandListAppendLaunchKernel(at_once, add, &half, nullptr, 0, nullptr));
  ASSERT_ZE(zeCommandListAppendMemoryCopy(at_once, out.data(), memory, 256, nullptr, 0, nullptr));
  EXPECT_EQ(out[31], 5U);
  EXPECT_EQ(out[32], 6U);
  auto* on_device = static_cast<std::uint64_t*>(device_memory(64));
  ASSERT_ZE(zeCommandListAppendWriteGlobalTimestamp(at_once, on_device, nullptr, 0, nullptr));
  std::uint64_t stamp = 0;
  ASSERT_ZE(zeCommandListAppendMemoryCopy(at_once, &stamp, on_device, 8, nullptr, 0, nullptr));
  EXPECT_NE(stamp, 0U);
}

TEST_F(LaboratoryTrap, SharedAndHostMemoryStayOpen) {
  shared<char>(16)[3] = 1;
  static_cast<char*>(host_memory(16))[3] = 1;
}

TEST_F(LaboratoryOutOfOrder, ShowsThatABarrierIsMissing) {
  auto* data = shared<std::uint32_t>(2);
  const auto copy_twice = [&](bool with_barrier) {
    data[0] = 1;
    data[1] = 0;
    std::uint32_t result = 0;
    const auto regular = list();
    const auto ordered = [&] {
      if (with_barrier) {
        EXPECT_ZE(zeCommandListAppendBarrier(regular, nullptr, 0, nullptr));
      }
    };
    EXPECT_ZE(zeCommandListAppendMemoryCopy(regular, data + 1, data, 4, nullptr, 0, nullptr));
    ordered();
    EXPECT_ZE(zeCommandListAppendMemoryCopy(regular, &result, data + 1, 4, nullptr, 0, nullptr));
    run(regular);
    return result;
  };
  EXPECT_EQ(copy_twice(true), 1U);
  EXPECT_EQ(copy_twice(false), 0U);
}

TEST_F(LaboratoryOutOfOrder, EventsAreOrderEnough) {
  const auto first_done = event();
  auto* data = shared<std::uint32_t>(2);
  data[0] = 1;
  data[1] = 0;
  std::uint32_t result = 0;
  const auto regular = list();
  auto waits = first_done;
  ASSERT_ZE(zeCommandListAppendMemoryCopy(regular, data + 1, data, 4, first_done, 0, nullptr));
  ASSERT_ZE(zeCommandListAppendMemoryCopy(regular, &result, data + 1, 4, nullptr, 1, &waits));
  run(regular);
  EXPECT_EQ(result, 1U);
}

TEST_F(LaboratoryOutOfOrder, ChangesAsynchronousImmediateListsToo) {
  auto* data = shared<std::uint32_t>(2);
  data[0] = 1;
  data[1] = 0;
  std::uint32_t result = 7;
  const auto at_once = immediate(ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
  const auto flags = events(2);
  ASSERT_ZE(zeCommandListAppendMemoryCopy(at_once, data + 1, data, 4, flags[0], 0, nullptr));
  ASSERT_ZE(zeCommandListAppendMemoryCopy(at_once, &result, data + 1, 4, flags[1], 0, nullptr));
  for (auto flag : flags) ASSERT_ZE(zeEventHostSynchronize(flag, kForever));
  EXPECT_EQ(result, 0U);
}

TEST_F(LaboratoryLateSignals, ComeAfterTheWork) {
  const auto flag = event();
  auto* data = shared<std::uint32_t>(1);
  *data = 0;
  const auto write = basic("add");
  set(write, 0, data);
  set(write, 1, 1U);
  const auto at_once = immediate(ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
  std::uint64_t host = 0, before = 0, after = 0;
  ASSERT_ZE(zeCommandListAppendLaunchKernel(at_once, write, &kSingleGroup, flag, 0, nullptr));
  while (*static_cast<volatile std::uint32_t*>(data) == 0) std::this_thread::yield();
  ASSERT_ZE(zeDeviceGetGlobalTimestamps(device(), &host, &before));
  EXPECT_EQ(zeEventQueryStatus(flag), ZE_RESULT_NOT_READY);
  ASSERT_ZE(zeEventHostSynchronize(flag, kForever));
  ASSERT_ZE(zeDeviceGetGlobalTimestamps(device(), &host, &after));
  EXPECT_GT(after - before, 10 * kMillisecond);  // of 20
  ze_kernel_timestamp_result_t stamps{};
  ASSERT_ZE(zeEventQueryKernelTimestamp(flag, &stamps));
  EXPECT_LT(stamps.global.kernelEnd, before + 10 * kMillisecond);  // the stamps are not late
}

TEST_F(LaboratoryPlannedFailure, HitsThatCallAndDoesNothing) {
  ze_host_mem_alloc_desc_t desc{ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC, nullptr, 0};
  void *first = nullptr, *second = nullptr, *third = nullptr;
  EXPECT_ZE(zeMemAllocHost(context(), &desc, 64, 0, &first));
  EXPECT_EQ(zeMemAllocHost(context(), &desc, 64, 0, &second), ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY);
  EXPECT_EQ(second, nullptr);
  EXPECT_ZE(zeMemAllocHost(context(), &desc, 64, 0, &third));
  EXPECT_ZE(zeMemFree(context(), first));
  EXPECT_ZE(zeMemFree(context(), third));
  const auto regular = list();
  EXPECT_EQ(zeCommandListClose(regular), ZE_RESULT_ERROR_UNKNOWN);
  EXPECT_ZE(zeCommandListClose(regular));
}

TEST_F(LaboratoryLostDevice, EndsEveryWaitAndCanBeCleanedUp) {
  const auto nothing = basic("nothing");
  const auto flag = event();
  auto regular = list();
  ASSERT_ZE(zeCommandListAppendLaunchKernel(regular, nothing, &kSingleGroup, nullptr, 0, nullptr));
  ASSERT_ZE(zeCommandListAppendLaunchKernel(regular, nothing, &kSingleGroup, flag, 0, nullptr));
  ASSERT_ZE(zeCommandListClose(regular));
  const auto asynchronous = queue();
  ASSERT_ZE(zeDeviceGetStatus(device()));
  ASSERT_ZE(zeCommandQueueExecuteCommandLists(asynchronous, 1, &regular, nullptr));
  EXPECT_EQ(zeEventHostSynchronize(flag, kForever), ZE_RESULT_ERROR_DEVICE_LOST);
  EXPECT_EQ(zeCommandQueueSynchronize(asynchronous, kForever), ZE_RESULT_ERROR_DEVICE_LOST);
  EXPECT_EQ(zeEventQueryStatus(flag), ZE_RESULT_ERROR_DEVICE_LOST);
  EXPECT_EQ(zeDeviceGetStatus(device()), ZE_RESULT_ERROR_DEVICE_LOST);
  EXPECT_EQ(zeCommandQueueExecuteCommandLists(asynchronous, 1, &regular, nullptr),
            ZE_RESULT_ERROR_DEVICE_LOST);
  EXPECT_NE(std::string(properties().name), "");
}

TEST_F(LaboratoryLostDevice, IsReportedWhenTheKernelsBeforeAreDone) {
  const auto spin = basic("spin");
  auto* out = shared<std::uint32_t>(1);
  *out = 0;
  set(spin, 0, out);
  set(spin, 1, 3'000'000U);  // some milliseconds
  auto regular = list();
  ASSERT_ZE(zeCommandListAppendLaunchKernel(regular, spin, &kSingleGroup, nullptr, 0, nullptr));
  ASSERT_ZE(zeCommandListAppendLaunchKernel(regular, spin, &kSingleGroup, nullptr, 0, nullptr));
  ASSERT_ZE(zeCommandListClose(regular));
  const auto synchronous = queue(ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
  EXPECT_EQ(zeCommandQueueExecuteCommandLists(synchronous, 1, &regular, nullptr),
            ZE_RESULT_ERROR_DEVICE_LOST);
  EXPECT_NE(*out, 0U);  // and nothing writes it any more
}

TEST_F(LaboratorySuggestOne, SuggestsOne) {
  std::uint32_t x = 0, y = 0, z = 0;
  ASSERT_ZE(zeKernelSuggestGroupSize(basic("nothing"), 1024, 16, 4, &x, &y, &z));
  EXPECT_THAT((std::vector{x, y, z}), testing::ElementsAre(1, 1, 1));
}

TEST_F(LaboratoryExecuteNothing, SucceedsAndDoesNothing) {
  auto* data = shared<std::uint32_t>(1);
  *data = 7;
  const auto write = basic("write_ids");
  set(write, 0, data);
  const auto flag = event();
  ASSERT_ZE(zeCommandListAppendLaunchKernel(immediate(), write, &kSingleGroup, flag, 0, nullptr));
  auto regular = list();
  ASSERT_ZE(zeCommandListAppendLaunchKernel(regular, write, &kSingleGroup, flag, 0, nullptr));
  ASSERT_ZE(zeCommandListClose(regular));
  const auto asynchronous = queue();
  const auto done = fence(asynchronous);
  ASSERT_ZE(zeCommandQueueExecuteCommandLists(asynchronous, 1, &regular, done));
  EXPECT_ZE(zeCommandQueueSynchronize(asynchronous, kForever));
  EXPECT_ZE(zeFenceHostSynchronize(done, kForever));
  EXPECT_ZE(zeEventHostSynchronize(flag, kForever));
  EXPECT_EQ(zeEventQueryStatus(flag), ZE_RESULT_NOT_READY);
  ze_kernel_timestamp_result_t stamps{};
  EXPECT_EQ(zeEventQueryKernelTimestamp(flag, &stamps), ZE_RESULT_NOT_READY);
  EXPECT_EQ(*data, 7U);
}

TEST_F(LaboratoryGpu, CallsItselfAGpu) {
  EXPECT_EQ(properties().type, ZE_DEVICE_TYPE_GPU);
  EXPECT_ZE(zeInit(ZE_INIT_FLAG_GPU_ONLY));
}

TEST_F(LaboratoryCallCounts, AreWrittenAtTheEnd) {
  // The file is read by a test of CMakeLists.txt, when this process has ended.
  EXPECT_ZE(zeContextGetStatus(context()));
  EXPECT_ZE(zeContextGetStatus(context()));
}

}  // namespace
