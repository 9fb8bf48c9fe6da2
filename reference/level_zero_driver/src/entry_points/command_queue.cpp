// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "../command_queue.hpp"

#include "../command_list.hpp"
#include "../fence.hpp"
#include "queue_desc.hpp"
#include "table.hpp"

namespace zecpu {

void check(const Device& device, const ze_command_queue_desc_t& desc) {
  require(desc.mode <= ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS &&
              desc.priority <= ZE_COMMAND_QUEUE_PRIORITY_PRIORITY_HIGH &&
              (desc.flags & ~static_cast<unsigned>(ZE_COMMAND_QUEUE_FLAG_EXPLICIT_ONLY)) == 0,
          ZE_RESULT_ERROR_INVALID_ENUMERATION);
  require(desc.ordinal < kQueueGroups && desc.index < device.queues(desc.ordinal),
          ZE_RESULT_ERROR_INVALID_ARGUMENT);
}

namespace {

void destroy(ze_command_queue_handle_t handle) { delete &object<CommandQueue>(handle); }

void execute(ze_command_queue_handle_t handle, std::uint32_t count, ze_command_list_handle_t* lists,
             ze_fence_handle_t fence) {
  CommandQueue& queue = object<CommandQueue>(handle);
  require_address(lists);
  require(count != 0, ZE_RESULT_ERROR_INVALID_SIZE);
  Submission submission;
  for (std::uint32_t i = 0; i < count; ++i) {
    const CommandList& list = object<CommandList>(lists[i]);
    require(!list.is_immediate() && list.group() == queue.group(),
            ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);
    require(list.is_closed(), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    submission.lists.push_back(list.recording());
  }
  if (fence != nullptr) {
    const Fence& wanted = object<Fence>(fence);
    require(wanted.is_of(queue) && !wanted.is_signalled(),
            ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT);
    submission.fence = wanted.signal();
  }
  queue.submit(std::move(submission));
}

ze_result_t synchronize(ze_command_queue_handle_t handle, std::uint64_t timeout_ns) {
  return object<CommandQueue>(handle).synchronize(timeout_ns);
}

void fence_create(ze_command_queue_handle_t handle, const ze_fence_desc_t* desc,
                  ze_fence_handle_t* fence) {
  CommandQueue& queue = object<CommandQueue>(handle);
  const ze_fence_desc_t& wanted = require_pointer(desc);
  require_address(fence);
  require((wanted.flags & ~static_cast<unsigned>(ZE_FENCE_FLAG_SIGNALED)) == 0,
          ZE_RESULT_ERROR_INVALID_ENUMERATION);
  *fence = handle_of<ze_fence_handle_t>(
      new Fence(queue.driver(), queue, (wanted.flags & ZE_FENCE_FLAG_SIGNALED) != 0));
}

void fence_destroy(ze_fence_handle_t handle) { delete &object<Fence>(handle); }

ze_result_t fence_synchronize(ze_fence_handle_t handle, std::uint64_t timeout_ns) {
  return object<Fence>(handle).synchronize(timeout_ns);
}

ze_result_t fence_query(ze_fence_handle_t handle) {
  return object<Fence>(handle).is_signalled() ? ZE_RESULT_SUCCESS : ZE_RESULT_NOT_READY;
}

void fence_reset(ze_fence_handle_t handle) { object<Fence>(handle).reset(); }

}  // namespace
}  // namespace zecpu

using namespace zecpu;

ze_result_t ZE_APICALL zeGetCommandQueueProcAddrTable(ze_api_version_t version,
                                                      ze_command_queue_dditable_t* table) {
  const ze_result_t result = prepare_table(
      version, table, &ze_command_queue_dditable_t::pfnSynchronize, {{9, 6}, {17, 9}});
  if (result != ZE_RESULT_SUCCESS) return result;
  table->pfnCreate = Entry<"zeCommandQueueCreate",
                           create_by_queue_desc<CommandQueue, ze_command_queue_handle_t>>::call;
  table->pfnDestroy = Entry<"zeCommandQueueDestroy", destroy>::call;
  table->pfnExecuteCommandLists = Entry<"zeCommandQueueExecuteCommandLists", execute>::call;
  table->pfnSynchronize = Entry<"zeCommandQueueSynchronize", synchronize>::call;
  return result;
}

ze_result_t ZE_APICALL zeGetFenceProcAddrTable(ze_api_version_t version,
                                               ze_fence_dditable_t* table) {
  const ze_result_t result = prepare_table(version, table, &ze_fence_dditable_t::pfnReset);
  if (result != ZE_RESULT_SUCCESS) return result;
  table->pfnCreate = Entry<"zeFenceCreate", fence_create>::call;
  table->pfnDestroy = Entry<"zeFenceDestroy", fence_destroy>::call;
  table->pfnHostSynchronize = Entry<"zeFenceHostSynchronize", fence_synchronize>::call;
  table->pfnQueryStatus = Entry<"zeFenceQueryStatus", fence_query>::call;
  table->pfnReset = Entry<"zeFenceReset", fence_reset>::call;
  return result;
}
