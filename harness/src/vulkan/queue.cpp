// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/queue.hpp"

#include <algorithm>
#include <cstring>

#include "vulkan/kernel.hpp"

namespace tickbench::vulkan {
namespace {

/// What goes through the host's memory at a time: larger pieces are no faster.
constexpr std::size_t kStagingBytes = std::size_t{16} << 20;

}  // namespace

class Queue::Recording {
 public:
  Recording(Queue& queue, CommandBuffer& list) : stream_(queue.stream_), before_(stream_.list()) {
    stream_.record_into(list);
  }
  ~Recording() { stream_.record_into(before_); }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

 private:
  Stream& stream_;
  CommandBuffer& before_;
};

Queue::Queue(const Allocator& allocator, const QueueOf& compute,
             const std::optional<QueueOf>& copies)
    : StreamQueue(stream_),
      compute_(allocator.place(), compute),
      stream_(allocator, compute_),
      events_(stream_),
      hold_(stream_) {
  if (copies) copies_.emplace(allocator.place(), *copies);
  use_events(events_);
}

CommandBuffer& Queue::list_of(const Work& work) {
  return work.is_copy && copies_ ? *copies_ : compute_;
}

Bracket Queue::run(const Work& work, const BracketRequest& request) {
  finish();
  const Recording recording(*this, list_of(work));
  return StreamQueue::run(work, request);
}

bool Queue::supports(TimeMethod method, const Work& work) const {
  const auto& list = work.is_copy && copies_ ? *copies_ : compute_;
  const bool has_stamps = list.queue().family.valid_bits != 0;
  return method == TimeMethod::kHost || (has_stamps && StreamQueue::supports(method, work));
}

HoldLimits Queue::hold_limits(const Work& work, bool displaces) {
  if (displaces && &list_of(work) != &compute_) return {};
  return StreamQueue::hold_limits(work, displaces);
}

void Queue::displace(std::size_t bytes) {
  const Recording recording(*this, compute_);
  StreamQueue::displace(bytes);
}

void Queue::launch(backend::Kernel& kernel, const backend::Range& range) {
  auto& own = as_kernel(kernel);
  own.prepare(range);
  events_.record([&] { own.record(stream_.list().record(Access::kCompute)); });
}

void Queue::copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) {
  const auto& to_buffer = as_buffer(to);
  const auto& from_buffer = as_buffer(from);
  events_.record([&] { stream_.copy({to_buffer}, {from_buffer}, bytes); });
}

void Queue::fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) {
  events_.record([&] { stream_.fill(to, pattern, bytes); });
}

void* Queue::native_handle() { return stream_.list().record(Access::kAnything); }

Buffer& Queue::staging(std::size_t bytes) {
  const auto wanted = std::min(bytes, kStagingBytes);
  if (!staging_ || staging_->size() < wanted) {
    staging_.reset();
    staging_ = stream_.allocator().allocate(wanted, backend::MemoryKind::kHost);
  }
  return *staging_;
}

void Queue::write_now(const Buffer& to, std::span<const std::byte> from) {
  auto& through = staging(from.size());
  for (std::size_t done = 0; done < from.size();) {
    const auto part = from.subspan(done, std::min(from.size() - done, through.size()));
    std::memcpy(through.host_pointer(), part.data(), part.size());
    stream_.copy({to, done}, {through, 0}, part.size());
    finish();
    done += part.size();
  }
}

void Queue::read_now(const Buffer& from, std::span<std::byte> to) {
  auto& through = staging(to.size());
  for (std::size_t done = 0; done < to.size();) {
    const auto part = to.subspan(done, std::min(to.size() - done, through.size()));
    stream_.copy({through, 0}, {from, done}, part.size());
    finish();
    std::memcpy(part.data(), through.host_pointer(), part.size());
    done += part.size();
  }
}

}  // namespace tickbench::vulkan
