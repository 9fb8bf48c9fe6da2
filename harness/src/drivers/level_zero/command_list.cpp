// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/command_list.hpp"

#include <limits>
#include <utility>

#include "level_zero/error.hpp"
#include "tickbench/timed_queue.hpp"

namespace tickbench::level_zero {
namespace {

constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();

ze_command_queue_desc_t queue_description(std::uint32_t group) {
  auto description = structure<ze_command_queue_desc_t>(ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC);
  description.ordinal = group;
  description.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
  return description;
}

CommandQueueHandle create_queue(ze_context_handle_t context, ze_device_handle_t device,
                                std::uint32_t group, const std::string& where) {
  const auto description = queue_description(group);
  ze_command_queue_handle_t queue = nullptr;
  check(zeCommandQueueCreate(context, device, &description, &queue), "zeCommandQueueCreate", where);
  return CommandQueueHandle(queue);
}

CommandListHandle create_list(ze_context_handle_t context, ze_device_handle_t device,
                              std::uint32_t group, CommandList::Kind kind,
                              const std::string& where) {
  ze_command_list_handle_t list = nullptr;
  if (kind == CommandList::Kind::kImmediate) {
    const auto description = queue_description(group);
    check(zeCommandListCreateImmediate(context, device, &description, &list),
          "zeCommandListCreateImmediate", where);
  } else {
    auto description = structure<ze_command_list_desc_t>(ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC);
    description.commandQueueGroupOrdinal = group;
    check(zeCommandListCreate(context, device, &description, &list), "zeCommandListCreate", where);
  }
  return CommandListHandle(list);
}

}  // namespace

CommandList::CommandList(ze_context_handle_t context, ze_device_handle_t device,
                         const QueueGroup& group, Kind kind, std::string where)
    : where_(std::move(where)),
      own_queue_(kind == Kind::kRegular ? create_queue(context, device, group.ordinal, where_)
                                        : CommandQueueHandle()),
      own_list_(create_list(context, device, group.ordinal, kind, where_)),
      queue_(own_queue_.get()),
      list_(own_list_.get()),
      done_(context, device, 1),
      largest_fill_pattern_(group.largest_fill_pattern) {}

CommandList::CommandList(ze_context_handle_t context, ze_device_handle_t device,
                         ze_command_list_handle_t list, ze_command_queue_handle_t queue,
                         std::string where)
    : where_(std::move(where)), queue_(queue), list_(list), done_(context, device, 1) {}

ze_command_list_handle_t CommandList::get() {
  if (must_reset_) check(reset(), "zeCommandListReset", where_);
  return list_;
}

void CommandList::appended(ze_result_t result, std::string_view call) {
  if (result != ZE_RESULT_SUCCESS) drop();
  check(result, call, where_);
  appended();
}

void CommandList::barrier() {
  appended(zeCommandListAppendBarrier(get(), nullptr, 0, nullptr), "zeCommandListAppendBarrier");
}

void CommandList::write_timestamp(std::uint64_t* to) {
  barrier();
  appended(zeCommandListAppendWriteGlobalTimestamp(list_, to, nullptr, 0, nullptr),
           "zeCommandListAppendWriteGlobalTimestamp");
  barrier();
}

void CommandList::finish() {
  if (is_empty_ && own_list_) return;
  is_empty_ = true;
  if (kind() == Kind::kRegular)
    execute_and_wait();
  else
    wait_for_immediate();
}

void CommandList::drop() noexcept {
  if (is_empty_ && own_list_) return;
  is_empty_ = true;
  try {
    if (kind() == Kind::kRegular)
      static_cast<void>(reset());  // where it fails, it is tried again before the next append
    else
      wait_for_immediate();
  } catch (const Error&) {
    // The failure that is on its way out says more.
  }
}

ze_result_t CommandList::reset() noexcept {
  const auto result = zeCommandListReset(list_);
  must_reset_ = result != ZE_RESULT_SUCCESS;
  return result;
}

void CommandList::execute_and_wait() {
  auto* list = list_;
  const auto closed = zeCommandListClose(list_);
  submitted_ = host_clock().now();
  ++submissions_;
  const auto executed = closed == ZE_RESULT_SUCCESS
                            ? zeCommandQueueExecuteCommandLists(queue_, 1, &list, nullptr)
                            : ZE_RESULT_SUCCESS;
  const bool is_executing = closed == ZE_RESULT_SUCCESS && executed == ZE_RESULT_SUCCESS;
  const auto waited =
      is_executing ? zeCommandQueueSynchronize(queue_, kForever) : ZE_RESULT_SUCCESS;
  // Once more: what executes still uses memory that is freed on this failure's way out.
  if (waited != ZE_RESULT_SUCCESS) zeCommandQueueSynchronize(queue_, kForever);
  // Reset even after a failure: what was appended must not run again with the next commands.
  const auto emptied = reset();
  check(closed, "zeCommandListClose", where_);
  check(executed, "zeCommandQueueExecuteCommandLists", where_);
  check(waited, "zeCommandQueueSynchronize", where_);
  check(emptied, "zeCommandListReset", where_);
}

void CommandList::signal_and_wait() {
  done_.reset();
  check(zeCommandListAppendBarrier(list_, done_[0], 0, nullptr), "zeCommandListAppendBarrier",
        where_);
  check(zeEventHostSynchronize(done_[0], kForever), "zeEventHostSynchronize", where_);
}

void CommandList::wait_for_immediate() {
  try {
    signal_and_wait();
  } catch (const Error&) {
    // Once more, as above.
    try {
      signal_and_wait();
    } catch (const Error&) {
    }
    throw;
  }
}

}  // namespace tickbench::level_zero
