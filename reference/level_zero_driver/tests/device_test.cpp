// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <level_zero/ze_ddi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "ze_test.hpp"

namespace {

class DeviceTest : public ZeTest {
 protected:
  ze_device_properties_t properties(ze_device_handle_t of, ze_structure_type_t stype) {
    ze_device_properties_t properties{};
    properties.stype = stype;
    EXPECT_ZE(zeDeviceGetProperties(of, &properties));
    return properties;
  }
};

std::string model_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "CPU";
}

TEST_F(DeviceTest, IsTheCpuOfThisMachine) {
  const auto cpu = properties(device(), ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2);
  EXPECT_EQ(cpu.type, ZE_DEVICE_TYPE_CPU);
  EXPECT_EQ(cpu.name, model_name() + " (zecpu)");
  const auto threads =
      cpu.numSlices * cpu.numSubslicesPerSlice * cpu.numEUsPerSubslice * cpu.numThreadsPerEU;
  EXPECT_GE(threads, 1U);
  EXPECT_LE(threads, std::thread::hardware_concurrency());
  EXPECT_TRUE(cpu.flags & ZE_DEVICE_PROPERTY_FLAG_INTEGRATED);
  EXPECT_FALSE(cpu.flags & ZE_DEVICE_PROPERTY_FLAG_SUBDEVICE);
  EXPECT_GT(cpu.maxMemAllocSize, 1U << 28);
}

TEST_F(DeviceTest, TellsItsTimerInTheUnitAskedFor) {
  const auto cycles = properties(device(), ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2);
  EXPECT_EQ(cycles.stype, ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2);
  EXPECT_EQ(cycles.timerResolution, 1'000'000'000U);
  const auto nanoseconds = properties(device(), ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES);
  EXPECT_EQ(nanoseconds.timerResolution, 1U);
  EXPECT_EQ(cycles.timestampValidBits, 64U);
  EXPECT_EQ(cycles.kernelTimestampValidBits, 64U);
}

TEST_F(DeviceTest, HasTwoQueueGroups) {
  std::uint32_t count = 0;
  ASSERT_ZE(zeDeviceGetCommandQueueGroupProperties(device(), &count, nullptr));
  ASSERT_EQ(count, 2U);
  ze_command_queue_group_properties_t groups[2]{};
  for (auto& group : groups) group.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES;
  ASSERT_ZE(zeDeviceGetCommandQueueGroupProperties(device(), &count, groups));
  EXPECT_EQ(groups[0].flags, unsigned{ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE} |
                                 ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY);
  EXPECT_EQ(groups[1].flags, unsigned{ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY});
  for (const auto& group : groups) {
    EXPECT_GE(group.numQueues, 2U);
    EXPECT_GE(group.maxMemoryFillPatternSize, 16U);
  }
}

TEST_F(DeviceTest, HasComputeLimits) {
  ze_device_compute_properties_t compute{};
  compute.stype = ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES;
  ASSERT_ZE(zeDeviceGetComputeProperties(device(), &compute));
  EXPECT_GE(compute.maxTotalGroupSize, 256U);
  EXPECT_GE(compute.maxGroupSizeX, compute.maxGroupSizeZ);
  EXPECT_GE(compute.maxGroupCountX, 1U << 20);
  EXPECT_GE(compute.maxSharedLocalMemory, 16384U);
  EXPECT_EQ(compute.numSubGroupSizes, 1U);
  EXPECT_EQ(compute.subGroupSizes[0], 1U);
}

TEST_F(DeviceTest, HasModuleProperties) {
  ze_device_module_properties_t module{};
  module.stype = ZE_STRUCTURE_TYPE_DEVICE_MODULE_PROPERTIES;
  ASSERT_ZE(zeDeviceGetModuleProperties(device(), &module));
  // The older one where the OpenCL device takes SPIR-V, and reads no newer one.
  EXPECT_THAT(module.spirvVersionSupported,
              testing::AnyOf(ZE_MAKE_VERSION(1, 2), ZE_MAKE_VERSION(1, 4)));
  EXPECT_TRUE(module.flags & ZE_DEVICE_MODULE_FLAG_FP64);
  EXPECT_TRUE(module.fp32flags & ZE_DEVICE_FP_FLAG_ROUND_TO_NEAREST);
  EXPECT_GE(module.maxArgumentsSize, 256U);
}

TEST_F(DeviceTest, HasTheMemoryOfThisMachine) {
  std::uint32_t count = 1;
  ze_device_memory_properties_t memory{};
  memory.stype = ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES;
  ASSERT_ZE(zeDeviceGetMemoryProperties(device(), &count, &memory));
  EXPECT_EQ(count, 1U);
  EXPECT_EQ(memory.totalSize,
            properties(device(), ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2).maxMemAllocSize);
  ze_device_memory_access_properties_t access{};
  access.stype = ZE_STRUCTURE_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES;
  ASSERT_ZE(zeDeviceGetMemoryAccessProperties(device(), &access));
  EXPECT_TRUE(access.sharedSystemAllocCapabilities & ZE_MEMORY_ACCESS_CAP_FLAG_RW);
}

TEST_F(DeviceTest, HasTheCachesOfThisMachineNearestFirst) {
  std::uint32_t count = 0;
  ASSERT_ZE(zeDeviceGetCacheProperties(device(), &count, nullptr));
  if (count == 0) GTEST_SKIP() << "Linux tells of no cache here";
  std::vector<ze_device_cache_properties_t> caches(count);
  for (auto& cache : caches) cache.stype = ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES;
  ASSERT_ZE(zeDeviceGetCacheProperties(device(), &count, caches.data()));
  for (std::size_t i = 1; i < caches.size(); ++i)
    EXPECT_GE(caches[i].cacheSize, caches[i - 1].cacheSize);
  EXPECT_GE(caches[0].cacheSize, 4096U);
}

TEST_F(DeviceTest, HasNoImagesAndNoForeignMemory) {
  ze_device_image_properties_t images{};
  images.stype = ZE_STRUCTURE_TYPE_DEVICE_IMAGE_PROPERTIES;
  images.maxImageDims1D = 1;
  ASSERT_ZE(zeDeviceGetImageProperties(device(), &images));
  EXPECT_EQ(images.maxImageDims1D, 0U);
  ze_device_external_memory_properties_t foreign{};
  foreign.stype = ZE_STRUCTURE_TYPE_DEVICE_EXTERNAL_MEMORY_PROPERTIES;
  foreign.memoryAllocationImportTypes = 1;
  ASSERT_ZE(zeDeviceGetExternalMemoryProperties(device(), &foreign));
  EXPECT_EQ(foreign.memoryAllocationImportTypes, 0U);
}

TEST_F(DeviceTest, ReachesItself) {
  ze_bool_t can = 0;
  ASSERT_ZE(zeDeviceCanAccessPeer(device(), device(), &can));
  EXPECT_TRUE(can);
  ze_device_p2p_properties_t p2p{};
  p2p.stype = ZE_STRUCTURE_TYPE_DEVICE_P2P_PROPERTIES;
  ASSERT_ZE(zeDeviceGetP2PProperties(device(), device(), &p2p));
  EXPECT_TRUE(p2p.flags & ZE_DEVICE_P2P_PROPERTY_FLAG_ACCESS);
  EXPECT_ZE(zeDeviceGetStatus(device()));
}

TEST_F(DeviceTest, PairsItsTimeWithTheHosts) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC_RAW, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
           static_cast<std::uint64_t>(time.tv_nsec);
  };
  std::uint64_t host = 0, on_device = 0;
  const auto before = now();
  ASSERT_ZE(zeDeviceGetGlobalTimestamps(device(), &host, &on_device));
  const auto after = now();
  EXPECT_GE(host, before);
  EXPECT_LE(host, after);
  EXPECT_EQ(on_device, host);
}

TEST_F(DeviceTest, HasAsManySubDevicesAsAskedFor) {
  const char* asked = std::getenv("ZECPU_SUB_DEVICES");
  std::uint32_t count = 0;
  ASSERT_ZE(zeDeviceGetSubDevices(device(), &count, nullptr));
  ASSERT_EQ(count, asked == nullptr ? 0U : static_cast<unsigned>(std::atoi(asked)));
  std::vector<ze_device_handle_t> parts(count);
  if (count != 0) {
    ASSERT_ZE(zeDeviceGetSubDevices(device(), &count, parts.data()));
  }
  const auto whole = properties(device(), ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto part = properties(parts[i], ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2);
    EXPECT_TRUE(part.flags & ZE_DEVICE_PROPERTY_FLAG_SUBDEVICE);
    EXPECT_EQ(part.subdeviceId, i);
    EXPECT_LT(part.numEUsPerSubslice, whole.numEUsPerSubslice * whole.numSlices);
    EXPECT_NE(memcmp(part.uuid.id, whole.uuid.id, sizeof part.uuid.id), 0);
    EXPECT_STREQ(part.name, (std::string(whole.name) + " part " + std::to_string(i)).c_str());
  }
}

TEST_F(DeviceTest, ChecksItsArguments) {
  EXPECT_EQ(zeDeviceGet(driver(), nullptr, nullptr), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(zeDeviceGetProperties(device(), nullptr), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
  std::uint64_t host = 0;
  EXPECT_EQ(zeDeviceGetGlobalTimestamps(device(), &host, nullptr),
            ZE_RESULT_ERROR_INVALID_NULL_POINTER);
}

TEST(LaboratoryAffinity, LeavesOnePartOfTheDevice) {
  ASSERT_ZE(zeInit(0));
  std::uint32_t count = 1;
  ze_driver_handle_t driver = nullptr;
  ASSERT_ZE(zeDriverGet(&count, &driver));
  ze_device_handle_t device = nullptr;
  ASSERT_ZE(zeDeviceGet(driver, &count, &device));
  ASSERT_EQ(count, 1U);
  std::uint32_t parts = 0;
  ASSERT_ZE(zeDeviceGetSubDevices(device, &parts, nullptr));
  ASSERT_EQ(parts, 1U);
  ze_device_handle_t part = nullptr;
  ASSERT_ZE(zeDeviceGetSubDevices(device, &parts, &part));
  ze_device_properties_t properties{};
  properties.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES;
  ASSERT_ZE(zeDeviceGetProperties(part, &properties));
  EXPECT_EQ(properties.subdeviceId, 1U);
}

/// This driver, the last of those that the loader is told of.
void* open_driver() {
  const std::string drivers = std::getenv("ZE_ENABLE_ALT_DRIVERS");
  return dlopen(drivers.substr(drivers.rfind(',') + 1).c_str(), RTLD_NOW | RTLD_LOCAL);
}

/// The driver's own calls. The loader's are no way to a driver without devices: newer loaders leave
/// it out.
template <class Table>
Table table_of(void* library, const char* name) {
  Table table{};
  const auto fill =
      reinterpret_cast<ze_result_t (*)(ze_api_version_t, Table*)>(dlsym(library, name));
  if (fill == nullptr || fill(ZE_API_VERSION_1_4, &table) != ZE_RESULT_SUCCESS)
    throw std::runtime_error(name);
  return table;
}

/// As a loader of that version asks for it: with room for more slots than any has.
struct WideTable {
  std::array<void*, 64> slots{};
  WideTable(void* library, const char* getter, int minor) {
    using Getter = ze_result_t(ZE_APICALL*)(ze_api_version_t, void*);
    EXPECT_ZE(reinterpret_cast<Getter>(dlsym(library, getter))(
        static_cast<ze_api_version_t>(ZE_MAKE_VERSION(1, minor)), slots.data()));
  }
  std::ptrdiff_t filled() const { return std::ranges::find(slots, nullptr) - slots.begin(); }
};

TEST(LaterLoaders, FindAllSlotsOfTheirTablesFilled) {
  void* const library = open_driver();
  ASSERT_NE(library, nullptr) << dlerror();
  struct Case {
    const char* getter;
    int minor;
    std::ptrdiff_t slots;
  };
  for (const auto& [getter, minor, slots] :
       {Case{"zeGetDeviceProcAddrTable", 4, 18}, Case{"zeGetDeviceProcAddrTable", 7, 19},
        Case{"zeGetDeviceProcAddrTable", 17, 28}, Case{"zeGetCommandListProcAddrTable", 5, 28},
        Case{"zeGetCommandListProcAddrTable", 6, 29}, Case{"zeGetCommandListProcAddrTable", 17, 52},
        Case{"zeGetEventProcAddrTable", 9, 11}, Case{"zeGetGlobalProcAddrTable", 9, 1},
        Case{"zeGetGlobalProcAddrTable", 13, 2}, Case{"zeGetImageProcAddrTable", 5, 5},
        Case{"zeGetMemProcAddrTable", 15, 13}})
    EXPECT_EQ(WideTable(library, getter, minor).filled(), slots) << getter << " 1." << minor;
  dlclose(library);
}

TEST(LaterLoaders, HaveTheCallsThatRunTimesNeed) {
  void* const library = open_driver();
  ASSERT_NE(library, nullptr) << dlerror();
  ASSERT_ZE(table_of<ze_global_dditable_t>(library, "zeGetGlobalProcAddrTable").pfnInit(0));
  std::uint32_t count = 1;
  ze_driver_handle_t driver = nullptr;
  ASSERT_ZE(
      table_of<ze_driver_dditable_t>(library, "zeGetDriverProcAddrTable").pfnGet(&count, &driver));
  ze_device_handle_t device = nullptr;
  const auto devices = table_of<ze_device_dditable_t>(library, "zeGetDeviceProcAddrTable");
  ASSERT_ZE(devices.pfnGet(driver, &count, &device));
  const WideTable device_calls(library, "zeGetDeviceProcAddrTable", 7);
  using GetRootDevice = ze_result_t(ZE_APICALL*)(ze_device_handle_t, ze_device_handle_t*);
  const auto get_root_device = reinterpret_cast<GetRootDevice>(device_calls.slots[18]);
  ze_device_handle_t root = device;
  ASSERT_ZE(get_root_device(device, &root));
  EXPECT_EQ(root, nullptr) << "it is one";
  std::uint32_t parts = 1;
  ze_device_handle_t part = nullptr;
  ASSERT_ZE(devices.pfnGetSubDevices(device, &parts, &part));
  if (part != nullptr) {
    ASSERT_ZE(get_root_device(part, &root));
    EXPECT_EQ(root, device);
  }
  ze_context_handle_t context = nullptr;
  const ze_context_desc_t context_desc{ZE_STRUCTURE_TYPE_CONTEXT_DESC, nullptr, 0};
  const auto contexts = table_of<ze_context_dditable_t>(library, "zeGetContextProcAddrTable");
  ASSERT_ZE(contexts.pfnCreate(driver, &context_desc, &context));
  const auto lists = table_of<ze_command_list_dditable_t>(library, "zeGetCommandListProcAddrTable");
  const WideTable driver_calls(library, "zeGetDriverProcAddrTable", 14);
  using GetDefaultContext = ze_context_handle_t(ZE_APICALL*)(ze_driver_handle_t);
  const auto get_default_context = reinterpret_cast<GetDefaultContext>(driver_calls.slots[8]);
  const ze_context_handle_t usual = get_default_context(driver);
  EXPECT_NE(usual, nullptr);
  EXPECT_EQ(get_default_context(driver), usual);
  EXPECT_EQ(get_default_context(nullptr), nullptr) << "no code instead of a handle";
  EXPECT_EQ(table_of<ze_context_dditable_t>(library, "zeGetContextProcAddrTable").pfnDestroy(usual),
            ZE_RESULT_ERROR_INVALID_ARGUMENT);
  const WideTable list_calls(library, "zeGetCommandListProcAddrTable", 6);
  using Synchronize = ze_result_t(ZE_APICALL*)(ze_command_list_handle_t, std::uint64_t);
  const auto synchronize = reinterpret_cast<Synchronize>(list_calls.slots[28]);
  ze_command_queue_desc_t queue_desc{};
  queue_desc.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC;
  queue_desc.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
  ze_command_list_handle_t list = nullptr;
  ASSERT_ZE(lists.pfnCreateImmediate(context, device, &queue_desc, &list));
  std::uint64_t stamp = 0;
  ASSERT_ZE(lists.pfnAppendWriteGlobalTimestamp(list, &stamp, nullptr, 0, nullptr));
  ASSERT_ZE(synchronize(list, UINT64_MAX));
  EXPECT_NE(stamp, 0U);
  ASSERT_ZE(lists.pfnDestroy(list));
  ASSERT_ZE(contexts.pfnDestroy(context));
  dlclose(library);
}

TEST(LaboratoryAffinity, LeavesNoDevice) {
  void* const library = open_driver();
  ASSERT_NE(library, nullptr) << dlerror();
  ASSERT_ZE(table_of<ze_global_dditable_t>(library, "zeGetGlobalProcAddrTable").pfnInit(0));
  std::uint32_t count = 1;
  ze_driver_handle_t driver = nullptr;
  const auto drivers = table_of<ze_driver_dditable_t>(library, "zeGetDriverProcAddrTable");
  ASSERT_ZE(drivers.pfnGet(&count, &driver));
  const auto devices = table_of<ze_device_dditable_t>(library, "zeGetDeviceProcAddrTable");
  ASSERT_ZE(devices.pfnGet(driver, &count, nullptr));
  EXPECT_EQ(count, 0U);
  dlclose(library);
}

}  // namespace
