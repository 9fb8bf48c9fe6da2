// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <vector>

#include "backend/recording_device.hpp"
#include "tickbench/device.hpp"
#include "tickbench/output.hpp"

namespace tickbench::backend {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ChainTest : public testing::Test {
 protected:
  RecordingDevice recording_, other_recording_;
  tickbench::Device device_{recording_}, other_device_{other_recording_};
  Buffer<int> x_ = device_.allocate<int>(8), y_ = device_.allocate<int>(8);
  Buffer<int> mapped_ = device_.allocate<int>(8, MemoryKind::kMapped);
  Launch fill_ = device_.fill(y_, 0), copy_ = device_.copy(y_, x_);
  Launch kernel_ = device_.kernel("add").args(3, x_, y_).over(8);
};

TEST_F(ChainTest, EnqueuesItsLinksInTheirOrder) {
  const auto chain = detail::joined(fill_, kernel_, copy_);
  chain();
  EXPECT_THAT(recording_.calls, ElementsAre("fill 32", "launch add", "copy 32", "finish"));
}

// What was enqueued must not run later, when its memory is freed.
TEST_F(ChainTest, WaitsForItsFirstLinksWhereOneFails) {
  recording_.fails = "add";
  const auto chain = detail::joined(fill_, kernel_, copy_);
  EXPECT_EQ(error_of([&] { chain(); }).outcome(), Outcome::kDeviceError);
  EXPECT_THAT(recording_.calls, ElementsAre("fill 32", "finish"));
}

TEST_F(ChainTest, TakesRangesOfLaunches) {
  const std::vector<Launch> two{copy_, kernel_};
  detail::joined(fill_, two, fill_)();
  EXPECT_THAT(recording_.calls,
              ElementsAre("fill 32", "copy 32", "launch add", "fill 32", "finish"));
}

TEST_F(ChainTest, OneAloneIsItself) {
  const auto chain = detail::joined(kernel_);
  EXPECT_EQ(chain.work().launches, kernel_.work().launches);
  EXPECT_EQ(chain.work().description, "add over 8");
}

TEST_F(ChainTest, IsTheSameWhereItsLinksAre) {
  EXPECT_EQ(detail::joined(fill_, kernel_).work().launches,
            detail::joined(fill_, kernel_).work().launches);
  EXPECT_NE(detail::joined(fill_, kernel_).work().launches,
            detail::joined(kernel_, fill_).work().launches);
  EXPECT_NE(detail::joined(fill_, kernel_).work().launches,
            detail::joined(fill_, kernel_, kernel_).work().launches);
}

TEST_F(ChainTest, SaysWhatItConsistsOf) {
  const auto kernels = detail::joined(kernel_, copy_, kernel_).work();
  EXPECT_EQ(kernels.commands, 3);
  EXPECT_TRUE(kernels.never_waits);
  EXPECT_FALSE(kernels.is_copy);
  EXPECT_FALSE(kernels.begins_or_ends_with_copy);
  EXPECT_EQ(kernels.description,
            "add over 8, then copy of 32 bytes, device to device, then add over 8");

  const auto copies = detail::joined(fill_, copy_).work();
  EXPECT_TRUE(copies.is_copy);
  EXPECT_TRUE(copies.begins_or_ends_with_copy);
  EXPECT_TRUE(detail::joined(fill_, kernel_).work().begins_or_ends_with_copy);
  EXPECT_TRUE(detail::joined(kernel_, fill_).work().begins_or_ends_with_copy);

  const auto waiting = detail::joined(kernel_, device_.copy(mapped_, x_), kernel_).work();
  EXPECT_EQ(waiting.commands, 0);
  EXPECT_FALSE(waiting.never_waits);

  const std::vector<Launch> many(9, kernel_);
  EXPECT_THAT(detail::joined(many).work().description, HasSubstr("and so on: 9 launches in all"));
}

TEST_F(ChainTest, KnowsWhatItMayWrite) {
  const auto chain = detail::joined(kernel_, copy_);
  ASSERT_TRUE(chain.targets());
  std::vector<std::string> roles;
  for (const auto& target : *chain.targets())
    if (target.is_written) roles.push_back(target.role);
  EXPECT_THAT(roles,
              ElementsAre("argument 1 of 'add'", "argument 2 of 'add'", "the target of a copy"));
  EXPECT_EQ(chain.targets()->at(1).memory, &y_.memory());
  const Launch own(kernel_.queue(), Work{[] {}, 0, "own"});
  EXPECT_FALSE(detail::joined(kernel_, own).targets());
}

TEST_F(ChainTest, RefusesWhatIsNone) {
  const auto empty = error_of([] { detail::chain({}); });
  EXPECT_EQ(empty.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(empty.what(), HasSubstr("expected at least one launch"));
  auto elsewhere_d = other_device_.allocate<int>(8);
  const auto elsewhere = other_device_.fill(elsewhere_d, 1);
  const auto two = error_of([&] { detail::joined(kernel_, elsewhere); });
  EXPECT_EQ(two.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(two.what(), HasSubstr("expected launches of one device, found two"));
}

}  // namespace
}  // namespace tickbench::backend
