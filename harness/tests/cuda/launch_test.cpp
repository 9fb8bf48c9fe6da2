// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "device_test.hpp"

// What the driver would refuse without a word of which limit it is about.
namespace tickbench::cuda {
namespace {

using testing::HasSubstr;

class CudaLaunch : public CudaDeviceTest {};

TEST_F(CudaLaunch, NamesTheLargestWorkGroup) {
  auto data = device().allocate<int>(128);
  const auto error = error_of([&] {
    device().kernel("add_one").args(data).over({1, 1, 128}, {1, 1, 128})();
  });
  EXPECT_EQ(error.outcome(), Outcome::kOverLimit);
  EXPECT_THAT(error.what(), HasSubstr("kernel 'add_one': a work-group of 1 x 1 x 128 work-items is "
                                      "above the device's largest, 1024 x 1024 x 64"));
}

TEST_F(CudaLaunch, NamesTheMostWorkGroups) {
  auto data = device().allocate<int>(8);
  const auto error = error_of([&] {
    device().kernel("add_one").args(data).over({1, 70000}, {1, 1})();
  });
  EXPECT_EQ(error.outcome(), Outcome::kOverLimit);
  EXPECT_THAT(error.what(),
              HasSubstr("70000 work-groups in dimension 1 are above the device's limit of 65535"));
}

TEST_F(CudaLaunch, NamesTheMostLocalMemory) {
  auto out = device().allocate<std::uint64_t>(2);
  // Above what a kernel has without asking, and within what it may ask for.
  device().kernel("two_locals").args(out, local<int>(16384), local<float>(4)).over(1, 1)();
  const auto error = error_of([&] {
    device().kernel("two_locals").args(out, local<int>(25343), local<float>(4)).over(1, 1)();
  });
  EXPECT_EQ(error.outcome(), Outcome::kOverLimit);
  EXPECT_THAT(error.what(), HasSubstr("local memory"));
}

TEST_F(CudaLaunch, PutsLocalMemoryBehindTheDriversOwn) {
  auto out = device().allocate<std::uint64_t>(2);
  device().kernel("two_locals").args(out, local<int>(5), local<float>(4)).over(1, 1)();
  // 1024 bytes are the driver's; 5 ints take 32 bytes, so that vectors behind them are aligned.
  EXPECT_EQ(out.read(), (std::vector<std::uint64_t>{1024, 1056}));
}

TEST_F(CudaLaunch, KeepsToTheLocalSizeThatTheSourceRequires) {
  auto sizes = device().allocate<int>(32);
  const auto kernel = device().kernel("in_groups_of_eight").args(sizes);
  kernel.over(32)();
  EXPECT_EQ(sizes.read(), std::vector<int>(32, 8));
  const auto other = error_of([&] { kernel.over(32, 16)(); });
  EXPECT_EQ(other.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(other.what(),
              HasSubstr("expected a local size of 8 x 1 x 1, which its source requires, found 16 x "
                        "1 x 1"));
  const auto ragged = error_of([&] { kernel.over(12)(); });
  EXPECT_EQ(ragged.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(ragged.what(), HasSubstr("8 x 1 x 1"));
}

TEST_F(CudaLaunch, DividesAnyGlobalSize) {
  for (const std::size_t size : {1U, 7U, 255U, 256U, 257U, 1000U, 1024U}) {
    auto data = device().upload(std::vector<int>(size));
    device().kernel("add_one").args(data).over(size)();
    EXPECT_EQ(data.read(), std::vector<int>(size, 1));
  }
}

}  // namespace
}  // namespace tickbench::cuda
