// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "vulkan/error.hpp"
#include "vulkan/kernel.hpp"

namespace tickbench::vulkan {
namespace {

using testing::ElementsAre;

constexpr shader::ShaderGroupSize kChosenX{0, 1};
constexpr shader::ShaderGroupSize kChosenY{1, 1};
constexpr shader::ShaderGroupSize kChosenZ{2, 1};
constexpr shader::ShaderGroupSize kUnitSize{std::nullopt, 1};

// As on a driver for the CPU.
LaunchLimits limits() { return {{1024, 1024, 1024}, {65535, 65535, 65535}, 1024, 32768, 128}; }

TEST(Group, IsTheLargestUsualDivisor) {
  EXPECT_THAT(group_for({1 << 20, 1, 1}, {kChosenX, kChosenY, kChosenZ}, limits()),
              ElementsAre(256, 1, 1));
  EXPECT_THAT(group_for({300, 7, 1}, {kChosenX, kChosenY, kChosenZ}, limits()),
              ElementsAre(150, 1, 1));
  EXPECT_THAT(group_for({16, 12, 4}, {kChosenX, kChosenY, kChosenZ}, limits()),
              ElementsAre(16, 12, 1));
  EXPECT_THAT(group_for({100'003, 1, 1}, {kChosenX, kChosenY, kChosenZ}, limits()),
              ElementsAre(1, 1, 1));
}

TEST(Group, IsLargerWhereThereWouldBeTooManyGroups) {
  EXPECT_THAT(group_for({1 << 25, 1, 1}, {kChosenX, kChosenY, kChosenZ}, limits()),
              ElementsAre(1024, 1, 1));
}

TEST(Group, HasTheSizesThatTheSourceFixes) {
  EXPECT_THAT(group_for({64, 64, 1}, {kUnitSize, kChosenY, kUnitSize}, limits()),
              ElementsAre(1, 64, 1));
  const shader::ShaderGroupSize sixteen{std::nullopt, 16};
  EXPECT_THAT(group_for({64, 64, 64}, {sixteen, sixteen, kChosenZ}, limits()),
              ElementsAre(16, 16, 1));
}

TEST(Group, StaysWithinTheLimitOfEachDimension) {
  auto narrow = limits();
  narrow.group = {64, 64, 64};
  EXPECT_THAT(group_for({256, 256, 1}, {kChosenX, kChosenY, kChosenZ}, narrow),
              ElementsAre(64, 4, 1));
}

TEST(Result, IsNamedAsTheHeaderNamesIt) {
  EXPECT_EQ(describe_result(VK_ERROR_DEVICE_LOST), "VK_ERROR_DEVICE_LOST (-4)");
  EXPECT_EQ(result_name(VK_INCOMPLETE), "VK_INCOMPLETE");
  EXPECT_EQ(result_name(VK_ERROR_OUT_OF_HOST_MEMORY), "VK_ERROR_OUT_OF_HOST_MEMORY");
  EXPECT_EQ(result_name(VK_ERROR_UNKNOWN), "VK_ERROR_UNKNOWN");
  EXPECT_EQ(result_name(VK_ERROR_FRAGMENTATION), "VK_ERROR_FRAGMENTATION");
  EXPECT_EQ(describe_result(static_cast<VkResult>(-4711)), "unknown Vulkan result (-4711)");
}

}  // namespace
}  // namespace tickbench::vulkan
