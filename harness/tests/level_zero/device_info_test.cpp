// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/device_info.hpp"

#include <gtest/gtest.h>

namespace tickbench::level_zero {
namespace {

ze_device_properties_t properties(ze_structure_type_t form, std::uint64_t resolution,
                                  std::uint32_t kernel_bits, std::uint32_t global_bits) {
  ze_device_properties_t result{};
  result.stype = form;
  result.timerResolution = resolution;
  result.kernelTimestampValidBits = kernel_bits;
  result.timestampValidBits = global_bits;
  return result;
}

TEST(LevelZeroClocks, AreAskedForInCyclesASecondFromVersion12On) {
  EXPECT_EQ(properties_form(ZE_API_VERSION_1_1), ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES);
  EXPECT_EQ(properties_form(ZE_API_VERSION_1_2), ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2);
  EXPECT_EQ(properties_form(ZE_API_VERSION_1_4), ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2);
}

TEST(LevelZeroClocks, ReadTheUnitOfTheirForm) {
  const auto hertz =
      clocks_from(properties(ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2, 12000048, 32, 36));
  EXPECT_DOUBLE_EQ(hertz.kernel.hertz(), 12000048);
  EXPECT_DOUBLE_EQ(hertz.global.hertz(), 12000048);
  // Whole nanoseconds, truncated: 83 stands for 83.333.
  const auto nanoseconds = clocks_from(properties(ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES, 83, 32, 36));
  EXPECT_DOUBLE_EQ(nanoseconds.kernel.hertz(), 12e6);
}

TEST(LevelZeroTheoreticalPeaks, AreThoseThatTheDriverStates) {
  ze_device_memory_ext_properties_t memory{};
  EXPECT_EQ(stack_bandwidth(memory), 0) << "of a driver that does not know the structure";
  memory.readBandwidth = memory.writeBandwidth = 560;
  memory.bandwidthUnit = ZE_BANDWIDTH_UNIT_BYTES_PER_NANOSEC;
  EXPECT_DOUBLE_EQ(stack_bandwidth(memory), 560e9);
  memory.bandwidthUnit = ZE_BANDWIDTH_UNIT_BYTES_PER_CLOCK;
  EXPECT_EQ(stack_bandwidth(memory), 0) << "of which clock is not said";

  // UHD Graphics 630: 24 units of 8 lanes at 1.2 GHz, stated as 460.8 GFLOP/s.
  ze_device_properties_t gpu{};
  gpu.type = ZE_DEVICE_TYPE_GPU;
  gpu.numSlices = 1;
  gpu.numSubslicesPerSlice = 3;
  gpu.numEUsPerSubslice = 8;
  gpu.physicalEUSimdWidth = 8;
  gpu.coreClockRate = 1200;
  EXPECT_DOUBLE_EQ(arithmetic_rate(gpu), 460.8e9);
  gpu.type = ZE_DEVICE_TYPE_CPU;
  EXPECT_EQ(arithmetic_rate(gpu), 0);
}

TEST(LevelZeroClocks, HaveWidthsOfTheirOwn) {
  const auto narrow =
      clocks_from(properties(ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2, 1000000, 32, 36));
  EXPECT_EQ(narrow.kernel.valid_bits(), 32);
  EXPECT_EQ(narrow.global.valid_bits(), 36);
  EXPECT_DOUBLE_EQ(narrow.kernel.elapsed(KernelStamp{0xFFFF'FFFF}, KernelStamp{1}).count(), 2e-6);
  EXPECT_DOUBLE_EQ(narrow.global.elapsed(GlobalStamp{0xF'FFFF'FFFF}, GlobalStamp{1}).count(), 2e-6);
  const auto wide =
      clocks_from(properties(ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2, 1000000, 64, 64));
  constexpr std::uint64_t kHigh = 0xFFFF'FFFF'0000'0000;
  EXPECT_DOUBLE_EQ(wide.kernel.elapsed(KernelStamp{kHigh}, KernelStamp{kHigh + 5}).count(), 5e-6);
}

}  // namespace
}  // namespace tickbench::level_zero
