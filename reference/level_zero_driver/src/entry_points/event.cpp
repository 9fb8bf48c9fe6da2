// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "../event.hpp"

#include "../context.hpp"
#include "../driver.hpp"
#include "table.hpp"

namespace zecpu {
namespace {

/// ze_event_pool_counter_based_exp_desc_t of version 1.9, which the headers of 1.4 lack.
constexpr auto kCounterBasedEventPool = static_cast<ze_structure_type_t>(0x00020014);

/// Whether the description carries one more of that type.
bool has_description(const ze_event_pool_desc_t& desc, ze_structure_type_t type) {
  const auto* next = static_cast<const ze_base_desc_t*>(desc.pNext);
  while (next != nullptr && next->stype != type)
    next = static_cast<const ze_base_desc_t*>(next->pNext);
  return next != nullptr;
}

void pool_create(ze_context_handle_t handle, const ze_event_pool_desc_t* desc, std::uint32_t count,
                 ze_device_handle_t* devices, ze_event_pool_handle_t* pool) {
  Context& context = object<Context>(handle);
  const ze_event_pool_desc_t& wanted = require_pointer(desc);
  require_address(pool);
  static constexpr ze_event_pool_flags_t kKnown = ZE_EVENT_POOL_FLAG_HOST_VISIBLE |
                                                  ZE_EVENT_POOL_FLAG_IPC |
                                                  ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP;
  require((wanted.flags & ~kKnown) == 0, ZE_RESULT_ERROR_INVALID_ENUMERATION);
  require((wanted.flags & ZE_EVENT_POOL_FLAG_IPC) == 0, ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
  require(wanted.count != 0, ZE_RESULT_ERROR_INVALID_SIZE);
  require(!has_description(wanted, kCounterBasedEventPool), ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
  require(devices != nullptr || count == 0, ZE_RESULT_ERROR_INVALID_SIZE);
  for (std::uint32_t i = 0; i < count; ++i) object<Device>(devices[i]);
  const bool has_timestamps = (wanted.flags & ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP) != 0;
  *pool = handle_of<ze_event_pool_handle_t>(
      new EventPool(context.driver(), wanted.count, has_timestamps));
}

void pool_destroy(ze_event_pool_handle_t handle) {
  EventPool& pool = object<EventPool>(handle);
  require(pool.is_empty(), ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE);
  delete &pool;
}

void create(ze_event_pool_handle_t handle, const ze_event_desc_t* desc, ze_event_handle_t* event) {
  EventPool& pool = object<EventPool>(handle);
  const ze_event_desc_t& wanted = require_pointer(desc);
  require_address(event);
  static constexpr ze_event_scope_flags_t kKnown =
      ZE_EVENT_SCOPE_FLAG_SUBDEVICE | ZE_EVENT_SCOPE_FLAG_DEVICE | ZE_EVENT_SCOPE_FLAG_HOST;
  require(((wanted.signal | wanted.wait) & ~kKnown) == 0, ZE_RESULT_ERROR_INVALID_ENUMERATION);
  *event = handle_of<ze_event_handle_t>(new Event(pool, wanted.index));
}

void destroy(ze_event_handle_t handle) { delete &object<Event>(handle); }

void host_signal(ze_event_handle_t handle) {
  const std::uint64_t now = host_now_ns();
  object<Event>(handle).signal({now, now});
}

ze_result_t host_synchronize(ze_event_handle_t handle, std::uint64_t timeout_ns) {
  return object<Event>(handle).synchronize(timeout_ns);
}

ze_result_t query_status(ze_event_handle_t handle) {
  return object<Event>(handle).is_signalled() ? ZE_RESULT_SUCCESS : ZE_RESULT_NOT_READY;
}

void host_reset(ze_event_handle_t handle) { object<Event>(handle).reset(); }

ze_result_t query_kernel_timestamp(ze_event_handle_t handle, ze_kernel_timestamp_result_t* out) {
  const Event& event = object<Event>(handle);
  ze_kernel_timestamp_result_t& stamps = require_pointer(out);
  require(event.has_timestamps(), ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT);
  if (!event.is_signalled()) return ZE_RESULT_NOT_READY;
  stamps = event.timestamps();
  return ZE_RESULT_SUCCESS;
}

// Parts of the device do not run a kernel together: one time span each.
ze_result_t query_timestamps(ze_event_handle_t handle, ze_device_handle_t device,
                             std::uint32_t* count, ze_kernel_timestamp_result_t* out) {
  const Event& event = object<Event>(handle);
  object<Device>(device);
  require(event.has_timestamps(), ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT);
  if (!event.is_signalled()) return ZE_RESULT_NOT_READY;
  enumerate(count, 1, out, [&](ze_kernel_timestamp_result_t& stamps, std::uint32_t) {
    stamps = event.timestamps();
  });
  return ZE_RESULT_SUCCESS;
}

}  // namespace
}  // namespace zecpu

using namespace zecpu;

ze_result_t ZE_APICALL zeGetEventPoolProcAddrTable(ze_api_version_t version,
                                                   ze_event_pool_dditable_t* table) {
  const ze_result_t result =
      prepare_table(version, table, &ze_event_pool_dditable_t::pfnCloseIpcHandle, {{6, 6}, {9, 8}});
  if (result != ZE_RESULT_SUCCESS) return result;
  table->pfnCreate = Entry<"zeEventPoolCreate", pool_create>::call;
  table->pfnDestroy = Entry<"zeEventPoolDestroy", pool_destroy>::call;
  return result;
}

ze_result_t ZE_APICALL zeGetEventProcAddrTable(ze_api_version_t version,
                                               ze_event_dditable_t* table) {
  const ze_result_t result =
      prepare_table(version, table, &ze_event_dditable_t::pfnQueryKernelTimestamp,
                    {{6, 8}, {9, 11}, {15, 16}, {17, 17}});
  if (result != ZE_RESULT_SUCCESS) return result;
  table->pfnCreate = Entry<"zeEventCreate", create>::call;
  table->pfnDestroy = Entry<"zeEventDestroy", destroy>::call;
  table->pfnHostSignal = Entry<"zeEventHostSignal", host_signal>::call;
  table->pfnHostSynchronize = Entry<"zeEventHostSynchronize", host_synchronize>::call;
  table->pfnQueryStatus = Entry<"zeEventQueryStatus", query_status>::call;
  table->pfnHostReset = Entry<"zeEventHostReset", host_reset>::call;
  table->pfnQueryKernelTimestamp =
      Entry<"zeEventQueryKernelTimestamp", query_kernel_timestamp>::call;
  return result;
}

ze_result_t ZE_APICALL zeGetEventExpProcAddrTable(ze_api_version_t version,
                                                  ze_event_exp_dditable_t* table) {
  const ze_result_t result =
      prepare_table(version, table, &ze_event_exp_dditable_t::pfnQueryTimestampsExp);
  if (result != ZE_RESULT_SUCCESS) return result;
  table->pfnQueryTimestampsExp = Entry<"zeEventQueryTimestampsExp", query_timestamps>::call;
  return result;
}
