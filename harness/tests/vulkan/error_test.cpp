// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/error.hpp"

#include <gmock/gmock.h>

namespace tickbench::vulkan {
namespace {

TEST(Result, IsNamedAsTheHeaderNamesIt) {
  EXPECT_EQ(describe_result(VK_ERROR_DEVICE_LOST), "VK_ERROR_DEVICE_LOST (-4)");
  EXPECT_EQ(describe_result(VK_INCOMPLETE), "VK_INCOMPLETE (5)");
  EXPECT_EQ(describe_result(VK_ERROR_OUT_OF_HOST_MEMORY), "VK_ERROR_OUT_OF_HOST_MEMORY (-1)");
  EXPECT_EQ(describe_result(VK_ERROR_UNKNOWN), "VK_ERROR_UNKNOWN (-13)");
  EXPECT_EQ(describe_result(VK_ERROR_FRAGMENTATION), "VK_ERROR_FRAGMENTATION (-1000161000)");
  EXPECT_EQ(describe_result(static_cast<VkResult>(-4711)), "unknown Vulkan result (-4711)");
}

}  // namespace
}  // namespace tickbench::vulkan
