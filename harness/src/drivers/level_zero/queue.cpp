// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/queue.hpp"

#include <fmt/format.h>

#include "level_zero/kernel.hpp"

namespace tickbench::level_zero {
namespace {

QueueGroup require_compute_group(const Allocator& on) {
  if (const auto group = compute_group(on.device)) return *group;
  throw Error(Outcome::kUnsupported,
              fmt::format("the device '{}' has no queue group that computes", on.info.name));
}

}  // namespace

void HostEvent::enqueue_wait() {
  event_.reset();
  auto& list = stream_.list();
  auto* event = event_[0];
  list.appended(zeCommandListAppendBarrier(list.get(), nullptr, 1, &event),
                "zeCommandListAppendBarrier");
}

void HostEvent::signal() noexcept {
  const auto result = zeEventHostSignal(event_[0]);
  check_clean_up(result, "zeEventHostSignal");
  // What waits behind it would wait for ever.
  if (result != ZE_RESULT_SUCCESS)
    check_clean_up(zeEventHostSignal(event_[0]), "zeEventHostSignal, again");
}

Queue::Queue(const Allocator& allocator, const Clocks& clocks, const Options& options)
    : TwoListQueue(stream_, compute_, copies_),
      on_copy_engine_(options.on_copy_engine),
      compute_(allocator.context, allocator.device, require_compute_group(allocator), options.list,
               allocator.info.name),
      stream_(allocator, clocks, compute_),
      events_(stream_, options.stamps, options.query) {
  use_events(events_);
  if (options.list == CommandList::Kind::kRegular)
    hold_ = std::make_unique<backend::ClosedList<Stream>>(stream_);
  else
    hold_ = std::make_unique<HostEvent>(stream_);
  if (on_copy_engine_)
    if (const auto group = copy_only_group(allocator.device))
      copies_.emplace(allocator.context, allocator.device, *group, options.list,
                      allocator.info.name);
}

CommandList& Queue::list_for(const Work& work) const {
  if (work.is_copy && on_copy_engine_ && !copies_)
    throw Error(Outcome::kUnsupported,
                fmt::format("copies=engine: the device '{}' has no queue group that only copies",
                            device_name()));
  return TwoListQueue::list_for(work);
}

void Queue::launch(backend::Kernel& kernel, const backend::Range& range) {
  auto& own = as_kernel(kernel);
  const auto groups = own.groups_for(range);
  auto& list = stream_.list();
  list.appended(zeCommandListAppendLaunchKernel(list.get(), own.handle(), &groups, events_.next(),
                                                0, nullptr),
                "zeCommandListAppendLaunchKernel");
  list.barrier();
}

void Queue::fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) {
  backend::require_pattern(pattern.size(), bytes, stream_.list().largest_fill_pattern());
  events_.pass();
  stream_.fill(to, pattern, bytes);
}

void* Queue::native_handle() {
  stream_.list().appended();
  return stream_.list().get();
}

void Queue::copy_now(void* to, const void* from, std::size_t bytes) {
  finish();
  stream_.mark_begin();
  stream_.copy(to, from, bytes);
  stream_.mark_end();
  finish();
  static_cast<void>(stream_.marked());  // the stamps show that the list was executed
}

}  // namespace tickbench::level_zero
