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

Queue::Queue(const Allocator& allocator, const QueueOf& compute,
             const std::optional<QueueOf>& copies)
    : TwoListQueue(stream_, compute_, copies_),
      compute_(allocator.place(), compute),
      stream_(allocator, compute_),
      events_(stream_),
      hold_(stream_) {
  if (copies) copies_.emplace(allocator.place(), *copies);
  use_events(events_);
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
