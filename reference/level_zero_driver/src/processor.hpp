// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace zecpu {

/// The CPU this process runs on, as Linux describes it.
struct Processor {
  std::string name;
  std::uint32_t pci_vendor = 0;  // the vendor's PCI id: 0x8086 Intel, 0x1022 AMD; 0 where unknown
  std::uint32_t signature = 0;   // family << 16 | model << 8 | stepping
  std::uint32_t sockets = 1;
  std::uint32_t cores_per_socket = 1;
  std::uint32_t threads_per_core = 1;
  std::uint64_t memory_bytes =
      0;  // what this process may use: the machine's, or the control group's
  std::size_t page_bytes = 4096;
  std::vector<std::size_t> cache_bytes;  // data and unified caches of one core, nearest first

  static Processor read();
};

/// The text of /proc/cpuinfo, cut into a Processor's name, ids and counts.
void parse_cpuinfo(const std::string& text, Processor& processor);

/// "48K" and "32M", as /sys/devices/system/cpu writes the size of a cache; 0 where it is neither.
std::size_t parse_cache_size(const std::string& text);

}  // namespace zecpu
