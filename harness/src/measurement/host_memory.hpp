// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>

namespace tickbench::suite {

/// Memory of the harness for a reference to write into: touched, so that no page fault is timed (at
/// 2^26 floats these take seven times as long as the work), and aligned for vector instructions.
class HostMemory {
 public:
  explicit HostMemory(std::size_t bytes)
      : data_(static_cast<std::byte*>(::operator new(bytes, kAlignment))), size_(bytes) {
    std::memset(data_.get(), 0, bytes);
  }
  std::span<std::byte> bytes() const noexcept { return {data_.get(), size_}; }

 private:
  static constexpr std::align_val_t kAlignment{64};  // a cache line, and the widest vector
  struct Free {
    void operator()(std::byte* data) const noexcept { ::operator delete(data, kAlignment); }
  };
  std::unique_ptr<std::byte, Free> data_;
  std::size_t size_;
};

}  // namespace tickbench::suite
