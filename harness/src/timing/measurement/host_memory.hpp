// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tickbench {

/// Makes memory's pages be there, on all processors at once. What it held is lost.
void touch(std::span<std::byte> memory);

/// Memory that a benchmark frees stays with the process, for the next allocation: its pages are
/// there already. (Fresh ones cost more than the work on them: 0.35 s for 256 MiB.)
void keep_freed_memory();
/// Gives back what was kept, before memory of another kind is needed: a driver takes its own.
void release_freed_memory();

/// Memory of the harness for a reference to write into: touched, so that no page fault is timed (at
/// 2^26 floats these take seven times as long as the work), and aligned for vector instructions.
class HostMemory {
 public:
  enum class Contents { kZeros, kAny };
  explicit HostMemory(std::size_t bytes, Contents contents = Contents::kZeros);
  std::span<std::byte> bytes() const noexcept { return {data_, size_}; }

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::byte* data_;
  std::size_t size_;
};

/// Drivers report a slice of the cache, or none: at least this much is displaced (the largest
/// last-level caches of today's GPUs have 256 MiB).
inline constexpr std::uint64_t kLeastDisplaced = std::uint64_t{256} << 20;

/// How many bytes to write so that nothing else is left in the caches: `cache` is the size of the
/// largest one, `memory` that of the device's memory; 0 where a size is not known.
constexpr std::size_t displaced_bytes(std::uint64_t cache, std::uint64_t memory) {
  const std::uint64_t wanted = std::max(2 * cache, kLeastDisplaced);
  // More than a quarter of the memory could leave no room for the benchmark's own buffers.
  return static_cast<std::size_t>(memory == 0 ? wanted : std::min(wanted, memory / 4));
}

/// Displaces what the host's caches hold: every processor that this process may run on changes a
/// part of a large memory, since its own caches are displaced by nobody else.
///
///     HostCache cache(std::size_t{256} << 20);
///     cache.displace();
///     reference();  // finds nothing in a cache
class HostCache {
 public:
  /// At least `bytes`: more where the processors are many.
  explicit HostCache(std::size_t bytes);
  void displace();
  /// What is changed: one byte of each cache line.
  std::span<const unsigned char> memory() const noexcept { return memory_; }

 private:
  std::vector<std::size_t> processors_;
  std::vector<unsigned char> memory_;
};

/// max(2 x the host's last-level cache, 256 MiB), at most a quarter of its memory.
std::size_t host_displaced();

}  // namespace tickbench
