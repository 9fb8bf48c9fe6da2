// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/device.hpp"

#include <gmock/gmock.h>

#include <barrier>
#include <optional>
#include <thread>

#include "backend/recording_device.hpp"
#include "tickbench/error.hpp"

namespace tickbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class DeviceFacade : public testing::Test {
 protected:
  backend::RecordingDevice recording_;
  Device device_{recording_};
};

TEST_F(DeviceFacade, UploadsAndReadsBack) {
  const std::vector<int> values{1, 2, 3};
  auto buffer = device_.upload(values, MemoryKind::kHost);
  EXPECT_EQ(buffer.size(), 3U);
  EXPECT_EQ(buffer.size_bytes(), 12U);
  EXPECT_EQ(buffer.kind(), MemoryKind::kHost);
  EXPECT_EQ(buffer.read(), values);
}

TEST_F(DeviceFacade, CountsWhatItsBuffersTakeAndTook) {
  auto& count = device_.memory_count();
  auto kept = device_.allocate<int>(10);
  device_.allocate<int>(1000);
  EXPECT_EQ(count.held(), 40U);
  EXPECT_EQ(count.peak(), 4040U);
  count.begin();
  EXPECT_EQ(count.peak(), 40U);
  Device copy = device_;
  const auto of_copy = copy.upload(std::vector<int>{1});
  // One that is replaced is there until the new one is.
  kept = device_.allocate<int>(20);
  EXPECT_EQ(count.held(), 84U);
  EXPECT_EQ(count.peak(), 124U);
  const auto moved = std::move(kept);
  EXPECT_EQ(count.held(), 84U);
  EXPECT_EQ(Device(recording_).memory_count().held(), 0U) << "another handle's";
  const Buffer<int> uncounted(recording_, 5, MemoryKind::kDevice);
  EXPECT_EQ(count.held(), 84U);
}

TEST_F(DeviceFacade, CountsForBuffersThatOutliveIt) {
  std::optional<Device> device(recording_);
  const auto buffer = device->allocate<int>(10);
  device.reset();
  EXPECT_EQ(buffer.size_bytes(), 40U);
}

TEST_F(DeviceFacade, CountsOnlyTheDevicesOwnMemory) {
  const auto held = [&](MemoryKind kind) {
    const auto buffer = device_.allocate<char>(10, kind);
    return device_.memory_count().held();
  };
  EXPECT_EQ(held(MemoryKind::kDevice), 10U);
  EXPECT_EQ(held(MemoryKind::kShared), 10U);
  EXPECT_EQ(held(MemoryKind::kMapped), 10U);
  EXPECT_EQ(held(MemoryKind::kHeap), 0U);
  EXPECT_EQ(held(MemoryKind::kHost), 0U);
  recording_.information.unified_memory = true;
  EXPECT_EQ(held(MemoryKind::kHost), 10U);
}

TEST_F(DeviceFacade, CountsWhatThreadsHoldAtATime) {
  constexpr std::size_t kThreads = 4, kRounds = 1000;
  std::barrier all_hold(kThreads);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i)
    threads.emplace_back([&] {
      const auto held = device_.allocate<char>(1000);
      all_hold.arrive_and_wait();
      for (std::size_t round = 0; round < kRounds; ++round) {
        const auto scratch = device_.allocate<char>(10);
        all_hold.arrive_and_wait();
      }
      all_hold.arrive_and_wait();
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(device_.memory_count().held(), 0U);
  EXPECT_EQ(device_.memory_count().peak(), kThreads * 1010);
}

TEST(MemoryCount, IsExactBeyondWhatANumberOfJsonHolds) {
  detail::MemoryCount count;
  const auto large = (std::uint64_t{1} << 53) + 1;
  count.add(large);
  count.add(std::uint64_t{1} << 33);
  count.remove(std::uint64_t{1} << 33);
  EXPECT_EQ(count.held(), large);
  EXPECT_EQ(count.peak(), large + (std::uint64_t{1} << 33));
}

TEST_F(DeviceFacade, ALaunchEnqueuesAndWaits) {
  auto from = device_.upload(std::vector<int>{1, 2, 3});
  auto to = device_.allocate<int>(5);
  const auto copy = device_.copy(to, from);
  EXPECT_TRUE(recording_.calls.empty()) << "nothing happens before it is launched";
  copy();
  EXPECT_THAT(recording_.calls, ElementsAre("copy 12", "finish"));
  EXPECT_THAT(to.read(), ElementsAre(1, 2, 3, 0, 0));
  EXPECT_EQ(copy.work().description, "copy of 12 bytes, device to device");
  EXPECT_EQ(copy.work().commands, 1);
}

TEST_F(DeviceFacade, ACopyThroughAMappingIsSeveralCommands) {
  auto plain = device_.allocate<int>(4);
  auto mapped = device_.allocate<int>(4, MemoryKind::kMapped);
  EXPECT_EQ(device_.copy(plain, mapped).work().commands, 0);
  EXPECT_EQ(device_.copy(mapped, plain).work().commands, 0);
}

TEST_F(DeviceFacade, FillsWithAValue) {
  auto buffer = device_.allocate<int>(3);
  const auto fill = [&] {
    return device_.fill(buffer, 7);
  }();  // keeps the pattern beyond the argument's life
  fill();
  EXPECT_THAT(recording_.calls, ElementsAre("fill 12", "finish"));
  EXPECT_THAT(buffer.read(), ElementsAre(7, 7, 7));
}

TEST_F(DeviceFacade, RefusesACopyWithoutRoomOrOntoItself) {
  auto small = device_.allocate<int>(2);
  auto large = device_.allocate<int>(3);
  try {
    device_.copy(small, large);
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
    EXPECT_THAT(error.what(), HasSubstr("room for 12 bytes, found device memory of 8 bytes"));
  }
  EXPECT_THROW(device_.copy(small, small), Error);
}

}  // namespace
}  // namespace tickbench
