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
