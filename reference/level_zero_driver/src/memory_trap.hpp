// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace zecpu {

/// Device memory that the host cannot touch: the same pages mapped twice, for the driver to read
/// and write, and for the application without any right. A host access ends the process, as it
/// would on a device whose memory the host does not see, with a line that names the allocation and
/// the place in it.
///
/// The handler of SIGSEGV is installed with the first trap and passes on every other fault.
class MemoryTrap {
 public:
  MemoryTrap();
  ~MemoryTrap();
  MemoryTrap(const MemoryTrap&) = delete;
  MemoryTrap& operator=(const MemoryTrap&) = delete;

  struct Mapping {
    void* host = nullptr;
    void* device = nullptr;
  };
  /// Nulls where there is no memory.
  Mapping map(std::size_t size);

  struct Range {
    const char* base = nullptr;
    std::size_t size = 0;
    std::uint64_t id = 0;
  };
  void add(const Range& range);
  void remove(const char* base);
};

}  // namespace zecpu
