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

Queue::Queue(const Allocator& allocator, const FamilyQueue& compute,
             const std::optional<FamilyQueue>& copies)
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

void Queue::in_pieces(std::size_t bytes,
                      const std::function<void(std::size_t, std::size_t)>& piece) {
  const auto wanted = std::min(bytes, kStagingBytes);
  if (!staging_ || staging_->size() < wanted) {
    staging_.reset();
    staging_ = stream_.allocator().allocate(wanted, backend::MemoryKind::kHost);
  }
  for (std::size_t done = 0; done < bytes; done += staging_->size())
    piece(done, std::min(bytes - done, staging_->size()));
}

void Queue::write_now(const Buffer& to, std::span<const std::byte> from) {
  in_pieces(from.size(), [&](std::size_t begin, std::size_t bytes) {
    std::memcpy(staging_->host_pointer(), from.data() + begin, bytes);
    stream_.copy({to, begin}, {*staging_}, bytes);
    finish();
  });
}

void Queue::read_now(const Buffer& from, std::span<std::byte> to) {
  in_pieces(to.size(), [&](std::size_t begin, std::size_t bytes) {
    stream_.copy({*staging_}, {from, begin}, bytes);
    finish();
    std::memcpy(to.data() + begin, staging_->host_pointer(), bytes);
  });
}

}  // namespace tickbench::vulkan
