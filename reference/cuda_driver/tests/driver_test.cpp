// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "cuhost_test.hpp"

namespace cuhost {
namespace {

TEST(Driver, IsInitialised) { EXPECT_EQ(CU(cuInit)(0), 0); }

TEST(Driver, SaysWhatItIs) {
  EXPECT_THAT(CU(tickbench_cuda_driver_note)(), testing::HasSubstr("no GPU"));
  char name[16] = {};
  EXPECT_EQ(CU(cuDeviceGetName)(name, sizeof(name), 0), 0);
  EXPECT_STREQ(name, "cuhost");
  char cut[4] = {};
  EXPECT_EQ(CU(cuDeviceGetName)(cut, sizeof(cut), 0), 0);
  EXPECT_STREQ(cut, "cuh");
  int version = 0;
  EXPECT_EQ(CU(cuDriverGetVersion)(&version), 0);
  EXPECT_EQ(version, 12040);
}

TEST(Driver, HasOneDeviceWithLimits) {
  int count = 0;
  EXPECT_EQ(CU(cuDeviceGetCount)(&count), 0);
  EXPECT_EQ(count, 1);
  int threads = 0;
  EXPECT_EQ(CU(cuDeviceGetAttribute)(&threads, 1, 0), 0);
  EXPECT_EQ(threads, 1024);
  EXPECT_EQ(CU(cuDeviceGetAttribute)(&threads, 12345, 0), 1);
  EXPECT_EQ(CU(cuDeviceGetAttribute)(&threads, 1, 1), 101);
  char address[32] = {};
  EXPECT_EQ(CU(cuDeviceGetPCIBusId)(address, sizeof(address), 0), 0);
  EXPECT_STREQ(address, "FFFF:00:0A.0");
}

TEST(Driver, NamesItsResults) {
  const char* name = nullptr;
  EXPECT_EQ(CU(cuGetErrorName)(700, &name), 0);
  EXPECT_STREQ(name, "CUDA_ERROR_ILLEGAL_ADDRESS");
  EXPECT_EQ(CU(cuGetErrorName)(12345, &name), 1);
  EXPECT_EQ(name, nullptr);
}

TEST(Driver, WantsAContextThatIsCurrent) {
  CUdeviceptr memory = 0;
  CUstream_st* stream = nullptr;
  EXPECT_EQ(CU(cuCtxSetCurrent)(nullptr), 0);
  EXPECT_EQ(CU(cuMemAlloc_v2)(&memory, 64), 201);
  EXPECT_EQ(CU(cuStreamCreate)(&stream, 0), 201);
  int device = -1;
  EXPECT_EQ(CU(cuCtxGetDevice)(&device), 201);
}

}  // namespace
}  // namespace cuhost
