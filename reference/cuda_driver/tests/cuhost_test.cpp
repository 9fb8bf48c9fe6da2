// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuhost_test.hpp"

#include <cstring>

#include "../include/cuhost_kernel.hpp"

extern "C" __attribute__((visibility("default"))) void cuhost_kernel_add(
    const void* const* arguments, const CuhostBlock* block);
extern "C" __attribute__((visibility("default"))) void cuhost_kernel_add(
    const void* const* arguments, const CuhostBlock* block) {
  int* to = nullptr;
  int value = 0;
  std::memcpy(&to, arguments[0], sizeof(to));
  std::memcpy(&value, arguments[1], sizeof(value));
  for (unsigned i = 0; i < block->block[0]; ++i) to[block->index[0] * block->block[0] + i] += value;
}

namespace cuhost {

void CuhostTest::SetUp() {
  ASSERT_EQ(CU(cuInit)(0), 0);
  ASSERT_EQ(CU(cuDevicePrimaryCtxRetain)(&context_, 0), 0);
  ASSERT_EQ(CU(cuCtxSetCurrent)(context_), 0);
  ASSERT_EQ(CU(cuStreamCreate)(&stream_, 0), 0);
  ASSERT_EQ(CU(cuModuleLoadDataEx)(&module_, kAddPtx, 0, nullptr, nullptr), 0);
  ASSERT_EQ(CU(cuModuleGetFunction)(&add_, module_, "add"), 0);
}

void CuhostTest::TearDown() {
  if (stream_ != nullptr) CU(cuStreamDestroy_v2)(stream_);
  if (module_ != nullptr) CU(cuModuleUnload)(module_);
  for (const auto memory : allocated_) CU(cuMemFree_v2)(memory);
}

CUdeviceptr CuhostTest::allocate(std::size_t bytes) {
  CUdeviceptr to = 0;
  EXPECT_EQ(CU(cuMemAlloc_v2)(&to, bytes), 0);
  return allocated_.emplace_back(to);
}

int CuhostTest::launch_add(CUdeviceptr to, int value, unsigned threads) {
  void* arguments[] = {&to, &value};
  return CU(cuLaunchKernel)(add_, 1, 1, 1, threads, 1, 1, 0, stream_, arguments, nullptr);
}

std::vector<int> CuhostTest::read(CUdeviceptr from, std::size_t count) {
  std::vector<int> found(count);
  EXPECT_EQ(CU(cuMemcpyAsync)(address_of(found.data()), from, count * sizeof(int), stream_), 0);
  EXPECT_EQ(synchronize(), 0);
  return found;
}

}  // namespace cuhost
