// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <numeric>

#include "ze_test.hpp"

namespace {

class CommandListTest : public ZeTest {
 protected:
  void append(ze_command_list_handle_t list, ze_kernel_handle_t kernel,
              ze_group_count_t groups = kSingleGroup) {
    ASSERT_ZE(zeCommandListAppendLaunchKernel(list, kernel, &groups, nullptr, 0, nullptr));
  }
  void barrier(ze_command_list_handle_t list) {
    ASSERT_ZE(zeCommandListAppendBarrier(list, nullptr, 0, nullptr));
  }
};

TEST_F(CommandListTest, ReplaysWithTheArgumentsAsAppended) {
  const auto add = basic("add");
  const auto regular = list();
  auto *first = shared<std::uint32_t>(1), *second = shared<std::uint32_t>(1);
  *first = *second = 0;
  set(add, 0, first);
  set(add, 1, 1U);
  append(regular, add);
  barrier(regular);
  set(add, 0, second);
  set(add, 1, 100U);
  append(regular, add);
  set(add, 1, 7777U);  // after the appends: for nobody
  ASSERT_ZE(zeCommandListClose(regular));
  auto executes = queue();
  auto handle = regular;
  for (int i = 0; i < 10; ++i) {
    ASSERT_ZE(zeCommandQueueExecuteCommandLists(executes, 1, &handle, nullptr));
    ASSERT_ZE(zeCommandQueueSynchronize(executes, kForever));
  }
  EXPECT_EQ(*first, 10U);
  EXPECT_EQ(*second, 1000U);
}

TEST_F(CommandListTest, IsEmptyAfterAReset) {
  const auto add = basic("add");
  auto* data = shared<std::uint32_t>(1);
  *data = 0;
  set(add, 0, data);
  set(add, 1, 1U);
  const auto regular = list();
  append(regular, add);
  run(regular);
  ASSERT_ZE(zeCommandListReset(regular));
  set(add, 1, 10U);
  append(regular, add);
  run(regular);
  EXPECT_EQ(*data, 11U);
}

TEST_F(CommandListTest, CopiesBetweenAllKindsOfMemory) {
  static constexpr std::size_t kBytes = 10000;
  std::vector<char> heap(kBytes), back(kBytes);
  std::iota(heap.begin(), heap.end(), '\0');
  void *on_device = device_memory(kBytes), *on_host = host_memory(kBytes);
  auto *one = shared<char>(kBytes), *two = shared<char>(kBytes);
  const auto regular = list(1);  // copies only
  void* const stations[] = {on_device, on_host, one, two, back.data()};
  const void* from = heap.data();
  for (void* to : stations) {
    ASSERT_ZE(zeCommandListAppendMemoryCopy(regular, to, from, kBytes, nullptr, 0, nullptr));
    barrier(regular);
    from = to;
  }
  ASSERT_ZE(zeCommandListClose(regular));
  auto executes = queue(ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS, 1);
  auto handle = regular;
  ASSERT_ZE(zeCommandQueueExecuteCommandLists(executes, 1, &handle, nullptr));
  EXPECT_EQ(back, heap);
}

TEST_F(CommandListTest, CopiesFromAnotherContext) {
  const std::uint32_t source = 42;
  auto* target = shared<std::uint32_t>(1);
  ASSERT_ZE(zeCommandListAppendMemoryCopyFromContext(immediate(), target, context(), &source, 4,
                                                     nullptr, 0, nullptr));
  EXPECT_EQ(*target, 42U);
}

TEST_F(CommandListTest, FillsWithPatternsOfAnySize) {
  for (const std::size_t pattern_size : {1U, 2U, 4U, 16U, 128U}) {
    std::vector<std::uint8_t> pattern(pattern_size);
    std::iota(pattern.begin(), pattern.end(), std::uint8_t{1});
    static constexpr std::size_t kBytes = 100000;
    auto* memory = shared<std::uint8_t>(kBytes + 1);
    memory[kBytes] = 255;
    ASSERT_ZE(zeCommandListAppendMemoryFill(immediate(), memory, pattern.data(), pattern_size,
                                            kBytes, nullptr, 0, nullptr));
    for (std::size_t i = 0; i < kBytes; ++i) ASSERT_EQ(memory[i], pattern[i % pattern_size]) << i;
    EXPECT_EQ(memory[kBytes], 255);
  }
}

TEST_F(CommandListTest, CopiesBoxes) {
  // A box of 3 x 2 x 2 out of 8 x 4 x 2 into 5 x 5 x 3.
  auto *from = shared<std::uint8_t>(64), *to = shared<std::uint8_t>(75);
  std::iota(from, from + 64, std::uint8_t{0});
  std::memset(to, 255, 75);
  const ze_copy_region_t source{2, 1, 0, 3, 2, 2}, target{1, 2, 1, 3, 2, 2};
  ASSERT_ZE(zeCommandListAppendMemoryCopyRegion(immediate(), to, &target, 5, 25, from, &source, 8,
                                                32, nullptr, 0, nullptr));
  for (unsigned z = 0; z < 3; ++z)
    for (unsigned y = 0; y < 5; ++y)
      for (unsigned x = 0; x < 5; ++x) {
        const bool inside = x >= 1 && x < 4 && y >= 2 && y < 4 && z >= 1;
        const unsigned expected = inside ? (x + 1) + 8 * (y - 1) + 32 * (z - 1) : 255;
        EXPECT_EQ(to[x + 5 * y + 25 * z], expected) << x << ' ' << y << ' ' << z;
      }
}

TEST_F(CommandListTest, CopiesFlatBoxes) {
  auto *from = shared<std::uint8_t>(16), *to = shared<std::uint8_t>(16);
  std::iota(from, from + 16, std::uint8_t{0});
  std::memset(to, 255, 16);
  const ze_copy_region_t region{1, 1, 0, 2, 2, 0};  // a depth of 0: two dimensions
  ASSERT_ZE(zeCommandListAppendMemoryCopyRegion(immediate(), to, &region, 4, 0, from, &region, 4, 0,
                                                nullptr, 0, nullptr));
  EXPECT_THAT(std::vector<int>(to, to + 16),
              testing::ElementsAre(255, 255, 255, 255, 255, 5, 6, 255, 255, 9, 10, 255, 255, 255,
                                   255, 255));
}

TEST_F(CommandListTest, RefusesBoxesThatOverlap) {
  auto* memory = shared<std::uint8_t>(64);
  const ze_copy_region_t source{0, 0, 0, 4, 4, 0}, target{3, 3, 0, 4, 4, 0},
      apart{4, 4, 0, 4, 4, 0};
  const auto regular = list();
  EXPECT_EQ(zeCommandListAppendMemoryCopyRegion(regular, memory, &target, 8, 0, memory, &source, 8,
                                                0, nullptr, 0, nullptr),
            ZE_RESULT_ERROR_OVERLAPPING_REGIONS);
  EXPECT_ZE(zeCommandListAppendMemoryCopyRegion(regular, memory, &apart, 8, 0, memory, &source, 8,
                                                0, nullptr, 0, nullptr));
}

TEST_F(CommandListTest, ReadsIndirectSizesWhenItRuns) {
  const auto write_ids = basic("write_ids");
  auto* out = shared<std::uint32_t>(8);
  auto* groups = shared<ze_group_count_t>(1);
  *groups = {1, 1, 1};
  std::memset(out, 255, 32);
  set(write_ids, 0, out);
  const auto regular = list();
  ASSERT_ZE(
      zeCommandListAppendLaunchKernelIndirect(regular, write_ids, groups, nullptr, 0, nullptr));
  groups->groupCountX = 5;  // after the append
  run(regular);
  EXPECT_EQ(out[4], 4U);
  EXPECT_EQ(out[5], UINT32_MAX);
}

TEST_F(CommandListTest, LaunchesAsManyOfSeveralKernelsAsAreCounted) {
  const auto module = this->module("basic");
  ze_kernel_handle_t kernels[3];
  auto* data = shared<std::uint32_t>(3);
  auto* groups = shared<ze_group_count_t>(3);
  auto* count = shared<std::uint32_t>(1);
  for (std::uint32_t i = 0; i < 3; ++i) {
    kernels[i] = kernel(module, "add");
    data[i] = 0;
    set(kernels[i], 0, data + i);
    set(kernels[i], 1, i + 1);
    groups[i] = kSingleGroup;
  }
  *count = 2;
  ASSERT_ZE(zeCommandListAppendLaunchMultipleKernelsIndirect(immediate(), 3, kernels, count, groups,
                                                             nullptr, 0, nullptr));
  EXPECT_THAT(std::vector(data, data + 3), testing::ElementsAre(1, 2, 0));
}

TEST_F(CommandListTest, LaunchesNothingForNoGroups) {
  const auto add = basic("add");
  auto* data = shared<std::uint32_t>(1);
  *data = 5;
  set(add, 0, data);
  set(add, 1, 1U);
  append(immediate(), add, {0, 1, 1});
  EXPECT_EQ(*data, 5U);
}

TEST_F(CommandListTest, ImmediateListsDoTheirWorkAtOnce) {
  const auto add = basic("add");
  auto* data = shared<std::uint32_t>(1);
  *data = 0;
  set(add, 0, data);
  set(add, 1, 1U);
  const auto synchronous = immediate(ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
  for (std::uint32_t i = 1; i <= 5; ++i) {
    append(synchronous, add);
    EXPECT_EQ(*data, i);
  }
  // There is nothing to end and nothing to forget: it goes on.
  EXPECT_ZE(zeCommandListClose(synchronous));
  EXPECT_ZE(zeCommandListReset(synchronous));
  append(synchronous, add);
  EXPECT_EQ(*data, 6U);
}

TEST_F(CommandListTest, AsynchronousImmediateListsSignal) {
  const auto add = basic("add");
  auto* data = shared<std::uint32_t>(1);
  *data = 0;
  set(add, 0, data);
  set(add, 1, 1U);
  const auto asynchronous = immediate(ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
  for (int i = 0; i < 100; ++i) append(asynchronous, add);
  const auto done = event();
  ASSERT_ZE(zeCommandListAppendBarrier(asynchronous, done, 0, nullptr));
  ASSERT_ZE(zeEventHostSynchronize(done, kForever));
  EXPECT_EQ(*data, 100U);
}

TEST_F(CommandListTest, RefusesRegionsWhoseRowsOrSlicesOverlap) {
  auto *to = shared<char>(256), *from = shared<char>(256);
  const auto regular = list();
  struct Pitches {
    std::uint32_t row, slice;
    ze_result_t result;
  };
  const ze_copy_region_t box{0, 0, 0, 4, 2, 2}, rows{0, 0, 0, 4, 2, 0}, row{0, 0, 0, 4, 1, 1};
  const auto expect = [&](const ze_copy_region_t& region, const Pitches& pitches) {
    EXPECT_EQ(zeCommandListAppendMemoryCopyRegion(regular, to, &region, pitches.row, pitches.slice,
                                                  from, &region, 16, 64, nullptr, 0, nullptr),
              pitches.result);
    EXPECT_EQ(zeCommandListAppendMemoryCopyRegion(regular, to, &region, 16, 64, from, &region,
                                                  pitches.row, pitches.slice, nullptr, 0, nullptr),
              pitches.result);
  };
  expect(box, {4, 8, ZE_RESULT_SUCCESS});
  expect(box, {4, 7, ZE_RESULT_ERROR_INVALID_SIZE});
  expect(box, {3, 8, ZE_RESULT_ERROR_INVALID_SIZE});
  expect(rows, {4, 0, ZE_RESULT_SUCCESS});
  expect(rows, {3, 0, ZE_RESULT_ERROR_INVALID_SIZE});
  expect(row, {0, 0, ZE_RESULT_SUCCESS});
}

TEST_F(CommandListTest, TellsBoxesApartWhoseEndsLieAbove32Bits) {
  auto* memory = shared<char>(16);
  const ze_copy_region_t low{0, 0, 0, 8, 1, 1}, high{UINT32_MAX - 4, 0, 0, 8, 1, 1},
      next{UINT32_MAX - 8, 0, 0, 8, 1, 1};
  const auto regular = list();
  EXPECT_ZE(zeCommandListAppendMemoryCopyRegion(regular, memory, &low, 0, 0, memory, &high, 0, 0,
                                                nullptr, 0, nullptr));
  EXPECT_EQ(zeCommandListAppendMemoryCopyRegion(regular, memory, &next, 0, 0, memory, &high, 0, 0,
                                                nullptr, 0, nullptr),
            ZE_RESULT_ERROR_OVERLAPPING_REGIONS);
}

TEST_F(CommandListTest, CopiesWithinItself) {
  auto* data = shared<std::uint32_t>(1000);
  std::iota(data, data + 1000, 0);
  ASSERT_ZE(zeCommandListAppendMemoryCopy(immediate(), data + 1, data, 999 * sizeof(std::uint32_t),
                                          nullptr, 0, nullptr));
  for (std::uint32_t i = 1; i < 1000; ++i) ASSERT_EQ(data[i], i - 1);
}

TEST_F(CommandListTest, TakesHints) {
  auto* data = shared<std::uint32_t>(16);
  const auto regular = list();
  EXPECT_ZE(zeCommandListAppendMemoryPrefetch(regular, data, 64));
  EXPECT_ZE(
      zeCommandListAppendMemAdvise(regular, device(), data, 64, ZE_MEMORY_ADVICE_SET_READ_MOSTLY));
  std::size_t size = 64;
  const void* range = data;
  EXPECT_ZE(zeCommandListAppendMemoryRangesBarrier(regular, 1, &size, &range, nullptr, 0, nullptr));
  run(regular);
}

TEST_F(CommandListTest, CopyListsTakeNoKernels) {
  EXPECT_EQ(zeCommandListAppendLaunchKernel(list(1), basic("nothing"), &kSingleGroup, nullptr, 0,
                                            nullptr),
            ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);
}

TEST_F(CommandListTest, ClosedListsTakeNothing) {
  const auto regular = list();
  ASSERT_ZE(zeCommandListClose(regular));
  EXPECT_EQ(zeCommandListAppendBarrier(regular, nullptr, 0, nullptr),
            ZE_RESULT_ERROR_INVALID_ARGUMENT);
}

TEST_F(CommandListTest, ChecksItsArguments) {
  const auto regular = list();
  auto* data = shared<std::uint32_t>(4);
  EXPECT_EQ(zeCommandListAppendMemoryCopy(regular, nullptr, data, 4, nullptr, 0, nullptr),
            ZE_RESULT_ERROR_INVALID_NULL_POINTER);
  for (const std::size_t no_power_of_two : {0U, 3U, 12U})
    EXPECT_EQ(
        zeCommandListAppendMemoryFill(regular, data, data, no_power_of_two, 4, nullptr, 0, nullptr),
        ZE_RESULT_ERROR_INVALID_SIZE);
  // A loader that wraps makes an array of nothing in particular out of the missing one.
  if (!loader_wraps()) {
    EXPECT_EQ(zeCommandListAppendBarrier(regular, nullptr, 1, nullptr),
              ZE_RESULT_ERROR_INVALID_SIZE);
  }
  EXPECT_EQ(zeCommandListAppendLaunchKernel(regular, nullptr, &kSingleGroup, nullptr, 0, nullptr),
            ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(
      zeCommandListAppendLaunchKernel(regular, basic("nothing"), nullptr, nullptr, 0, nullptr),
      ZE_RESULT_ERROR_INVALID_NULL_POINTER);
  ze_command_list_desc_t desc{ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC, nullptr, 9, 0};
  ze_command_list_handle_t made = nullptr;
  EXPECT_EQ(zeCommandListCreate(context(), device(), &desc, &made),
            ZE_RESULT_ERROR_INVALID_ARGUMENT);
  desc = {ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC, nullptr, 0, 0x100};
  EXPECT_EQ(zeCommandListCreate(context(), device(), &desc, &made),
            ZE_RESULT_ERROR_INVALID_ENUMERATION);
}

}  // namespace
