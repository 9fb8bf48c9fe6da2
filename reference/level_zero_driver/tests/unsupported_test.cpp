// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// What the driver does not have it refuses by that name.

#include <level_zero/zes_api.h>
#include <level_zero/zet_api.h>

#include "ze_test.hpp"

class UnsupportedTest : public ZeTest {};

TEST_F(UnsupportedTest, ImagesAndSamplers) {
  ze_image_desc_t image_desc{};
  image_desc.stype = ZE_STRUCTURE_TYPE_IMAGE_DESC;
  image_desc.type = ZE_IMAGE_TYPE_2D;
  image_desc.width = image_desc.height = 4;
  ze_image_handle_t image = nullptr;
  EXPECT_EQ(zeImageCreate(context(), device(), &image_desc, &image),
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
  ze_image_properties_t properties{};
  properties.stype = ZE_STRUCTURE_TYPE_IMAGE_PROPERTIES;
  EXPECT_EQ(zeImageGetProperties(device(), &image_desc, &properties),
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
  ze_sampler_desc_t sampler_desc{};
  sampler_desc.stype = ZE_STRUCTURE_TYPE_SAMPLER_DESC;
  ze_sampler_handle_t sampler = nullptr;
  EXPECT_EQ(zeSamplerCreate(context(), device(), &sampler_desc, &sampler),
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

TEST_F(UnsupportedTest, SharingWithOtherProcesses) {
  ze_ipc_mem_handle_t handle{};
  EXPECT_EQ(zeMemGetIpcHandle(context(), host_memory(64), &handle),
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

TEST_F(UnsupportedTest, VirtualMemory) {
  void* address = nullptr;
  EXPECT_EQ(zeVirtualMemReserve(context(), this, 1 << 21, &address),
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
  ze_physical_mem_desc_t desc{};
  desc.stype = ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC;
  desc.size = 1 << 21;
  ze_physical_mem_handle_t memory = nullptr;
  EXPECT_EQ(zePhysicalMemCreate(context(), device(), &desc, &memory),
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

TEST_F(UnsupportedTest, CooperativeLaunches) {
  const ze_group_count_t one{1, 1, 1};
  const auto nothing = basic("nothing");
  EXPECT_EQ(zeCommandListAppendLaunchCooperativeKernel(list(), nothing, &one, nullptr, 0, nullptr),
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
  std::uint32_t count = 0;
  EXPECT_EQ(zeKernelSuggestMaxCooperativeGroupCount(nothing, &count),
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

TEST_F(UnsupportedTest, AddressesInsideModules) {
  void* address = nullptr;
  EXPECT_EQ(zeModuleGetFunctionPointer(module("basic"), "add", &address),
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
  std::size_t size = 0;
  EXPECT_EQ(zeModuleGetGlobalPointer(module("basic"), "add", &size, &address),
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

TEST_F(UnsupportedTest, MetricsAndSystemManagement) {
  std::uint32_t count = 0;
  EXPECT_EQ(zetMetricGroupGet(device(), &count, nullptr), ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(zesDeviceEnumFrequencyDomains(device(), &count, nullptr),
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

TEST_F(UnsupportedTest, CachePartitions) {
  EXPECT_EQ(zeDeviceReserveCacheExt(device(), 3, 1024), ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

TEST_F(UnsupportedTest, Extensions) {
  ze_pci_ext_properties_t pci{};
  pci.stype = ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES;
  EXPECT_EQ(zeDevicePciGetPropertiesExt(device(), &pci), ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
  ze_scheduling_hint_exp_desc_t hint{};
  hint.stype = ZE_STRUCTURE_TYPE_SCHEDULING_HINT_EXP_DESC;
  hint.flags = ZE_SCHEDULING_HINT_EXP_FLAG_OLDEST_FIRST;
  EXPECT_EQ(zeKernelSchedulingHintExp(basic("nothing"), &hint),
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
  ze_memory_free_ext_desc_t when{};
  when.stype = ZE_STRUCTURE_TYPE_MEMORY_FREE_EXT_DESC;
  when.freePolicy = ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE;
  EXPECT_EQ(zeMemFreeExt(context(), &when, host_memory(64)), ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
  std::uint32_t count = 0;
  EXPECT_EQ(zeFabricVertexGetExp(driver(), &count, nullptr), ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}
