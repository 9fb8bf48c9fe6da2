// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "../command_list.hpp"

#include "../context.hpp"
#include "../event.hpp"
#include "../kernel.hpp"
#include "../memory_commands.hpp"
#include "../signal_commands.hpp"
#include "command_list.hpp"
#include "queue_desc.hpp"

namespace zecpu {
namespace {

void create(ze_context_handle_t handle, ze_device_handle_t device_handle,
            const ze_command_list_desc_t* desc, ze_command_list_handle_t* list) {
  object<Context>(handle);
  Device& device = object<Device>(device_handle);
  const ze_command_list_desc_t& wanted = require_pointer(desc);
  require_address(list);
  static constexpr ze_command_list_flags_t kKnown = ZE_COMMAND_LIST_FLAG_RELAXED_ORDERING |
                                                    ZE_COMMAND_LIST_FLAG_MAXIMIZE_THROUGHPUT |
                                                    ZE_COMMAND_LIST_FLAG_EXPLICIT_ONLY;
  require((wanted.flags & ~kKnown) == 0, ZE_RESULT_ERROR_INVALID_ENUMERATION);
  require(wanted.commandQueueGroupOrdinal < kQueueGroups, ZE_RESULT_ERROR_INVALID_ARGUMENT);
  *list =
      handle_of<ze_command_list_handle_t>(new CommandList(device, wanted.commandQueueGroupOrdinal));
}

void destroy(ze_command_list_handle_t handle) { delete &object<CommandList>(handle); }
void close(ze_command_list_handle_t handle) { object<CommandList>(handle).close(); }
void reset(ze_command_list_handle_t handle) { object<CommandList>(handle).reset(); }

ze_result_t synchronize(ze_command_list_handle_t handle, std::uint64_t timeout_ns) {
  return object<CommandList>(handle).synchronize(timeout_ns);
}

void append_write_global_timestamp(ze_command_list_handle_t list, std::uint64_t* to,
                                   ze_event_handle_t signal, std::uint32_t count,
                                   ze_event_handle_t* waits) {
  object<CommandList>(list);
  require_address(to);
  append<WriteGlobalTimestampCommand>(list, {signal, count, waits}, to);
}

void append_barrier(ze_command_list_handle_t list, ze_event_handle_t signal, std::uint32_t count,
                    ze_event_handle_t* waits) {
  append<BarrierCommand>(list, {signal, count, waits});
}

void append_memory_ranges_barrier(ze_command_list_handle_t list, std::uint32_t ranges,
                                  const std::size_t* sizes, const void** addresses,
                                  ze_event_handle_t signal, std::uint32_t count,
                                  ze_event_handle_t* waits) {
  object<CommandList>(list);
  require_address(sizes);
  require_address(addresses);
  require(ranges != 0, ZE_RESULT_ERROR_INVALID_SIZE);
  append<BarrierCommand>(list, {signal, count, waits});
}

void append_signal_event(ze_command_list_handle_t list, ze_event_handle_t event) {
  object<CommandList>(list);
  object<Event>(event);
  append<SignalCommand>(list, {event, 0, nullptr});
}

void append_wait_on_events(ze_command_list_handle_t list, std::uint32_t count,
                           ze_event_handle_t* events) {
  object<CommandList>(list);
  require_address(events);
  // What follows waits as well: a barrier.
  append<BarrierCommand>(list, {nullptr, count, events});
}

void append_event_reset(ze_command_list_handle_t list, ze_event_handle_t event) {
  object<CommandList>(list);
  append<ResetEventCommand>(list, {}, object<Event>(event));
}

void append_query_kernel_timestamps(ze_command_list_handle_t list, std::uint32_t events,
                                    ze_event_handle_t* handles, void* to,
                                    const std::size_t* offsets, ze_event_handle_t signal,
                                    std::uint32_t count, ze_event_handle_t* waits) {
  object<CommandList>(list);
  require_address(handles);
  require_address(to);
  std::vector<Event*> queried;
  std::vector<std::size_t> places;
  for (std::uint32_t i = 0; i < events; ++i) {
    Event& event = object<Event>(handles[i]);
    require(event.has_timestamps(), ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT);
    queried.push_back(&event);
    places.push_back(offsets == nullptr ? i * sizeof(ze_kernel_timestamp_result_t) : offsets[i]);
  }
  append<QueryTimestampsCommand>(list, {signal, count, waits}, std::move(queried), to,
                                 std::move(places));
}

}  // namespace

void add_events(Command& command, const Events& events) {
  require(events.waits != nullptr || events.count == 0, ZE_RESULT_ERROR_INVALID_SIZE);
  command.signal = reinterpret_cast<Event*>(events.signal);
  for (std::uint32_t i = 0; i < events.count; ++i)
    command.waits.push_back(&object<Event>(events.waits[i]));
}

}  // namespace zecpu

using namespace zecpu;

ze_result_t ZE_APICALL zeGetCommandListProcAddrTable(ze_api_version_t version,
                                                     ze_command_list_dditable_t* table) {
  const ze_result_t result =
      prepare_table(version, table, &ze_command_list_dditable_t::pfnAppendImageCopyFromMemoryExt,
                    {{6, 29}, {9, 34}, {12, 36}, {14, 38}, {16, 41}, {17, 52}});
  if (result != ZE_RESULT_SUCCESS) return result;
  table->pfnCreate = Entry<"zeCommandListCreate", create>::call;
  table->pfnCreateImmediate =
      Entry<"zeCommandListCreateImmediate",
            create_by_queue_desc<CommandList, ze_command_list_handle_t>>::call;
  table->pfnDestroy = Entry<"zeCommandListDestroy", destroy>::call;
  table->pfnClose = Entry<"zeCommandListClose", zecpu::close>::call;
  table->pfnReset = Entry<"zeCommandListReset", reset>::call;
  table->pfnAppendWriteGlobalTimestamp =
      Entry<"zeCommandListAppendWriteGlobalTimestamp", append_write_global_timestamp>::call;
  table->pfnAppendBarrier = Entry<"zeCommandListAppendBarrier", append_barrier>::call;
  table->pfnAppendMemoryRangesBarrier =
      Entry<"zeCommandListAppendMemoryRangesBarrier", append_memory_ranges_barrier>::call;
  table->pfnAppendSignalEvent = Entry<"zeCommandListAppendSignalEvent", append_signal_event>::call;
  table->pfnAppendWaitOnEvents =
      Entry<"zeCommandListAppendWaitOnEvents", append_wait_on_events>::call;
  table->pfnAppendEventReset = Entry<"zeCommandListAppendEventReset", append_event_reset>::call;
  table->pfnAppendQueryKernelTimestamps =
      Entry<"zeCommandListAppendQueryKernelTimestamps", append_query_kernel_timestamps>::call;
  if (version >= ZE_MAKE_VERSION(1, 6))
    set_slot(table, 28, Entry<"zeCommandListHostSynchronize", synchronize>::call);
  set_memory_commands(*table);
  set_launch_commands(*table);
  return result;
}
