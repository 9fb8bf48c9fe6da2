// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "ze_test.hpp"

namespace {

class CommandListTimestampTest : public ZeTest {
 protected:
  void launch(ze_command_list_handle_t list, ze_kernel_handle_t kernel) {
    ASSERT_ZE(zeCommandListAppendLaunchKernel(list, kernel, &kSingleGroup, nullptr, 0, nullptr));
  }
  void write(ze_command_list_handle_t list, std::uint64_t* to) {
    ASSERT_ZE(zeCommandListAppendWriteGlobalTimestamp(list, to, nullptr, 0, nullptr));
  }
};

TEST_F(CommandListTimestampTest, WritesTheGlobalTimeInOrder) {
  auto* stamps = shared<std::uint64_t>(2);
  std::uint64_t host = 0, before = 0, after = 0;
  const auto spin = basic("spin");
  set(spin, 0, shared<std::uint32_t>(1));
  set(spin, 1, 1'000'000U);
  const auto regular = list();
  write(regular, stamps);
  ASSERT_ZE(zeCommandListAppendBarrier(regular, nullptr, 0, nullptr));
  launch(regular, spin);
  ASSERT_ZE(zeCommandListAppendBarrier(regular, nullptr, 0, nullptr));
  write(regular, stamps + 1);
  ASSERT_ZE(zeDeviceGetGlobalTimestamps(device(), &host, &before));
  run(regular);
  ASSERT_ZE(zeDeviceGetGlobalTimestamps(device(), &host, &after));
  EXPECT_LE(before, stamps[0]);
  EXPECT_GT(stamps[1], stamps[0] + 100'000);  // a million dependent steps take over 0.1 ms
  EXPECT_LE(stamps[1], after);
}

TEST_F(CommandListTimestampTest, WritesTheGlobalTimeBetweenKernelsWhichMayChangeIt) {
  // Each stamp stands next to kernels that count up its upper half, before it and behind it.
  auto* stamps = shared<std::uint64_t>(3);
  const auto add = basic("add");
  set(add, 1, 1U);
  const auto regular = list();
  const auto count_up = [&](int which) {
    set(add, 0, reinterpret_cast<std::uint32_t*>(stamps + which) + 1);
    launch(regular, add);
  };
  std::uint64_t host = 0, before = 0, after = 0;
  write(regular, stamps);
  count_up(0);
  count_up(1);
  write(regular, stamps + 1);
  count_up(1);
  count_up(2);
  write(regular, stamps + 2);
  ASSERT_ZE(zeDeviceGetGlobalTimestamps(device(), &host, &before));
  run(regular);
  ASSERT_ZE(zeDeviceGetGlobalTimestamps(device(), &host, &after));
  static constexpr std::uint64_t kCounted = 1ULL << 32;
  EXPECT_LE(before, stamps[0] - kCounted);
  EXPECT_LE(stamps[0], stamps[1]);
  EXPECT_LE(stamps[1] - kCounted, stamps[2]);
  EXPECT_LE(stamps[2], after);
}

TEST_F(CommandListTimestampTest, WritesGlobalTimesInARow) {
  auto* stamps = shared<std::uint64_t>(3);
  const auto done = event();
  auto waits = done;
  const auto regular = list();
  write(regular, stamps);
  ASSERT_ZE(zeCommandListAppendWriteGlobalTimestamp(regular, stamps + 1, done, 0, nullptr));
  ASSERT_ZE(zeCommandListAppendWriteGlobalTimestamp(regular, stamps + 2, nullptr, 1, &waits));
  run(regular);
  ze_kernel_timestamp_result_t second{};
  ASSERT_ZE(zeEventQueryKernelTimestamp(done, &second));
  EXPECT_LE(stamps[0], second.global.kernelStart);
  EXPECT_LE(second.global.kernelStart, stamps[1]);
  EXPECT_LE(stamps[1], second.global.kernelEnd);
  EXPECT_LE(second.global.kernelEnd, stamps[2]);
}

}  // namespace
