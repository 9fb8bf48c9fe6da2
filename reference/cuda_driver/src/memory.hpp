// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <mutex>

#include "result.hpp"

namespace cuhost {

/// All memory of the device is the host's: what it has, and what was given out.
inline constexpr std::size_t kMemoryBytes = std::size_t{1} << 30;

class Memory {
 public:
  enum class Kind { kDevice, kHost };

  /// Throws Failure: kOutOfMemory above the device's, kInvalidValue for none.
  void* allocate(std::size_t bytes, Kind kind);
  /// Throws Failure for what is none of this kind.
  void free(void* memory, Kind kind);
  /// Whether an address lies in an allocation. Throws Failure where it does and the range leaves
  /// it.
  bool has(const void* at, std::size_t bytes);

 private:
  struct Allocation {
    std::size_t bytes;
    Kind kind;
  };
  std::mutex mutex_;
  std::map<const char*, Allocation> allocations_;
  std::size_t used_ = 0;
};

Memory& memory();

}  // namespace cuhost
