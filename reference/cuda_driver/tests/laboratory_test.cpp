// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <thread>

#include "cuhost_test.hpp"

// Each suite here runs in an environment of its own: see CMakeLists.txt.
namespace cuhost {
namespace {

using LaboratoryPlannedFailure = CuhostTest;
TEST_F(LaboratoryPlannedFailure, HitsTheCallThatItNames) {
  CUdeviceptr memory = 0;
  EXPECT_EQ(CU(cuMemAlloc_v2)(&memory, 64), 0);
  CUdeviceptr other = 0;
  EXPECT_EQ(CU(cuMemAlloc_v2)(&other, 64), 2);
  EXPECT_EQ(CU(cuMemAlloc_v2)(&other, 64), 0);
  EXPECT_EQ(synchronize(), 999);
  EXPECT_EQ(synchronize(), 0);
}

using LaboratoryCrash = CuhostTest;
TEST_F(LaboratoryCrash, EndsTheContextForGood) {
  const auto memory = allocate(sizeof(int));
  EXPECT_EQ(launch_add(memory, 1, 1), 0);
  EXPECT_EQ(synchronize(), 0);
  EXPECT_EQ(launch_add(memory, 1, 1), 0);
  EXPECT_EQ(synchronize(), 700);
  CUdeviceptr other = 0;
  EXPECT_EQ(CU(cuMemAlloc_v2)(&other, 64), 700);
  EXPECT_EQ(CU(cuMemFree_v2)(memory), 700);
  EXPECT_EQ(CU(cuDevicePrimaryCtxRetain)(&context_, 0), 700);
  int count = 0;
  EXPECT_EQ(CU(cuDeviceGetCount)(&count), 0);
}

using LaboratoryExecuteNothing = CuhostTest;
TEST_F(LaboratoryExecuteNothing, LetsEveryWaitSucceed) {
  CUevent_st* first = nullptr;
  CUevent_st* last = nullptr;
  for (auto** event : {&first, &last}) {
    ASSERT_EQ(CU(cuEventCreate)(event, 0), 0);
    EXPECT_EQ(CU(cuEventRecord)(*event, stream_), 0);
  }
  EXPECT_EQ(synchronize(), 0);
  float milliseconds = 0;
  EXPECT_EQ(CU(cuEventElapsedTime)(&milliseconds, first, last), 600);
  for (auto* event : {first, last}) EXPECT_EQ(CU(cuEventDestroy_v2)(event), 0);
}

using LaboratorySlowClock = CuhostTest;
TEST_F(LaboratorySlowClock, RunsAtItsOwnRate) {
  CUevent_st* first = nullptr;
  CUevent_st* last = nullptr;
  for (auto** event : {&first, &last}) ASSERT_EQ(CU(cuEventCreate)(event, 0), 0);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(CU(cuEventRecord)(first, stream_), 0);
  EXPECT_EQ(synchronize(), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  EXPECT_EQ(CU(cuEventRecord)(last, stream_), 0);
  EXPECT_EQ(synchronize(), 0);
  const std::chrono::duration<double, std::milli> host = std::chrono::steady_clock::now() - begin;
  float milliseconds = 0;
  EXPECT_EQ(CU(cuEventElapsedTime)(&milliseconds, first, last), 0);
  EXPECT_GT(milliseconds, 19.9F);
  EXPECT_LT(milliseconds, 0.51 * host.count());
  for (auto* event : {first, last}) EXPECT_EQ(CU(cuEventDestroy_v2)(event), 0);
}

TEST(LaboratoryNoDevice, SaysSo) { EXPECT_EQ(CU(cuInit)(0), 100); }

}  // namespace
}  // namespace cuhost
