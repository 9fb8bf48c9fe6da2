// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tickbench::suite {

/// Drivers report a slice of the cache, or none: at least this much is displaced (the largest
/// last-level caches of today's GPUs have 256 MiB).
inline constexpr std::uint64_t kLeastDisplaced = std::uint64_t{256} << 20;

/// How much displaces caches of which the largest has `cache` bytes, in `memory` bytes of memory.
/// 0: not known.
constexpr std::size_t displaced_bytes(std::uint64_t cache, std::uint64_t memory) {
  const std::uint64_t wanted = std::max(2 * cache, kLeastDisplaced);
  // More than a quarter of the memory could leave no room for the benchmark's own buffers.
  return static_cast<std::size_t>(memory == 0 ? wanted : std::min(wanted, memory / 4));
}

}  // namespace tickbench::suite
