// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/queue.hpp"

#include <limits>

#include "level_zero/kernel.hpp"

namespace tickbench::level_zero {
namespace {

constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();

ze_command_queue_desc_t queue_description(std::uint32_t group) {
  auto description = structure<ze_command_queue_desc_t>(ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC);
  description.ordinal = group;
  description.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
  return description;
}

CommandQueueHandle create_queue(const Allocator& on, std::uint32_t group) {
  const auto description = queue_description(group);
  return created<CommandQueueHandle>("zeCommandQueueCreate", on.info.name, zeCommandQueueCreate,
                                     on.context, on.device, &description);
}

CommandListHandle create_list(const Allocator& on, std::uint32_t group, CommandList::Kind kind) {
  if (kind == CommandList::Kind::kImmediate) {
    const auto description = queue_description(group);
    return created<CommandListHandle>("zeCommandListCreateImmediate", on.info.name,
                                      zeCommandListCreateImmediate, on.context, on.device,
                                      &description);
  }
  auto description = structure<ze_command_list_desc_t>(ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC);
  description.commandQueueGroupOrdinal = group;
  return created<CommandListHandle>("zeCommandListCreate", on.info.name, zeCommandListCreate,
                                    on.context, on.device, &description);
}

QueueGroup require_compute_group(const Allocator& on) {
  if (const auto group = compute_group(on.device)) return *group;
  throw_error(Outcome::kUnsupported, "the device '{}' has no queue group that computes",
              on.info.name);
}

}  // namespace

CommandList::CommandList(const Allocator& on, const QueueGroup& group, Kind kind)
    : where_(on.info.name),
      own_queue_(kind == Kind::kRegular ? create_queue(on, group.ordinal) : CommandQueueHandle()),
      own_list_(create_list(on, group.ordinal, kind)),
      queue_(own_queue_.get()),
      list_(own_list_.get()),
      done_(on, 1),
      largest_fill_pattern_(group.largest_fill_pattern) {}

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

std::optional<ClockReading> Stream::read_clock() {
  ClockReading reading;
  std::uint64_t host = 0;
  std::uint64_t ticks = 0;
  reading.host_before = host_clock().now();
  const auto result = zeDeviceGetGlobalTimestamps(allocator().device, &host, &ticks);
  if (result != ZE_RESULT_SUCCESS) {
    // A simulated device has no such clock, and says ZE_RESULT_ERROR_DEVICE_LOST: every time.
    if (!has_read_ &&
        zeDeviceGetGlobalTimestamps(allocator().device, &host, &ticks) != ZE_RESULT_SUCCESS)
      return std::nullopt;
    check(result, "zeDeviceGetGlobalTimestamps", info().name);
  }
  reading.host_after = host_clock().now();
  // The driver may extend the count above its valid bits: the time line masks it.
  reading.device = time_line_.advance_to(GlobalStamp{ticks});
  reading.device_tick = clocks_.global.tick();
  has_read_ = true;
  last_ticks_ = ticks;
  return reading;
}

Queue::Queue(const Allocator& allocator, const Clocks& clocks, const Options& options)
    : TwoListQueue(stream_, compute_, copies_),
      on_copy_engine_(options.on_copy_engine),
      compute_(allocator, require_compute_group(allocator), options.list),
      stream_(allocator, clocks, compute_),
      events_(stream_, options.stamps, options.query) {
  use_events(events_);
  if (options.list == CommandList::Kind::kRegular)
    hold_ = std::make_unique<backend::ClosedList<Stream>>(stream_);
  else
    hold_ = std::make_unique<HostEvent>(stream_);
  if (on_copy_engine_)
    if (const auto group = copy_only_group(allocator.device))
      copies_.emplace(allocator, *group, options.list);
}

void Queue::launch(backend::Kernel& kernel, const backend::Range& range) {
  auto& own = backend::own<Kernel>(kernel, "a kernel of the Level Zero back end");
  const auto groups = own.groups_for(range);
  auto& list = stream_.list();
  list.appended(zeCommandListAppendLaunchKernel(list.get(), own.handle(), &groups, events_.next(),
                                                0, nullptr),
                "zeCommandListAppendLaunchKernel");
  list.barrier();
}

}  // namespace tickbench::level_zero
