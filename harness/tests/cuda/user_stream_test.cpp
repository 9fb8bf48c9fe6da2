// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "contract/user_queue.hpp"
#include "cuda/driver.hpp"
#include "device_test.hpp"
#include "tickbench/cuda.hpp"
#include "tickbench/device_timer.hpp"

namespace tickbench::cuda {
namespace {

using testing::HasSubstr;

/// A stream as a program has it that knows nothing of the harness.
class CudaUserStream : public CudaDeviceTest {
 protected:
  static constexpr std::size_t kBytes = 4U << 20;

  void SetUp() override {
    CudaDeviceTest::SetUp();
    queue().native_handle();  // its context is current
    ASSERT_EQ(driver().cuStreamCreate(&stream_, 0), 0);
    ASSERT_EQ(driver().cuMemAlloc_v2(&memory_, kBytes), 0);
  }
  void TearDown() override {
    EXPECT_EQ(driver().cuMemFree_v2(memory_), 0);
    EXPECT_EQ(driver().cuStreamDestroy_v2(stream_), 0);
  }
  void fill() const { EXPECT_EQ(driver().cuMemsetD8Async(memory_, 1, kBytes, stream_), 0); }
  Work work() const {
    return {[this] { fill(); }, 0, "a fill"};
  }

  CUstream_st* stream_ = nullptr;
  Address memory_ = 0;
};

TEST_F(CudaUserStream, IsTimedByTheDevice) {
  const auto timed = timed_queue(stream_);
  EXPECT_EQ(timed->device_name(), "cuhost");
  EXPECT_TRUE(timed->supports(TimeMethod::kBracket, work()));
  EXPECT_FALSE(timed->supports(TimeMethod::kOneEvent, work()));
  const auto bracket = timed->run(work(), {3, TimeMethod::kBracket, 0});
  EXPECT_GT(bracket.device, Seconds(0));
  EXPECT_LT(bracket.device, bracket.host);
  EXPECT_GT(timed->run(work(), {1, TimeMethod::kBracket, kBytes}).device, Seconds(0));
}

TEST_F(CudaUserStream, MayBeTheDefaultOne) {
  const auto timed = timed_queue(nullptr);
  const Work by_default{
      [this] { EXPECT_EQ(driver().cuMemsetD8Async(memory_, 1, kBytes, nullptr), 0); }, false, ""};
  EXPECT_GT(timed->run(by_default, {1, TimeMethod::kBracket, 0}).device, Seconds(0));
  ASSERT_EQ(driver().cuCtxSetCurrent(nullptr), 0);
  const auto error = error_of([] { timed_queue(nullptr); });
  EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(error.what(), HasSubstr("where a context is current, found null"));
  queue().native_handle();
}

TEST_F(CudaUserStream, IsRefusedWhereTheDriverDoesNotKnowIt) {
  int other = 0;
  const auto error = error_of([&] { timed_queue(reinterpret_cast<CUstream_st*>(&other)); });
  EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(error.what(), HasSubstr("timed_queue: expected a stream"));
  EXPECT_THAT(error.what(), HasSubstr("CUDA_ERROR_INVALID_HANDLE (400)"));
}

/// Whether this thread has a current context.
bool has_context() {
  int device = 0;
  return driver().cuCtxGetDevice(&device) == 0;
}

TEST_F(CudaUserStream, LeavesTheCallersContextCurrent) {
  auto* context = static_cast<CUctx_st*>(nullptr);
  ASSERT_EQ(driver().cuStreamGetCtx(stream_, &context), 0);
  for (const bool has_one : {false, true}) {
    ASSERT_EQ(driver().cuCtxSetCurrent(has_one ? context : nullptr), 0);
    auto timed = timed_queue(stream_);
    EXPECT_EQ(has_context(), has_one);
    Work nothing{[&] { EXPECT_EQ(has_context(), has_one); }, 0, "nothing", false, true};
    EXPECT_EQ(timed->hold_limits(nothing, false).method, HoldMethod::kHostEvent);
    EXPECT_EQ(has_context(), has_one);
    for (const std::size_t displaced : {std::size_t{0}, kBytes}) {
      timed->run(nothing, {1, TimeMethod::kBracket, displaced, HoldRequest{}});
      EXPECT_EQ(has_context(), has_one);
    }
    auto open = timed->open(nothing, {1, TimeMethod::kBracket, 0, HoldRequest{}});
    EXPECT_EQ(has_context(), has_one);
    open->launched();
    open->finish();
    EXPECT_EQ(has_context(), has_one);
    timed->read_clock();
    open.reset();
    timed.reset();
    DeviceTimer timer(stream_);
    timer.start();
    timer.stop();
    EXPECT_EQ(has_context(), has_one);
  }
  ASSERT_EQ(driver().cuCtxSetCurrent(context), 0);
}

TEST_F(CudaUserStream, TakesGraphsOfTheCallersOwn) {
  ASSERT_EQ(driver().cuStreamBeginCapture_v2(stream_, kCaptureRelaxed), 0);
  for (int i = 0; i < 3; ++i) fill();
  CUgraph_st* captured = nullptr;
  ASSERT_EQ(driver().cuStreamEndCapture(stream_, &captured), 0);
  CUgraphExec_st* graph = nullptr;
  ASSERT_EQ(driver().cuGraphInstantiateWithFlags(&graph, captured, 0), 0);
  const auto timed = timed_queue(stream_);
  contract::expect_held(
      *timed, HoldMethod::kHostEvent, [&] { EXPECT_EQ(driver().cuGraphLaunch(graph, stream_), 0); },
      [&] { EXPECT_EQ(driver().cuStreamSynchronize(stream_), 0); });
  EXPECT_EQ(driver().cuGraphExecDestroy(graph), 0);
  EXPECT_EQ(driver().cuGraphDestroy(captured), 0);
}

TEST_F(CudaUserStream, IsHeldAsTheHarnesssOwn) {
  for (auto* const stream : {stream_, static_cast<CUstream_st*>(nullptr)}) {
    queue().native_handle();
    const auto timed = timed_queue(stream);
    contract::expect_held(
        *timed, HoldMethod::kHostEvent,
        [&] { EXPECT_EQ(driver().cuMemsetD8Async(memory_, 1, kBytes, stream), 0); },
        [&] { EXPECT_EQ(driver().cuStreamSynchronize(stream), 0); });
  }
}

TEST_F(CudaUserStream, IsRefusedWhileItsCommandsAreCaptured) {
  ASSERT_EQ(driver().cuStreamBeginCapture_v2(stream_, kCaptureRelaxed), 0);
  const auto error = error_of([&] { timed_queue(stream_); });
  EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(error.what(), HasSubstr("captured for a graph"));
  CUgraph_st* graph = nullptr;
  EXPECT_EQ(driver().cuStreamEndCapture(stream_, &graph), 0);
  EXPECT_EQ(driver().cuGraphDestroy(graph), 0);
  EXPECT_NO_THROW(timed_queue(stream_));
}

TEST_F(CudaUserStream, HasRegions) {
  DeviceTimer timer(stream_);
  for (int i = 0; i < 2; ++i) {
    timer.start();
    fill();
    timer.stop();
  }
  EXPECT_GT(timer.elapsed().device, Seconds(0));
  EXPECT_LT(timer.elapsed().device, timer.elapsed().host);
}

TEST_F(CudaUserStream, OfTheHarnessIsWhatACallableTakes) {
  auto* const stream = static_cast<CUstream_st*>(queue().native_handle());
  const Work own{[&] { EXPECT_EQ(driver().cuMemsetD8Async(memory_, 1, kBytes, stream), 0); }, false,
                 "a fill"};
  EXPECT_GT(queue().run(own, {2, TimeMethod::kBracket, 0}).device, Seconds(0));
}

}  // namespace
}  // namespace tickbench::cuda
