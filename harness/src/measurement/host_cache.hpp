// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tickbench::suite {

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

}  // namespace tickbench::suite
