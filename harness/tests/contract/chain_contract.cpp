// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Several launches as one; and the variants of a kernel.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "contract/backend_contract.hpp"
#include "tickbench/output.hpp"

namespace tickbench::contract {
namespace {

using testing::HasSubstr;

constexpr TimeMethod kDeviceMethods[] = {TimeMethod::kBracket, TimeMethod::kEventSum,
                                         TimeMethod::kGraph};

TEST_P(BackendContract, AChainRunsInItsOrder) {
  constexpr std::size_t kItems = 256;
  auto data = device().upload(counted(kItems));
  auto result = device().allocate<int>(kItems);
  const auto chain = detail::joined(
      device().fill(data, 1), device().kernel("contract_add").args(data, 2).over(kItems),
      device().kernel("contract_multiply").args(data, 5).over(kItems), device().copy(result, data));
  const std::vector<int> expected(kItems, 15);
  chain();
  EXPECT_EQ(result.read(), expected);
  EXPECT_EQ(chain.work().commands, 4);
  for (const auto method : kDeviceMethods) {
    if (!queue().supports(method, chain.work())) continue;
    SCOPED_TRACE(to_string(method));
    result.write(counted(kItems));
    EXPECT_GT(queue().run(chain.work(), {3, method, 0}).device, Seconds(0));
    EXPECT_EQ(result.read(), expected);
  }
}

// The shortest of a few, since other tests use the processors too.
TEST_P(BackendContract, AChainIsTimedAsAWhole) {
  const auto spinning = spin();
  const auto& one = spinning.launch;
  const auto four = detail::joined(one, one, one, one).work();
  EXPECT_FALSE(queue().supports(TimeMethod::kOneEvent, four));
  for (const auto method : kDeviceMethods) {
    if (!queue().supports(method, four)) continue;
    SCOPED_TRACE(to_string(method));
    Seconds of_one = Seconds::max(), of_four = Seconds::max();
    for (int i = 0; i < 3 || (i < 12 && of_four <= 2 * of_one); ++i) {
      of_one = std::min(of_one, queue().run(one.work(), {1, method, 0}).device);
      const auto bracket = queue().run(four, {1, method, 0});
      of_four = std::min(of_four, bracket.device);
      EXPECT_LE(bracket.device, bracket.host * 1.05 + Seconds(1e-6));
    }
    EXPECT_GT(of_four, 2 * of_one);
  }
}

TEST_P(BackendContract, AChainHasEventsWhereItsEndsHave) {
  const auto spinning = spin();
  auto data = device().allocate<float>(256);
  const auto fill = device().fill(data, 1.0F);
  const auto kernels = detail::joined(spinning.launch, fill, spinning.launch).work();
  const auto copies = detail::joined(fill, spinning.launch).work();
  // A copy between its ends keeps no queue from timing it.
  ASSERT_EQ(queue().supports(TimeMethod::kEventSum, kernels),
            queue().supports(TimeMethod::kEventSum, spinning.launch.work()));
  EXPECT_EQ(queue().supports(TimeMethod::kEventSum, copies),
            queue().supports(TimeMethod::kEventSum, fill.work()));
  if (!queue().supports(TimeMethod::kEventSum, kernels)) GTEST_SKIP() << "the queue has no events";
  const auto bracket = queue().run(kernels, {1, TimeMethod::kEventSum, 0});
  EXPECT_GT(bracket.device, Seconds(0));
  if (!bracket.launch) GTEST_SKIP() << "the queue's events tell no phases";
  EXPECT_GT(bracket.launch->queued.count(), 0);
  EXPECT_GE(bracket.launch->queued_to_submit, Seconds(0));
  EXPECT_GE(bracket.launch->submit_to_start, Seconds(0));
  EXPECT_EQ(bracket.launch->start_to_end, bracket.device);
  EXPECT_GT(queue().run(kernels, {3, TimeMethod::kEventSum, 1U << 20}).device, Seconds(0));

  auto fewer = kernels;
  fewer.commands = 2;
  const auto error = error_of([&] { queue().run(fewer, {1, TimeMethod::kEventSum, 0}); });
  EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(error.what(), HasSubstr("expected 2 commands a launch"));
}

TEST_P(BackendContract, AHeldChainIsFed) {
  const auto spinning = spin();
  const auto work = detail::joined(spinning.launch, spinning.launch).work();
  ASSERT_TRUE(work.never_waits);
  const auto limits = queue().hold_limits(work, false);
  if (limits.method == HoldMethod::kNone) GTEST_SKIP() << "nothing holds: " << limits.why_not;
  for (const auto method : kDeviceMethods) {
    if (!queue().supports(method, work)) continue;
    SCOPED_TRACE(to_string(method));
    Bracket bracket;
    for (int tries = 0; tries < 8 && !bracket.fed; ++tries)
      bracket = queue().run(work, {8, method, 0, HoldRequest{Seconds(0.01), {}}});
    EXPECT_TRUE(bracket.fed);
    EXPECT_GT(bracket.device, Seconds(0));
  }
}

TEST_P(BackendContract, AChainTakesMoreOfWhatAHoldCanKeep) {
  const auto spinning = spin();
  const auto of_one = queue().hold_limits(spinning.launch.work(), false);
  if (of_one.method == HoldMethod::kNone) GTEST_SKIP() << "nothing holds: " << of_one.why_not;
  auto chain = spinning.launch.work();
  chain.commands = 4;
  EXPECT_EQ(queue().hold_limits(chain, false).most_launches, of_one.most_launches / 4);
  if (of_one.most_launches == std::numeric_limits<std::int64_t>::max()) return;
  chain.commands = of_one.most_launches + 1;
  const auto none = queue().hold_limits(chain, false);
  EXPECT_EQ(none.method, HoldMethod::kNone);
  EXPECT_THAT(none.why_not, HasSubstr("commands is more than the driver takes behind a"));
}

TEST_P(BackendContract, AKernelIsOfTheVariantThatIsAskedFor) {
  constexpr std::size_t kItems = 16;
  const auto run = [&]<class T>(const char* variant, T value) {
    auto out_d = device().template allocate<T>(kItems);
    device()
        .kernel("contract_variant", variant)
        .args(out_d, value, static_cast<int>(sizeof(T)))
        .over(kItems)();
    return out_d.read();
  };
  constexpr std::int64_t kLarge = std::int64_t{1} << 40;
  EXPECT_EQ(run("int", 7).back(), 7 + 15);
  EXPECT_EQ(run("long", kLarge).back(), kLarge + 15);
  for (const char* missing : {"", "short"}) {
    const auto error = error_of([&] { run(missing, 7); });
    EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
    EXPECT_THAT(error.what(), HasSubstr("it is there in: variant int, variant long"));
  }
}

}  // namespace
}  // namespace tickbench::contract
