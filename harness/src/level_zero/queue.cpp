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
    : StreamQueue(stream_),
      on_copy_engine_(options.on_copy_engine),
      compute_(require_compute_group(allocator), allocator, options.list),
      stream_(allocator, clocks, compute_.list),
      events_(stream_, options.stamps, options.query) {
  use_events(events_);
  if (options.list == CommandList::Kind::kRegular)
    hold_ = std::make_unique<ClosedList>(stream_);
  else
    hold_ = std::make_unique<HostEvent>(stream_);
  if (on_copy_engine_)
    if (const auto group = copy_only_group(allocator.device))
      copies_.emplace(*group, allocator, options.list);
}

void Queue::record(Engine& engine) noexcept {
  recording_ = &engine;
  stream_.record_into(engine.list);
}

/// Where the copies of a bracket go. Throws Error (kUnsupported) where the user asked for an engine
/// that the device does not have.
Queue::Engine& Queue::engine_of(const Work& work) {
  if (!work.is_copy || !on_copy_engine_) return compute_;
  if (!copies_)
    throw Error(Outcome::kUnsupported,
                fmt::format("copies=engine: the device '{}' has no queue group that only copies",
                            device_name()));
  return *copies_;
}

Bracket Queue::run(const Work& work, const BracketRequest& request) {
  finish();
  const Recording recording(*this, engine_of(work));
  return StreamQueue::run(work, request);
}

HoldLimits Queue::hold_limits(const Work& work, bool displaces) {
  if (displaces && &engine_of(work) != &compute_) return {};
  return StreamQueue::hold_limits(work, displaces);
}

void Queue::displace(std::size_t bytes) {
  const Recording recording(*this, compute_);
  StreamQueue::displace(bytes);
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
  backend::require_pattern(pattern.size(), bytes, recording_->group.largest_fill_pattern);
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
