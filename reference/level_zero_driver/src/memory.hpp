// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <level_zero/ze_api.h>

#include <cstdint>
#include <map>
#include <optional>
#include <shared_mutex>

#include "memory_trap.hpp"
#include "processor.hpp"

namespace zecpu {

class Device;

struct Allocation {
  char* base = nullptr;  // what the application got
  std::size_t size = 0;  // what it asked for
  ze_memory_type_t type = ZE_MEMORY_TYPE_UNKNOWN;
  Device* device = nullptr;  // null for host memory
  std::uint64_t id = 0;
  char* view = nullptr;  // where the driver reads and writes it: base, but for a trap
  void* mapping = nullptr;
  std::size_t mapped = 0;
};

/// All allocations of the process. Any context of the driver may name and free them, as with
/// vendors' drivers. The three kinds are the same memory, and differ in what is said of them; with
/// the trap on, device memory is out of the host's reach.
class Memory {
 public:
  Memory(const Processor& processor, bool trap_host_access);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  struct Request {
    ze_memory_type_t type = ZE_MEMORY_TYPE_UNKNOWN;
    Device* device = nullptr;
    std::size_t size = 0;
    std::size_t alignment = 0;  // 0: any
  };
  void* allocate(const Request& request);
  void free(void* base);

  /// The allocation that a pointer points into; several at once may look.
  std::optional<Allocation> find(const void* pointer) const;

  /// Where the driver itself must read and write what the application calls `pointer`.
  void* view(const void* pointer) const;
  bool has_views() const { return trap_.has_value(); }
  std::size_t page_bytes() const { return processor_.page_bytes; }

 private:
  const Allocation* locate(const void* pointer) const;
  void map(Allocation& allocation, std::size_t alignment) const;
  static void unmap(const Allocation& allocation);

  const Processor& processor_;
  mutable std::optional<MemoryTrap> trap_;
  mutable std::shared_mutex mutex_;
  std::map<const char*, Allocation> allocations_;  // by base
  std::uint64_t allocated_bytes_ = 0;
  std::uint64_t last_id_ = 0;
};

}  // namespace zecpu
