// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "../context.hpp"

#include "../driver.hpp"
#include "table.hpp"

namespace zecpu {
namespace {

void create_for_devices(ze_driver_handle_t handle, const ze_context_desc_t* desc,
                        std::uint32_t count, ze_device_handle_t* devices,
                        ze_context_handle_t* context) {
  Driver& driver = object<Driver>(handle);
  require((require_pointer(desc).flags & ~static_cast<unsigned>(ZE_CONTEXT_FLAG_TBD)) == 0,
          ZE_RESULT_ERROR_INVALID_ENUMERATION);
  require_address(context);
  require(devices != nullptr || count == 0, ZE_RESULT_ERROR_INVALID_SIZE);
  for (std::uint32_t i = 0; i < count; ++i) object<Device>(devices[i]);
  *context = handle_of<ze_context_handle_t>(new Context(driver));
}

void create(ze_driver_handle_t handle, const ze_context_desc_t* desc,
            ze_context_handle_t* context) {
  create_for_devices(handle, desc, 0, nullptr, context);
}

void destroy(ze_context_handle_t handle) {
  Context& context = object<Context>(handle);
  require(&context != &context.driver().default_context(), ZE_RESULT_ERROR_INVALID_ARGUMENT);
  delete &context;
}

void get_status(ze_context_handle_t handle) { object<Context>(handle); }

void system_barrier(ze_context_handle_t handle, ze_device_handle_t device) {
  Context& context = object<Context>(handle);
  object<Device>(device);
  // The lock that every thread which executes commands takes when one is done.
  context.driver().monitor().change([] {});
}

// The device reaches every page of the process, through the same page tables: nothing is left to
// do.
void change_residency(ze_context_handle_t handle, ze_device_handle_t device, void* address,
                      std::size_t size) {
  object<Context>(handle);
  object<Device>(device);
  require_address(address);
  require(size != 0, ZE_RESULT_ERROR_INVALID_SIZE);
}

}  // namespace
}  // namespace zecpu

using namespace zecpu;

ze_result_t ZE_APICALL zeGetContextProcAddrTable(ze_api_version_t version,
                                                 ze_context_dditable_t* table) {
  const ze_result_t result = prepare_table(version, table, &ze_context_dditable_t::pfnCreateEx);
  if (result != ZE_RESULT_SUCCESS) return result;
  table->pfnCreate = Entry<"zeContextCreate", create>::call;
  table->pfnCreateEx = Entry<"zeContextCreateEx", create_for_devices>::call;
  table->pfnDestroy = Entry<"zeContextDestroy", destroy>::call;
  table->pfnGetStatus = Entry<"zeContextGetStatus", get_status>::call;
  table->pfnSystemBarrier = Entry<"zeContextSystemBarrier", system_barrier>::call;
  table->pfnMakeMemoryResident = Entry<"zeContextMakeMemoryResident", change_residency>::call;
  table->pfnEvictMemory = Entry<"zeContextEvictMemory", change_residency>::call;
  return result;
}
