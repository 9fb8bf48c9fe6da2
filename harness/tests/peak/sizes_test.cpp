// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tickbench/peak.hpp"

namespace tickbench::peak {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;
constexpr std::uint64_t kGiB = 1 << 30;

std::uint64_t update_bytes(backend::DeviceType type, std::uint64_t memory, std::uint64_t cache,
                           std::uint64_t largest_allocation) {
  backend::DeviceInfo info;
  info.type = type;
  info.memory = memory;
  info.cache = cache;
  info.largest_allocation = largest_allocation;
  return update_floats(info) * sizeof(float);
}
using enum backend::DeviceType;

TEST(UpdateFloats, DoNotBelieveALargeGpusCache) {
  EXPECT_EQ(update_bytes(kGpu, 139 * kGiB, 4 * kMiB, 35 * kGiB), 256 * kMiB);
  EXPECT_EQ(update_bytes(kGpu, 139 * kGiB, 1024 * kMiB, 35 * kGiB), 1024 * kMiB);
}

TEST(UpdateFloats, AreTogetherTwoCachesOfACpu) {
  EXPECT_EQ(update_bytes(kCpu, 24 * kGiB, 128 * kMiB, 2 * kGiB), 128 * kMiB);
  EXPECT_EQ(update_bytes(kCpu, 24 * kGiB, 1 * kMiB, 2 * kGiB), 64 * kMiB);
}

TEST(UpdateFloats, StayWithinTheDevicesLimits) {
  EXPECT_EQ(update_bytes(kGpu, 256 * kMiB, 0, 256 * kMiB), 32 * kMiB);
  EXPECT_EQ(update_bytes(kGpu, 16 * kGiB, 0, 100 * kMiB), 100 * kMiB);
}

TEST(UpdateFloats, AreNoMoreThanOneLaunchMayHave) {
  backend::DeviceInfo info;
  info.most_work_groups = 65535;
  EXPECT_EQ(update_floats(info), 65535 * 4 * kWorkGroup);
  info.most_work_groups = 65536;
  EXPECT_EQ(update_floats(info) * sizeof(float), 64 * kMiB);
}

TEST(UpdateFloats, TakeADeviceThatStatesNothing) {
  EXPECT_EQ(update_bytes(kOther, 0, 0, 0), 64 * kMiB);
}

TEST(UpdateFloats, DivideIntoWorkGroups) {
  EXPECT_EQ(update_bytes(kGpu, 0, 0, 100 * kMiB + 12) / sizeof(float) / 4 % kWorkGroup, 0U);
  EXPECT_GT(update_bytes(kGpu, 100, 0, 100), 0U);
}

TEST(MultiplyAddWorkItems, GrowWithTheDeviceAndDivideIntoWorkGroups) {
  backend::DeviceInfo info;
  info.compute_units = 132;
  EXPECT_EQ(multiply_add_work_items(info), 132U * 8192U);
  EXPECT_EQ(multiply_add_work_items(info) % kWorkGroup, 0U);
}

// Too few would leave most of a GPU idle: its peak would be that of a part, and kernels above it.
TEST(MultiplyAddWorkItems, FillADeviceThatDoesNotCountItsUnits) {
  backend::DeviceInfo info;
  info.type = kGpu;
  EXPECT_EQ(multiply_add_work_items(info), 256U * 8192U);
  info.type = kCpu;
  EXPECT_EQ(multiply_add_work_items(info), 1024U);
}

// The kernel's own arithmetic, step by step.
TEST(MultiplyAddResult, IsWhatTheLoopGives) {
  for (const std::size_t item : {0U, 1U, 1023U, 1024U, 5000U}) {
    float sum = 0;
    for (int lane = 0; lane < 64; ++lane) {
      auto value = static_cast<float>(lane) + static_cast<float>(item & 1023U);
      for (int step = 0; step < 512; ++step) value = value * 1.0F + 1.0F;
      sum += value;
    }
    EXPECT_EQ(multiply_add_result(item), sum) << item;
  }
}

}  // namespace
}  // namespace tickbench::peak
