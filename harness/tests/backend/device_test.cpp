// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/device.hpp"

#include <gmock/gmock.h>

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
