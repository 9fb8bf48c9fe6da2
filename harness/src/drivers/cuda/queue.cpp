// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/queue.hpp"

#include "cuda/kernel.hpp"

namespace tickbench::cuda {
namespace {

/// In order with the default stream, so that a callable which enqueues there is timed as well.
StreamHandle create_stream(const Place& place) {
  place.enter();
  CUstream_st* stream = nullptr;
  check(driver().cuStreamCreate(&stream, 0), "cuStreamCreate", place.info());
  return StreamHandle(stream);
}

}  // namespace

Queue::Queue(const Allocator& allocator, QueueChoices choices)
    : StreamQueue(stream_),
      handle_(create_stream(allocator.place)),
      stream_(handle_.get(), allocator),
      events_(stream_.info()),
      graph_(stream_),
      hold_choice_(choices.hold) {
  use_events(events_);
  if (choices.launches_graphs) use_recording(graph_);
}

backend::Hold* Queue::hold() {
  if (!hold_) hold_ = make_hold(stream_.get(), stream_.allocator(), hold_choice_);
  return hold_.get();
}

HoldLimits Queue::hold_limits(const Work& work, bool displaces) {
  auto limits = StreamQueue::hold_limits(work, displaces);
  // Each launch then lies between two events, beside the fill in front.
  if (displaces) limits.most_launches /= 2;
  return limits;
}

void Queue::launch(backend::Kernel& kernel, const backend::Range& range) {
  auto& own = as_kernel(kernel);
  events_.enqueue(stream_.get(), [&] { own.enqueue(range, stream_.get()); });
}

void Queue::copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) {
  const auto to_address = as_buffer(to).address();
  const auto from_address = as_buffer(from).address();
  events_.enqueue(stream_.get(), [&] { stream_.copy(to_address, from_address, bytes); });
}

void Queue::fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) {
  events_.enqueue(stream_.get(), [&] { stream_.fill(to, pattern, bytes); });
}

void* Queue::native_handle() {
  // What the caller enqueues next takes the current context.
  stream_.place().enter();
  return stream_.get();
}

void Queue::copy_now(Address to, Address from, std::size_t bytes) {
  stream_.copy(to, from, bytes);
  finish();
}

}  // namespace tickbench::cuda
