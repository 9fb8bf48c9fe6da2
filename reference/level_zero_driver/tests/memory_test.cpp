// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <numeric>

#include "ze_test.hpp"

namespace {

class MemoryTest : public ZeTest {
 protected:
  ze_device_mem_alloc_desc_t on_device_{ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC, nullptr, 0, 0};
  ze_host_mem_alloc_desc_t on_host_{ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC, nullptr, 0};

  ze_memory_allocation_properties_t properties(const void* pointer, ze_device_handle_t* owner) {
    ze_memory_allocation_properties_t properties{};
    properties.stype = ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES;
    EXPECT_ZE(zeMemGetAllocProperties(context(), pointer, &properties, owner));
    return properties;
  }
};

TEST_F(MemoryTest, KnowsTheKindOfEachAllocation) {
  ze_device_handle_t owner = nullptr;
  EXPECT_EQ(properties(shared<int>(4), &owner).type, ZE_MEMORY_TYPE_SHARED);
  EXPECT_EQ(owner, device());
  EXPECT_EQ(properties(device_memory(16), &owner).type, ZE_MEMORY_TYPE_DEVICE);
  EXPECT_EQ(owner, device());
  EXPECT_EQ(properties(host_memory(16), &owner).type, ZE_MEMORY_TYPE_HOST);
  EXPECT_EQ(owner, nullptr);
  const int heap = 0;
  EXPECT_EQ(properties(&heap, &owner).type, ZE_MEMORY_TYPE_UNKNOWN);
  EXPECT_EQ(owner, nullptr);
}

TEST_F(MemoryTest, GivesEachAllocationAnId) {
  EXPECT_NE(properties(host_memory(1), nullptr).id, properties(host_memory(1), nullptr).id);
  EXPECT_GE(properties(host_memory(1), nullptr).pageSize, 4096U);
}

TEST_F(MemoryTest, KnowsInteriorPointers) {
  char* base = shared<char>(1000);
  void* found = nullptr;
  std::size_t size = 0;
  ASSERT_ZE(zeMemGetAddressRange(context(), base + 999, &found, &size));
  EXPECT_EQ(found, base);
  EXPECT_EQ(size, 1000U);
  EXPECT_EQ(properties(base + 500, nullptr).type, ZE_MEMORY_TYPE_SHARED);
  EXPECT_EQ(zeMemGetAddressRange(context(), base + 1000, &found, &size),
            ZE_RESULT_ERROR_INVALID_ARGUMENT);
}

TEST_F(MemoryTest, AlignsAsAskedFor) {
  for (std::size_t alignment = 1; alignment <= std::size_t{1} << 21; alignment *= 2) {
    void* memory = nullptr;
    ASSERT_ZE(zeMemAllocHost(context(), &on_host_, 100, alignment, &memory));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % alignment, 0U) << alignment;
    std::memset(memory, 1, 100);
    EXPECT_ZE(zeMemFree(context(), memory));
  }
}

TEST_F(MemoryTest, SharedMemoryWithoutADeviceIsForAll) {
  void* memory = nullptr;
  ASSERT_ZE(zeMemAllocShared(context(), &on_device_, &on_host_, 64, 0, nullptr, &memory));
  ze_device_handle_t owner = device();
  EXPECT_EQ(properties(memory, &owner).type, ZE_MEMORY_TYPE_SHARED);
  EXPECT_EQ(owner, nullptr);
  EXPECT_ZE(zeMemFree(context(), memory));
}

TEST_F(MemoryTest, AllocatesMoreThanOpenClWould) {
  void* memory = nullptr;
  const std::size_t size = (std::size_t{2} << 30) + 4096;  // clSVMAlloc of PoCL ends at 2 GiB
  ASSERT_ZE(zeMemAllocDevice(context(), &on_device_, size, 0, device(), &memory));
  auto* bytes = static_cast<char*>(memory);
  bytes[0] = bytes[size - 1] = 1;
  EXPECT_ZE(zeMemFree(context(), memory));
}

TEST_F(MemoryTest, ChecksItsArguments) {
  void* memory = nullptr;
  EXPECT_EQ(zeMemAllocDevice(context(), &on_device_, 0, 0, device(), &memory),
            ZE_RESULT_ERROR_UNSUPPORTED_SIZE);
  EXPECT_EQ(zeMemAllocDevice(context(), &on_device_, SIZE_MAX / 2, 0, device(), &memory),
            ZE_RESULT_ERROR_UNSUPPORTED_SIZE);
  EXPECT_EQ(zeMemAllocDevice(context(), &on_device_, 64, 3, device(), &memory),
            ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT);
  EXPECT_EQ(zeMemAllocDevice(context(), &on_device_, 64, 0, nullptr, &memory),
            ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(zeMemAllocDevice(context(), &on_device_, 64, 0, device(), nullptr),
            ZE_RESULT_ERROR_INVALID_NULL_POINTER);
  auto desc = on_device_;
  desc.ordinal = 1;
  EXPECT_EQ(zeMemAllocDevice(context(), &desc, 64, 0, device(), &memory),
            ZE_RESULT_ERROR_INVALID_ARGUMENT);
}

TEST_F(MemoryTest, RunsOutOfMemoryInsteadOfPromisingIt) {
  ze_device_properties_t cpu{};
  cpu.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2;
  ASSERT_ZE(zeDeviceGetProperties(device(), &cpu));
  void *most = nullptr, *rest = nullptr;
  const std::size_t two_thirds = cpu.maxMemAllocSize / 3 * 2;
  ASSERT_ZE(zeMemAllocDevice(context(), &on_device_, two_thirds, 0, device(), &most));
  EXPECT_EQ(zeMemAllocDevice(context(), &on_device_, two_thirds, 0, device(), &rest),
            ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
  EXPECT_EQ(zeMemAllocHost(context(), &on_host_, two_thirds, 0, &rest),
            ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY);
  EXPECT_ZE(zeMemFree(context(), most));
}

TEST_F(MemoryTest, FreesOnlyWhatItGaveOut) {
  char* memory = shared<char>(64);
  EXPECT_EQ(zeMemFree(context(), memory + 1), ZE_RESULT_ERROR_INVALID_ARGUMENT);
  int heap = 0;
  EXPECT_EQ(zeMemFree(context(), &heap), ZE_RESULT_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(zeMemFree(context(), nullptr), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
}

TEST_F(MemoryTest, IsKnownToEveryContextOfTheDriver) {
  void* memory = nullptr;
  ASSERT_ZE(zeMemAllocDevice(context(), &on_device_, 64, 0, device(), &memory));
  ze_context_handle_t other = nullptr;
  const ze_context_desc_t desc{ZE_STRUCTURE_TYPE_CONTEXT_DESC, nullptr, 0};
  ASSERT_ZE(zeContextCreate(driver(), &desc, &other));
  ze_memory_allocation_properties_t properties{};
  properties.stype = ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES;
  ASSERT_ZE(zeMemGetAllocProperties(other, memory, &properties, nullptr));
  EXPECT_EQ(properties.type, ZE_MEMORY_TYPE_DEVICE);
  void* base = nullptr;
  ASSERT_ZE(zeMemGetAddressRange(other, memory, &base, nullptr));
  EXPECT_EQ(base, memory);
  EXPECT_ZE(zeMemFree(other, memory));
  EXPECT_ZE(zeContextDestroy(other));
}

TEST_F(MemoryTest, RefusesForeignMemoryByName) {
  ze_external_memory_export_desc_t exported{ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_DESC, nullptr,
                                            ZE_EXTERNAL_MEMORY_TYPE_FLAG_DMA_BUF};
  auto desc = on_device_;
  desc.pNext = &exported;
  void* memory = nullptr;
  EXPECT_EQ(zeMemAllocDevice(context(), &desc, 64, 0, device(), &memory),
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

}  // namespace
