// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/stream.hpp"

#include <fmt/format.h>

#include <cstring>

namespace tickbench::cuda {
namespace {

/// Events are made in the context that is current.
const Allocator& entered(const Allocator& allocator) {
  allocator.place.enter();
  return allocator;
}

template <class T>
T value_of(std::span<const std::byte> pattern) {
  T value{};
  std::memcpy(&value, pattern.data(), sizeof(value));
  return value;
}

}  // namespace

Stream::Stream(CUstream_st* stream, const Allocator& allocator)
    : stream_(stream),
      allocator_(entered(allocator)),
      begin_(allocator.place.info()),
      end_(allocator.place.info()) {}

void Stream::finish() {
  place().enter();
  check(driver().cuStreamSynchronize(stream_), "cuStreamSynchronize", info());
}

void Stream::drop() noexcept {
  place().try_enter();
  driver().cuStreamSynchronize(stream_);
}

void Stream::mark_begin() {
  place().enter();
  begin_.record(stream_);
}

std::optional<ClockReading> Stream::read_clock() {
  if (!has_clock_) return std::nullopt;
  try {
    place().enter();
    if (!clock_) clock_ = std::make_unique<GlobalTimer>(stream_, allocator_);
  } catch (const Error& error) {
    if (error.outcome() != Outcome::kBuildFailed) throw;
    has_clock_ = false;
    return std::nullopt;
  }
  return clock_->read();
}

void Stream::copy(Address to, Address from, std::size_t bytes) {
  place().enter();
  check(driver().cuMemcpyAsync(to, from, bytes, stream_), "cuMemcpyAsync", info());
}

void Stream::fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) {
  backend::require_word_pattern(pattern.size(), bytes, "CUDA");
  const auto& buffer = as_buffer(to);
  if (buffer.kind() == backend::MemoryKind::kHeap)
    throw Error(Outcome::kUnsupported, "fill: no CUDA command fills heap memory");
  place().enter();
  const auto at = buffer.address();
  const std::size_t count = bytes / pattern.size();
  if (pattern.size() == 1)
    check(driver().cuMemsetD8Async(at, value_of<unsigned char>(pattern), count, stream_),
          "cuMemsetD8Async", info());
  else if (pattern.size() == 2)
    check(driver().cuMemsetD16Async(at, value_of<unsigned short>(pattern), count, stream_),
          "cuMemsetD16Async", info());
  else
    check(driver().cuMemsetD32Async(at, value_of<unsigned>(pattern), count, stream_),
          "cuMemsetD32Async", info());
}

}  // namespace tickbench::cuda
