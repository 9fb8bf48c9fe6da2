// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/copy.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>

#include <cstring>

namespace {
// Below this one memcpy takes less time than waking a second thread, some microseconds.
constexpr std::size_t kGrain = std::size_t{1} << 17;
}  // namespace

namespace reference::serial {
void copy(std::span<const std::byte> from, std::span<std::byte> out) {
  if (!out.empty()) std::memcpy(out.data(), from.data(), out.size());
}
void copy(std::span<const float> from, std::span<float> out) {
  copy(std::as_bytes(from), std::as_writable_bytes(out));
}
}  // namespace reference::serial

namespace reference::tbb {
void copy(std::span<const std::byte> from, std::span<std::byte> out) {
  // One piece a thread: memcpy bypasses the caches only for pieces larger than them.
  ::tbb::parallel_for(
      ::tbb::blocked_range<std::size_t>(0, out.size(), kGrain),
      [=](const ::tbb::blocked_range<std::size_t>& range) {
        std::memcpy(out.data() + range.begin(), from.data() + range.begin(), range.size());
      },
      ::tbb::static_partitioner());
}
void copy(std::span<const float> from, std::span<float> out) {
  copy(std::as_bytes(from), std::as_writable_bytes(out));
}
}  // namespace reference::tbb
