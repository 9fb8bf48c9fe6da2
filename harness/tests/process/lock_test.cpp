// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <memory>

#include "process/files.hpp"

namespace tickbench::process {
namespace {

using ::testing::HasSubstr;

TEST(Lock, TheSecondWaits) {
  const auto folder = testing::TempDir();
  std::promise<void> waiting;
  auto first = std::make_unique<HostLock>(folder, "device 0", [] { FAIL(); });
  ASSERT_TRUE(first->is_held());
  auto second = std::async(std::launch::async, [&] {
    return HostLock(folder, "device 0", [&] { waiting.set_value(); }).is_held();
  });
  waiting.get_future().wait();
  first.reset();
  EXPECT_TRUE(second.get());
}

TEST(Lock, WithoutAFileNothingIsHeldAndItSaysWhy) {
  const HostLock lock("/no/such/folder", "x", [] {});
  EXPECT_FALSE(lock.is_held());
  EXPECT_THAT(lock.failure(), HasSubstr("/no/such/folder/tickbench-x.lock"));
}

}  // namespace
}  // namespace tickbench::process
