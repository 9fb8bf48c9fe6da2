// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "../driver.hpp"

#include <cstdio>
#include <new>
#include <string_view>

#include "table.hpp"

namespace zecpu {

ze_result_t refuse() { return ZE_RESULT_ERROR_UNSUPPORTED_FEATURE; }

namespace {

// Known to specification 1.10 and newer only; what a driver answers to zeInitDrivers.
struct InitDriverTypeDesc {
  std::uint32_t stype;
  const void* next;
  std::uint32_t flags;
};
constexpr std::uint32_t kInitDriverGpu = 1;

void prepare() {
  try {
    driver();
  } catch (const std::exception& error) {
    throw Failure(ZE_RESULT_ERROR_UNINITIALIZED, error.what());
  }
}

void init(ze_init_flags_t flags) {
  static constexpr ze_init_flags_t kKnown = ZE_INIT_FLAG_GPU_ONLY | ZE_INIT_FLAG_VPU_ONLY;
  require((flags & ~kKnown) == 0, ZE_RESULT_ERROR_INVALID_ENUMERATION);
  const bool is_wanted =
      flags == 0 || ((flags & ZE_INIT_FLAG_GPU_ONLY) != 0 && laboratory().device_is_gpu);
  // Another kind of device is asked for: this driver stays out of the way, and loads nothing.
  require(is_wanted, ZE_RESULT_ERROR_UNINITIALIZED);
  prepare();
}

void driver_get(std::uint32_t* count, ze_driver_handle_t* drivers) {
  enumerate(count, 1, drivers, [](ze_driver_handle_t& out, std::uint32_t) {
    out = handle_of<ze_driver_handle_t>(&driver());
  });
}

void init_drivers(std::uint32_t* count, ze_driver_handle_t* drivers, InitDriverTypeDesc* desc) {
  const InitDriverTypeDesc& wanted = require_pointer(desc);
  require(wanted.flags != 0, ZE_RESULT_ERROR_INVALID_ENUMERATION);
  // There is no flag for CPUs: all kinds together mean this one too.
  const bool is_wanted = wanted.flags == UINT32_MAX ||
                         ((wanted.flags & kInitDriverGpu) != 0 && laboratory().device_is_gpu);
  require(is_wanted, ZE_RESULT_ERROR_UNINITIALIZED);
  prepare();
  driver_get(count, drivers);
}

void get_api_version(ze_driver_handle_t handle, ze_api_version_t* version) {
  object<Driver>(handle);
  require_pointer(version) = kApiVersion;
}

void get_properties(ze_driver_handle_t handle, ze_driver_properties_t* properties) {
  object<Driver>(handle);
  ze_driver_properties_t& out = require_pointer(properties);
  static constexpr char kUuid[ZE_MAX_DRIVER_UUID_SIZE + 1] = "zecpu-driver-uid";
  std::memcpy(out.uuid.id, kUuid, sizeof out.uuid.id);
  out.driverVersion = ZECPU_VERSION;
}

void get_ipc_properties(ze_driver_handle_t handle, ze_driver_ipc_properties_t* properties) {
  object<Driver>(handle);
  require_pointer(properties).flags = 0;  // no kind of handle can be shared
}

void get_extension_properties(ze_driver_handle_t handle, std::uint32_t* count,
                              ze_driver_extension_properties_t* properties) {
  object<Driver>(handle);
  struct Extension {
    const char* name;
    std::uint32_t version;
  };
  static constexpr Extension kExtensions[] = {
      {ZE_GLOBAL_OFFSET_EXP_NAME, ZE_GLOBAL_OFFSET_EXP_VERSION_1_0},
      {ZE_EVENT_QUERY_TIMESTAMPS_EXP_NAME, ZE_EVENT_QUERY_TIMESTAMPS_EXP_VERSION_1_0}};
  enumerate(count, std::size(kExtensions), properties,
            [](ze_driver_extension_properties_t& out, std::uint32_t i) {
              std::snprintf(out.name, sizeof out.name, "%s", kExtensions[i].name);
              out.version = kExtensions[i].version;
            });
}

void get_extension_function_address(ze_driver_handle_t handle, const char* name, void** address) {
  object<Driver>(handle);
  require_address(name);
  require_pointer(address) = nullptr;
  // What stands in the tables of extensions, for programs that ask by name.
  ze_kernel_exp_dditable_t kernel{};
  zeGetKernelExpProcAddrTable(kApiVersion, &kernel);
  ze_event_exp_dditable_t event{};
  zeGetEventExpProcAddrTable(kApiVersion, &event);
  const std::string_view wanted = name;
  if (wanted == "zeKernelSetGlobalOffsetExp")
    *address = reinterpret_cast<void*>(kernel.pfnSetGlobalOffsetExp);
  else if (wanted == "zeEventQueryTimestampsExp")
    *address = reinterpret_cast<void*>(event.pfnQueryTimestampsExp);
  else
    throw Failure(ZE_RESULT_ERROR_INVALID_ARGUMENT);
}

void get_default_context(ze_driver_handle_t handle, ze_context_handle_t* context) {
  *context = handle_of<ze_context_handle_t>(&object<Driver>(handle).default_context());
}

/// The one call that returns a handle and no result: null where it fails.
ze_context_handle_t ZE_APICALL default_context(ze_driver_handle_t handle) {
  ze_context_handle_t context = nullptr;
  Entry<"zeDriverGetDefaultContext", get_default_context>::call(handle, &context);
  return context;
}

}  // namespace
}  // namespace zecpu

using namespace zecpu;

ze_result_t ZE_APICALL zeGetGlobalProcAddrTable(ze_api_version_t version,
                                                ze_global_dditable_t* table) {
  const ze_result_t result =
      prepare_table(version, table, &ze_global_dditable_t::pfnInit, {{10, 2}});
  if (result != ZE_RESULT_SUCCESS) return result;
  table->pfnInit = Entry<"zeInit", init>::call;
  if (version >= ZE_MAKE_VERSION(1, 10))
    set_slot(table, 1, Entry<"zeInitDrivers", init_drivers>::call);
  return result;
}

ze_result_t ZE_APICALL zeGetDriverProcAddrTable(ze_api_version_t version,
                                                ze_driver_dditable_t* table) {
  const ze_result_t result =
      prepare_table(version, table, &ze_driver_dditable_t::pfnGetExtensionFunctionAddress,
                    {{6, 7}, {13, 8}, {14, 9}});
  if (result != ZE_RESULT_SUCCESS) return result;
  table->pfnGet = Entry<"zeDriverGet", driver_get>::call;
  table->pfnGetApiVersion = Entry<"zeDriverGetApiVersion", get_api_version>::call;
  table->pfnGetProperties = Entry<"zeDriverGetProperties", get_properties>::call;
  table->pfnGetIpcProperties = Entry<"zeDriverGetIpcProperties", get_ipc_properties>::call;
  table->pfnGetExtensionProperties =
      Entry<"zeDriverGetExtensionProperties", get_extension_properties>::call;
  table->pfnGetExtensionFunctionAddress =
      Entry<"zeDriverGetExtensionFunctionAddress", get_extension_function_address>::call;
  if (version >= ZE_MAKE_VERSION(1, 14)) set_slot(table, 8, default_context);
  return result;
}
