// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "ze_test.hpp"

class ContextTest : public ZeTest {};

TEST_F(ContextTest, IsAlive) { EXPECT_ZE(zeContextGetStatus(context())); }

TEST_F(ContextTest, CanBeMadeForDevices) {
  ze_context_desc_t desc{ZE_STRUCTURE_TYPE_CONTEXT_DESC, nullptr, 0};
  ze_device_handle_t devices[] = {device()};
  ze_context_handle_t made = nullptr;
  ASSERT_ZE(zeContextCreateEx(driver(), &desc, 1, devices, &made));
  EXPECT_ZE(zeContextDestroy(made));
}

TEST_F(ContextTest, MakesMemoryResident) {
  auto* memory = shared<int>(16);
  EXPECT_ZE(zeContextMakeMemoryResident(context(), device(), memory, 64));
  EXPECT_ZE(zeContextEvictMemory(context(), device(), memory, 64));
  EXPECT_ZE(zeContextSystemBarrier(context(), device()));
}

TEST_F(ContextTest, ChecksItsArguments) {
  ze_context_desc_t desc{ZE_STRUCTURE_TYPE_CONTEXT_DESC, nullptr, 0};
  ze_context_handle_t made = nullptr;
  EXPECT_EQ(zeContextCreate(driver(), nullptr, &made), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(zeContextCreate(driver(), &desc, nullptr), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
  desc.flags = 0x80;
  EXPECT_EQ(zeContextCreate(driver(), &desc, &made), ZE_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_EQ(zeContextMakeMemoryResident(context(), device(), nullptr, 1),
            ZE_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(zeContextDestroy(nullptr), ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
}
