// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "../device.hpp"

#include "../driver.hpp"
#include "table.hpp"

namespace zecpu {
namespace {

void device_get(ze_driver_handle_t handle, std::uint32_t* count, ze_device_handle_t* devices) {
  Driver& driver = object<Driver>(handle);
  enumerate(count, driver.affinity().has_device ? 1 : 0, devices,
            [&](ze_device_handle_t& out, std::uint32_t) {
              out = handle_of<ze_device_handle_t>(&driver.device());
            });
}

/// Null of a root device.
void get_root_device(ze_device_handle_t handle, ze_device_handle_t* root) {
  Device* const parent = object<Device>(handle).parent();
  require_address(root);
  *root = parent == nullptr ? nullptr : handle_of<ze_device_handle_t>(parent);
}

void get_sub_devices(ze_device_handle_t handle, std::uint32_t* count, ze_device_handle_t* devices) {
  const auto& parts = object<Device>(handle).sub_devices();
  enumerate(count, static_cast<std::uint32_t>(parts.size()), devices,
            [&](ze_device_handle_t& out, std::uint32_t i) {
              out = handle_of<ze_device_handle_t>(parts[i].get());
            });
}

template <class Properties>
void get_properties(ze_device_handle_t handle, Properties* properties) {
  object<Device>(handle).get(require_pointer(properties));
}

void get_queue_groups(ze_device_handle_t handle, std::uint32_t* count,
                      ze_command_queue_group_properties_t* properties) {
  const Device& device = object<Device>(handle);
  enumerate(count, kQueueGroups, properties,
            [&](ze_command_queue_group_properties_t& out, std::uint32_t i) { device.get(out, i); });
}

void get_memories(ze_device_handle_t handle, std::uint32_t* count,
                  ze_device_memory_properties_t* properties) {
  const Device& device = object<Device>(handle);
  enumerate(count, 1, properties,
            [&](ze_device_memory_properties_t& out, std::uint32_t) { device.get(out); });
}

void get_memory_access(ze_device_handle_t handle,
                       ze_device_memory_access_properties_t* properties) {
  object<Device>(handle);
  ze_device_memory_access_properties_t& out = require_pointer(properties);
  static constexpr ze_memory_access_cap_flags_t kAll =
      ZE_MEMORY_ACCESS_CAP_FLAG_RW | ZE_MEMORY_ACCESS_CAP_FLAG_ATOMIC |
      ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT | ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT_ATOMIC;
  out.hostAllocCapabilities = out.deviceAllocCapabilities =
      out.sharedSingleDeviceAllocCapabilities = out.sharedCrossDeviceAllocCapabilities =
          out.sharedSystemAllocCapabilities = kAll;
}

void get_caches(ze_device_handle_t handle, std::uint32_t* count,
                ze_device_cache_properties_t* properties) {
  const auto& caches = object<Device>(handle).driver().processor().cache_bytes;
  enumerate(count, static_cast<std::uint32_t>(caches.size()), properties,
            [&](ze_device_cache_properties_t& out, std::uint32_t i) {
              out.flags = 0;
              out.cacheSize = caches[i];
            });
}

void get_image_properties(ze_device_handle_t handle, ze_device_image_properties_t* properties) {
  object<Device>(handle);
  ze_device_image_properties_t& out = require_pointer(properties);
  // Zeros are how the specification says that there are no images.
  out = {out.stype, out.pNext, 0, 0, 0, 0, 0, 0, 0, 0};
}

void get_external_memory(ze_device_handle_t handle,
                         ze_device_external_memory_properties_t* properties) {
  object<Device>(handle);
  ze_device_external_memory_properties_t& out = require_pointer(properties);
  out = {out.stype, out.pNext, 0, 0, 0, 0};
}

void get_p2p(ze_device_handle_t handle, ze_device_handle_t peer,
             ze_device_p2p_properties_t* properties) {
  object<Device>(handle);
  object<Device>(peer);
  require_pointer(properties).flags =
      ZE_DEVICE_P2P_PROPERTY_FLAG_ACCESS | ZE_DEVICE_P2P_PROPERTY_FLAG_ATOMICS;
}

void can_access_peer(ze_device_handle_t handle, ze_device_handle_t peer, ze_bool_t* value) {
  object<Device>(handle);
  object<Device>(peer);
  require_pointer(value) = 1;
}

void get_status(ze_device_handle_t handle) { object<Device>(handle); }

void get_global_timestamps(ze_device_handle_t handle, std::uint64_t* host, std::uint64_t* device) {
  const Driver& driver = object<Device>(handle).driver();
  require_address(host);
  require_address(device);
  *host = host_now_ns();
  *device = driver.clock().global(*host);
}

}  // namespace
}  // namespace zecpu

using namespace zecpu;

ze_result_t ZE_APICALL zeGetDeviceProcAddrTable(ze_api_version_t version,
                                                ze_device_dditable_t* table) {
  const ze_result_t result =
      prepare_table(version, table, &ze_device_dditable_t::pfnPciGetPropertiesExt,
                    {{7, 19}, {12, 21}, {13, 22}, {14, 23}, {15, 24}, {16, 27}, {17, 28}});
  if (result != ZE_RESULT_SUCCESS) return result;
  if (version >= ZE_MAKE_VERSION(1, 7))
    set_slot(table, 18, Entry<"zeDeviceGetRootDevice", get_root_device>::call);
  table->pfnGet = Entry<"zeDeviceGet", device_get>::call;
  table->pfnGetSubDevices = Entry<"zeDeviceGetSubDevices", get_sub_devices>::call;
  table->pfnGetProperties =
      Entry<"zeDeviceGetProperties", get_properties<ze_device_properties_t>>::call;
  table->pfnGetComputeProperties =
      Entry<"zeDeviceGetComputeProperties", get_properties<ze_device_compute_properties_t>>::call;
  table->pfnGetModuleProperties =
      Entry<"zeDeviceGetModuleProperties", get_properties<ze_device_module_properties_t>>::call;
  table->pfnGetCommandQueueGroupProperties =
      Entry<"zeDeviceGetCommandQueueGroupProperties", get_queue_groups>::call;
  table->pfnGetMemoryProperties = Entry<"zeDeviceGetMemoryProperties", get_memories>::call;
  table->pfnGetMemoryAccessProperties =
      Entry<"zeDeviceGetMemoryAccessProperties", get_memory_access>::call;
  table->pfnGetCacheProperties = Entry<"zeDeviceGetCacheProperties", get_caches>::call;
  table->pfnGetImageProperties = Entry<"zeDeviceGetImageProperties", get_image_properties>::call;
  table->pfnGetExternalMemoryProperties =
      Entry<"zeDeviceGetExternalMemoryProperties", get_external_memory>::call;
  table->pfnGetP2PProperties = Entry<"zeDeviceGetP2PProperties", get_p2p>::call;
  table->pfnCanAccessPeer = Entry<"zeDeviceCanAccessPeer", can_access_peer>::call;
  table->pfnGetStatus = Entry<"zeDeviceGetStatus", get_status>::call;
  table->pfnGetGlobalTimestamps = Entry<"zeDeviceGetGlobalTimestamps", get_global_timestamps>::call;
  return result;
}
