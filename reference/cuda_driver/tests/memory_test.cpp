// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <numeric>

#include "cuhost_test.hpp"

namespace cuhost {
namespace {

using Memory = CuhostTest;

TEST_F(Memory, IsFilledByOneTwoAndFourBytes) {
  const auto memory = allocate(8);
  EXPECT_EQ(CU(cuMemsetD8Async)(memory, 0x11, 8, stream_), 0);
  EXPECT_EQ(read(memory, 2), (std::vector<int>{0x11111111, 0x11111111}));
  EXPECT_EQ(CU(cuMemsetD16Async)(memory, 0x1234, 2, stream_), 0);
  EXPECT_EQ(read(memory, 2), (std::vector<int>{0x12341234, 0x11111111}));
  EXPECT_EQ(CU(cuMemsetD32Async)(memory + 4, 5, 1, stream_), 0);
  EXPECT_EQ(read(memory, 2), (std::vector<int>{0x12341234, 5}));
  EXPECT_EQ(CU(cuMemFree_v2)(memory), 0);
}

TEST_F(Memory, OfTheHostIsCopiedFromWhenTheCallIsMade) {
  const auto memory = allocate(4 * sizeof(int));
  std::vector<int> values(4);
  std::iota(values.begin(), values.end(), 1);
  EXPECT_EQ(CU(cuMemcpyAsync)(memory, address_of(values.data()), 16, stream_), 0);
  values.assign(4, -1);
  EXPECT_EQ(read(memory, 4), (std::vector<int>{1, 2, 3, 4}));
}

TEST_F(Memory, OfTheDriverInTheHostIsReachedByBoth) {
  void* host = nullptr;
  ASSERT_EQ(CU(cuMemHostAlloc)(&host, 64, 2), 0);
  EXPECT_EQ(CU(cuMemsetD8Async)(address_of(host), 3, 64, stream_), 0);
  EXPECT_EQ(synchronize(), 0);
  EXPECT_EQ(static_cast<char*>(host)[63], 3);
  EXPECT_EQ(CU(cuMemFree_v2)(address_of(host)), 1);
  EXPECT_EQ(CU(cuMemFreeHost)(host), 0);
  EXPECT_EQ(CU(cuMemFreeHost)(host), 1);
}

TEST_F(Memory, EndsWhereTheDevicesDoes) {
  CUdeviceptr memory = 0;
  EXPECT_EQ(CU(cuMemAlloc_v2)(&memory, std::size_t{1} << 40), 2);
  EXPECT_EQ(CU(cuMemAlloc_v2)(&memory, 0), 1);
  std::size_t bytes = 0;
  EXPECT_EQ(CU(cuDeviceTotalMem_v2)(&bytes, 0), 0);
  EXPECT_EQ(CU(cuMemAllocManaged)(&memory, bytes, 1), 0);
  CUdeviceptr more = 0;
  EXPECT_EQ(CU(cuMemAlloc_v2)(&more, 1), 2);
  EXPECT_EQ(CU(cuMemFree_v2)(memory), 0);
}

TEST_F(Memory, IsNotTouchedBehindItsEnd) {
  const auto memory = allocate(8);
  EXPECT_EQ(CU(cuMemsetD8Async)(memory, 0, 9, stream_), 1);
  char more[9] = {};
  EXPECT_EQ(CU(cuMemcpyAsync)(memory, address_of(more), 9, stream_), 1);
  EXPECT_EQ(CU(cuMemFree_v2)(memory + 4), 1);
  EXPECT_EQ(CU(cuMemFree_v2)(memory), 0);
}

}  // namespace
}  // namespace cuhost
