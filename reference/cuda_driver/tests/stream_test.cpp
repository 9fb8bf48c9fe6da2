// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <thread>

#include "cuhost_test.hpp"

namespace cuhost {
namespace {

using Stream = CuhostTest;

constexpr const char* kHoldPtx = R"(.version 6.4
.entry tickbench_hold(.param .u64 words, .param .u32 ticket, .param .u64 limit) { ret; }
)";

/// What the harness holds a stream by.
struct Hold {
  explicit Hold(CUstream_st* stream, std::uint64_t limit_ns = 10'000'000'000) : limit(limit_ns) {
    EXPECT_EQ(CU(cuModuleLoadDataEx)(&module, kHoldPtx, 0, nullptr, nullptr), 0);
    CUfunc_st* function = nullptr;
    EXPECT_EQ(CU(cuModuleGetFunction)(&function, module, "tickbench_hold"), 0);
    CUdeviceptr at = address_of(words);
    void* arguments[] = {&at, &ticket, &limit};
    EXPECT_EQ(CU(cuLaunchKernel)(function, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr), 0);
  }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;
  ~Hold() { CU(cuModuleUnload)(module); }
  void open() {
    __atomic_store_n(reinterpret_cast<std::uint32_t*>(&words[0]), ticket, __ATOMIC_SEQ_CST);
  }

  alignas(8) std::uint64_t words[2] = {0, 0};
  std::uint32_t ticket = 7;
  std::uint64_t limit;
  CUmod_st* module = nullptr;
};

TEST_F(Stream, RunsCommandsInOrder) {
  constexpr std::size_t kCount = 64;
  const auto memory = allocate(kCount * sizeof(int));
  EXPECT_EQ(CU(cuMemsetD32Async)(memory, 1, kCount, stream_), 0);
  EXPECT_EQ(launch_add(memory, 2, kCount), 0);
  EXPECT_EQ(launch_add(memory, 4, kCount), 0);
  EXPECT_EQ(read(memory, kCount), std::vector<int>(kCount, 7));
  EXPECT_EQ(CU(cuMemFree_v2)(memory), 0);
}

TEST_F(Stream, AHoldKeepsCommandsFromStarting) {
  const auto memory = allocate(sizeof(int));
  EXPECT_EQ(CU(cuMemsetD32Async)(memory, 1, 1, stream_), 0);
  EXPECT_EQ(synchronize(), 0);
  Hold hold(stream_);
  EXPECT_EQ(launch_add(memory, 1, 1), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the device's memory is the host's here
  EXPECT_EQ(__atomic_load_n(reinterpret_cast<int*>(memory), __ATOMIC_SEQ_CST), 1);
  hold.open();
  EXPECT_EQ(read(memory, 1), std::vector<int>{2});
  EXPECT_EQ(hold.words[1], 0U);
}

TEST_F(Stream, AHoldEndsByItselfAndSaysSo) {
  Hold hold(stream_, 1'000'000);
  EXPECT_EQ(synchronize(), 0);
  EXPECT_GE(hold.words[1], 1'000'000U);
}

TEST_F(Stream, TheCommandAfter1020BlocksItsCaller) {
  const auto memory = allocate(sizeof(int));
  Hold hold(stream_);
  for (int i = 0; i < 1020; ++i) ASSERT_EQ(launch_add(memory, 1, 1), 0);
  std::atomic<bool> is_enqueued = false;
  std::thread next([&] {
    CU(cuCtxSetCurrent)(context_);
    EXPECT_EQ(launch_add(memory, 1, 1), 0);
    is_enqueued = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(is_enqueued);
  hold.open();
  next.join();
  EXPECT_TRUE(is_enqueued);
  EXPECT_EQ(synchronize(), 0);
}

TEST_F(Stream, RefusesAnotherHandle) {
  int other = 0;
  auto* const handle = reinterpret_cast<CUstream_st*>(&other);
  EXPECT_EQ(CU(cuStreamSynchronize)(handle), 400);
  CUctx_st* context = nullptr;
  EXPECT_EQ(CU(cuStreamGetCtx)(handle, &context), 400);
  EXPECT_EQ(CU(cuStreamGetCtx)(stream_, &context), 0);
  EXPECT_EQ(context, context_);
  EXPECT_EQ(CU(cuStreamDestroy_v2)(nullptr), 400);
}

}  // namespace
}  // namespace cuhost
