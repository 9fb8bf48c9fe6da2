// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cstdint>

#include "contract/backend_contract.hpp"

namespace tickbench::contract {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

TEST_P(BackendContract, PassesScalarsOfEverySize) {
  auto out = device().allocate<std::int64_t>(64);
  device()
      .kernel("contract_scalars")
      .args(out, std::int8_t{-3}, std::uint16_t{60000}, -100000, std::uint64_t{1} << 40, 1.5F)
      .over(64)();
  const auto found = out.read();
  for (std::int64_t i = 0; i < 64; ++i)
    EXPECT_EQ(found[static_cast<std::size_t>(i)],
              -3 + 60000 - 100000 + (std::int64_t{1} << 40) + 3 + i);
}

TEST_P(BackendContract, PassesAStructByValue) {
  struct PairOfValues {
    float scale;
    std::int32_t offset;
    std::int64_t padding_before;
    char tag;
  };
  auto out = device().allocate<float>(16);
  device().kernel("contract_struct").args(out, PairOfValues{2.0F, 5, 100, 7}).over(16)();
  const auto found = out.read();
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_EQ(found[i], 2.0F * static_cast<float>(i) + 112.0F);
}

TEST_P(BackendContract, GivesLocalMemory) {
  constexpr std::size_t kGroup = 16;
  auto data = device().upload(counted(4 * kGroup));
  device().kernel("contract_local").args(data, local<int>(kGroup)).over(4 * kGroup, kGroup)();
  const auto found = data.read();
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_EQ(found[i], static_cast<int>(i / kGroup * kGroup + kGroup - 1 - i % kGroup));
}

TEST_P(BackendContract, RunsOverOneToThreeDimensions) {
  auto out = device().allocate<std::uint32_t>(std::size_t{8} * 6 * 4);
  const auto kernel = device().kernel("contract_ids").args(out);
  const auto expect = [&](std::size_t nx, std::size_t ny, std::size_t nz) {
    const auto found = out.read();
    for (std::size_t z = 0; z < nz; ++z)
      for (std::size_t y = 0; y < ny; ++y)
        for (std::size_t x = 0; x < nx; ++x)
          ASSERT_EQ(found[x + nx * (y + ny * z)], x + 1000 * y + 1000000 * z);
  };
  kernel.over(192)();
  expect(192, 1, 1);
  kernel.over({16, 12})();
  expect(16, 12, 1);
  kernel.over({16, 12}, {4, 3})();
  expect(16, 12, 1);
  kernel.over({8, 6, 4})();
  expect(8, 6, 4);
  kernel.over({8, 6, 4}, {2, 3, 2})();
  expect(8, 6, 4);
}

TEST_P(BackendContract, RunsOnEveryKindOfDeviceMemory) {
  for (const auto kind : kDeviceKinds) {
    if (!has(kind)) continue;
    SCOPED_TRACE(to_string(kind));
    auto data = device().upload(counted(100), kind);
    device().kernel("contract_add").args(data, 3).over(100)();
    EXPECT_EQ(data.read(), counted(100, 3));
  }
}

TEST_P(BackendContract, RunsCommandsInOrder) {
  constexpr std::size_t kItems = 1U << 16;
  auto data = device().upload(std::vector<int>(kItems, 1));
  auto other = device().allocate<int>(kItems);
  const auto add = device().kernel("contract_add").args(data, 1).over(kItems);
  const auto twice = device().kernel("contract_multiply").args(data, 2).over(kItems);
  const auto away = device().copy(other, data);
  const auto back = device().copy(data, other);
  int expected = 1;
  for (int i = 0; i < 10; ++i) {
    for (const auto* launch : {&add, &twice, &away, &back}) launch->work().enqueue();
    expected = (expected + 1) * 2;
  }
  queue().finish();
  EXPECT_EQ(data.read(), std::vector<int>(kItems, expected));
}

TEST_P(BackendContract, ALaunchKeepsItsArguments) {
  auto data = device().upload(counted(10));
  auto kernel = device().kernel("contract_add");
  const auto by_one = kernel.args(data, 1).over(10);
  const auto by_ten = kernel.args(data, 10).over(10);
  by_one();
  by_ten();
  by_one();
  EXPECT_EQ(data.read(), counted(10, 12));
}

TEST_P(BackendContract, RefusesAWrongNumberOfArguments) {
  auto data = device().upload(counted(10));
  const auto error = error_of([&] { device().kernel("contract_add").args(data).over(10); });
  EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(error.what(), HasSubstr("contract_add"));
  EXPECT_THAT(error.what(), HasSubstr("expected 2"));
  EXPECT_THAT(error.what(), HasSubstr("found 1"));
}

TEST_P(BackendContract, RefusesAnArgumentOfTheWrongSizeOrKind) {
  auto data = device().upload(counted(10));
  const auto wide = error_of([&] { device().kernel("contract_add").args(data, 1.0).over(10); });
  EXPECT_EQ(wide.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(wide.what(), HasSubstr("argument 1 'value'"));
  EXPECT_THAT(wide.what(), HasSubstr("8 bytes"));
  const auto floating =
      error_of([&] { device().kernel("contract_add").args(data, 1.0F).over(10); });
  EXPECT_THAT(floating.what(), HasSubstr("expected int (4 bytes), found float (4 bytes)"));
  const auto swapped = error_of([&] { device().kernel("contract_add").args(1, data).over(10); });
  EXPECT_EQ(swapped.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(swapped.what(), HasSubstr("argument 0 'data'"));
}

TEST_P(BackendContract, UsesHeapMemoryInAKernelOrRefusesIt) {
  if (!has(MemoryKind::kHeap)) GTEST_SKIP() << "the device has no heap memory";
  auto heap = device().upload(counted(10), MemoryKind::kHeap);
  try {
    device().kernel("contract_add").args(heap, 1).over(10)();
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark) << error.what();
    EXPECT_THAT(error.what(), HasSubstr("heap memory"));
    return;
  }
  EXPECT_EQ(heap.read(), counted(10, 1));
}

TEST_P(BackendContract, RefusesSizesThatDoNotFit) {
  auto data = device().upload(counted(12));
  const auto kernel = device().kernel("contract_add").args(data, 1);
  EXPECT_EQ(error_of([&] { kernel.over(12, 5); }).outcome(), Outcome::kInvalidBenchmark);
  EXPECT_EQ(error_of([&] { kernel.over({12, 1}, {4}); }).outcome(), Outcome::kInvalidBenchmark);
  EXPECT_EQ(error_of([&] { kernel.over({1, 1, 1, 1}); }).outcome(), Outcome::kInvalidBenchmark);
  EXPECT_EQ(error_of([&] { kernel.over(0); }).outcome(), Outcome::kInvalidBenchmark);
  const std::size_t too_many = info().largest_work_group * 2;
  EXPECT_EQ(error_of([&] { kernel.over(too_many, too_many); }).outcome(), Outcome::kOverLimit);
}

TEST_P(BackendContract, NamesTheModulesSearchedForAnUnknownKernel) {
  const auto error = error_of([&] { device().kernel("contract_scalrs").over(1); });
  EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(error.what(), HasSubstr("contract_scalrs"));
  EXPECT_THAT(error.what(), ContainsRegex("searched: .*contract[a-z_]*\\."));
  EXPECT_THAT(error.what(), HasSubstr("did you mean contract_scalars?"));
}

TEST_P(BackendContract, RefusesAKernelThatTwoModulesHave) {
  const auto error = error_of([&] { device().kernel("contract_twice").over(1); });
  EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(error.what(), ContainsRegex("found 2: contract_twice.*, contract_twice"));
}

TEST_P(BackendContract, ShowsTheBuildLog) {
  for (int i = 0; i < 2; ++i) {
    const auto error = error_of([&] { device().kernel("contract_broken").over(1); });
    if (error.outcome() == Outcome::kUnsupported) GTEST_SKIP() << "it builds nothing";
    EXPECT_EQ(error.outcome(), Outcome::kBuildFailed);
    EXPECT_THAT(error.what(), HasSubstr("contract_broken."));
    EXPECT_THAT(error.what(), HasSubstr("no_such_name_anywhere"));
    EXPECT_THAT(error.what(), HasSubstr(info().name));
  }
}

}  // namespace
}  // namespace tickbench::contract
