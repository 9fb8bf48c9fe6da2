// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "backend/stream.hpp"
#include "tickbench/error.hpp"

namespace tickbench::backend {
namespace {

// Odd, so that every step gives another pattern; large, so that all its bytes change (2^32 / the
// golden ratio).
constexpr std::uint32_t kPatternStep = 0x9E3779B9;

}  // namespace

void Displacer::reserve(std::size_t bytes) {
  const auto& device = stream_.info();
  if (device.memory != 0 && bytes > device.memory)
    throw Error(Outcome::kOverLimit,
                fmt::format("the {} bytes to displace the caches are above the memory that the "
                            "device '{}' states, {} bytes",
                            bytes, device.name, device.memory));
  const std::size_t largest = device.largest_allocation != 0
                                  ? device.largest_allocation
                                  : std::numeric_limits<std::size_t>::max();
  while (reserved_ < bytes) {
    // Whole patterns: a fill's size is a multiple of its pattern's.
    const std::size_t size = std::min(bytes - reserved_ + sizeof(pattern_) - 1, largest) /
                             sizeof(pattern_) * sizeof(pattern_);
    chunks_.push_back(stream_.allocate(size));
    reserved_ += size;
  }
}

void Displacer::enqueue(std::size_t bytes) {
  if (bytes > reserved_) reserve(bytes);
  pattern_ += kPatternStep;
  std::size_t left = (bytes + sizeof(pattern_) - 1) / sizeof(pattern_) * sizeof(pattern_);
  for (const auto& chunk : chunks_) {
    const std::size_t part = std::min(left, chunk->size());
    if (part == 0) break;
    stream_.fill(*chunk, std::as_bytes(std::span(&pattern_, 1)), part);
    left -= part;
  }
}

}  // namespace tickbench::backend
