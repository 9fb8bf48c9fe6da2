// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "backend/driver_error.hpp"
#include "cuda/driver.hpp"
#include "device_test.hpp"

namespace tickbench::cuda {
namespace {

using testing::HasSubstr;

class CudaGraph : public CudaDeviceTest {
 protected:
  Launch add_one(Buffer<int>& data) { return device().kernel("add_one").args(data).over(8); }
};

TEST_F(CudaGraph, RunsEachLaunchOfABracketOnce) {
  auto data = device().upload(std::vector<int>(8));
  const auto launch = add_one(data);
  ASSERT_TRUE(queue().supports(TimeMethod::kGraph, launch.work()));
  const auto bracket = queue().run(launch.work(), {7, TimeMethod::kGraph, 0});
  EXPECT_GT(bracket.device, Seconds(0));
  EXPECT_LT(bracket.device, bracket.host);
  EXPECT_EQ(data.read(), std::vector<int>(8, 7));
  queue().run(launch.work(), {1, TimeMethod::kGraph, 4096});
  EXPECT_EQ(data.read(), std::vector<int>(8, 8));
}

TEST_F(CudaGraph, IsHeldAsABracketIs) {
  auto data = device().upload(std::vector<int>(8));
  const auto launch = add_one(data);
  const auto bracket = queue().run(launch.work(), {900, TimeMethod::kGraph, 0, HoldRequest{}});
  EXPECT_TRUE(bracket.fed);
  EXPECT_EQ(data.read(), std::vector<int>(8, 900));
}

TEST_F(CudaGraph, TakesCopiesAndFillsThatDoNotWait) {
  auto from = device().upload(std::vector<int>(8, 5));
  auto to = device().allocate<int>(8, MemoryKind::kHost);
  auto heap = device().allocate<int>(8, MemoryKind::kHeap);
  const auto copy = device().copy(to, from);
  queue().run(copy.work(), {3, TimeMethod::kGraph, 0});
  EXPECT_EQ(to.read(), std::vector<int>(8, 5));
  const auto fill = device().fill(from, 6);
  queue().run(fill.work(), {3, TimeMethod::kGraph, 0});
  EXPECT_EQ(from.read(), std::vector<int>(8, 6));
  EXPECT_FALSE(queue().supports(TimeMethod::kGraph, device().copy(heap, from).work()));
}

TEST_F(CudaGraph, IsRefusedForACallableThatWaits) {
  auto* const stream = static_cast<CUstream_st*>(queue().native_handle());
  const Work waits{.enqueue = [&] { driver().cuStreamSynchronize(stream); },
                   .description = "a wait",
                   .never_waits = true};
  const auto error = error_of([&] { queue().run(waits, {1, TimeMethod::kGraph, 0}); });
  EXPECT_EQ(error.outcome(), Outcome::kUnsupported);
  EXPECT_THAT(error.what(), HasSubstr("CUDA_ERROR_STREAM_CAPTURE_INVALIDATED (901)"));
  EXPECT_THAT(error.what(), HasSubstr("--tickbench_mode=both"));
  const Work plain{.enqueue = waits.enqueue, .description = "a wait"};
  EXPECT_FALSE(queue().supports(TimeMethod::kGraph, plain));
}

TEST_F(CudaGraph, LeavesTheStreamToOthersWhereTheWorkFails) {
  const Work fails{.enqueue = [] { throw Error(Outcome::kWrongResult, "the work's own"); },
                   .description = "a failure",
                   .never_waits = true};
  EXPECT_STREQ(error_of([&] {
                 queue().run(fails, {1, TimeMethod::kGraph, 0});
               }).what(),
               "the work's own");
  auto data = std::optional(device().upload(std::vector<int>(8)));
  add_one (*data)();
  EXPECT_EQ(data->read(), std::vector<int>(8, 1));
  data.reset();
  opened_.reset();
  EXPECT_THAT(backend::take_failed_clean_ups(), testing::IsEmpty());
}

}  // namespace
}  // namespace tickbench::cuda
