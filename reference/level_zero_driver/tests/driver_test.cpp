// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <level_zero/ze_ddi.h>

#include "ze_test.hpp"

class DriverTest : public ZeTest {};

TEST_F(DriverTest, IsFound) { EXPECT_NE(driver(), nullptr); }

TEST_F(DriverTest, CanBeInitialisedAgain) { EXPECT_ZE(zeInit(0)); }

TEST_F(DriverTest, SaysWhichVersionItImplements) {
  ze_api_version_t version{};
  ASSERT_ZE(zeDriverGetApiVersion(driver(), &version));
  EXPECT_EQ(version, ZE_API_VERSION_1_4);
}

TEST_F(DriverTest, HasProperties) {
  ze_driver_properties_t properties{};
  properties.stype = ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES;
  ASSERT_ZE(zeDriverGetProperties(driver(), &properties));
  EXPECT_NE(properties.driverVersion, 0U);
}

TEST_F(DriverTest, SharesNothingWithOtherProcesses) {
  ze_driver_ipc_properties_t properties{};
  properties.stype = ZE_STRUCTURE_TYPE_DRIVER_IPC_PROPERTIES;
  properties.flags = 3;
  ASSERT_ZE(zeDriverGetIpcProperties(driver(), &properties));
  EXPECT_EQ(properties.flags, 0U);
}

TEST_F(DriverTest, ListsItsExtensions) {
  std::uint32_t count = 0;
  ASSERT_ZE(zeDriverGetExtensionProperties(driver(), &count, nullptr));
  std::vector<ze_driver_extension_properties_t> extensions(count);
  ASSERT_ZE(zeDriverGetExtensionProperties(driver(), &count, extensions.data()));
  std::vector<std::string> names;
  names.reserve(count);
  for (const auto& extension : extensions) names.emplace_back(extension.name);
  EXPECT_THAT(names, testing::UnorderedElementsAre(ZE_GLOBAL_OFFSET_EXP_NAME,
                                                   ZE_EVENT_QUERY_TIMESTAMPS_EXP_NAME));
}

TEST_F(DriverTest, WritesNoMoreThanThereIsRoomFor) {
  std::uint32_t count = 1;
  ze_driver_extension_properties_t extensions[2]{};
  extensions[1].version = 77;
  ASSERT_ZE(zeDriverGetExtensionProperties(driver(), &count, extensions));
  EXPECT_EQ(count, 1U);
  EXPECT_EQ(extensions[1].version, 77U);
}

TEST_F(DriverTest, GivesTheFunctionsOfItsExtensions) {
  for (const char* name : {"zeKernelSetGlobalOffsetExp", "zeEventQueryTimestampsExp"}) {
    void* address = nullptr;
    EXPECT_ZE(zeDriverGetExtensionFunctionAddress(driver(), name, &address)) << name;
    EXPECT_NE(address, nullptr) << name;
  }
  void* address = nullptr;
  ASSERT_ZE(zeDriverGetExtensionFunctionAddress(driver(), "zeKernelSetGlobalOffsetExp", &address));
  const auto set_offset = reinterpret_cast<ze_pfnKernelSetGlobalOffsetExp_t>(address);
  EXPECT_EQ(set_offset(nullptr, 1, 2, 3), ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
  // The driver's own function: it takes the driver's handles, not those of a loader that wraps.
  if (!loader_wraps()) {
    EXPECT_ZE(set_offset(basic("nothing"), 1, 2, 3));
  }
}

TEST_F(DriverTest, KnowsNoOtherFunctionByName) {
  void* address = this;
  EXPECT_EQ(zeDriverGetExtensionFunctionAddress(driver(), "zeNoSuchThing", &address),
            ZE_RESULT_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(address, nullptr);
}

TEST_F(DriverTest, ChecksItsArguments) {
  EXPECT_EQ(zeDriverGetApiVersion(driver(), nullptr), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(zeDriverGetProperties(driver(), nullptr), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(zeDriverGetExtensionProperties(driver(), nullptr, nullptr),
            ZE_RESULT_ERROR_INVALID_NULL_POINTER);
}
