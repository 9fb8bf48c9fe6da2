// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "processor.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace zecpu {
namespace {

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::uint32_t number(const std::map<std::string, std::string>& fields, const std::string& key,
                     std::uint32_t otherwise) {
  const auto found = fields.find(key);
  if (found == fields.end()) return otherwise;
  std::uint32_t value = otherwise;
  std::istringstream(found->second) >> value;
  return value;
}

std::vector<std::size_t> read_caches() {
  std::vector<std::size_t> sizes;
  for (int index = 0;; ++index) {
    const std::string folder =
        "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    const std::string type = first_line(folder + "type");
    if (type.empty()) break;
    if (type == "Instruction") continue;
    if (const std::size_t size = parse_cache_size(first_line(folder + "size")))
      sizes.push_back(size);
  }
  if (!sizes.empty()) return sizes;
  for (const int level : {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE})
    if (const long size = sysconf(level); size > 0) sizes.push_back(static_cast<std::size_t>(size));
  return sizes;
}

std::uint64_t read_memory(std::size_t page_bytes) {
  const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  std::uint64_t memory = pages * page_bytes;
  // In a container the machine's memory is not this process's. "max" is no number and changes
  // nothing.
  std::uint64_t limit = 0;
  if (std::istringstream(first_line("/sys/fs/cgroup/memory.max")) >> limit)
    memory = std::min(memory, limit);
  return memory;
}

}  // namespace

std::size_t parse_cache_size(const std::string& text) {
  std::size_t size = 0;
  char unit = 0;
  if (!(std::istringstream(text) >> size >> unit)) return 0;
  if (unit == 'K') return size << 10;
  if (unit == 'M') return size << 20;
  return 0;
}

void parse_cpuinfo(const std::string& text, Processor& processor) {
  std::map<std::string, std::string> fields;
  std::set<std::string> sockets;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::string key = trimmed(line.substr(0, colon)), value = trimmed(line.substr(colon + 1));
    if (key == "physical id") sockets.insert(value);
    fields.try_emplace(key, value);
  }
  processor.name = fields["model name"];
  if (processor.name.empty()) processor.name = "CPU";
  const std::string& vendor = fields["vendor_id"];
  processor.pci_vendor = vendor == "GenuineIntel" ? 0x8086 : vendor == "AuthenticAMD" ? 0x1022 : 0;
  processor.signature = number(fields, "cpu family", 0) << 16 | number(fields, "model", 0) << 8 |
                        number(fields, "stepping", 0);
  processor.sockets = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(sockets.size()));
  processor.cores_per_socket = std::max(1U, number(fields, "cpu cores", 1));
  processor.threads_per_core = std::max(
      1U, number(fields, "siblings", processor.cores_per_socket) / processor.cores_per_socket);
}

Processor Processor::read() {
  Processor processor;
  std::ostringstream cpuinfo;
  cpuinfo << std::ifstream("/proc/cpuinfo").rdbuf();
  parse_cpuinfo(cpuinfo.str(), processor);
  if (const long page = sysconf(_SC_PAGESIZE); page > 0)
    processor.page_bytes = static_cast<std::size_t>(page);
  processor.memory_bytes = read_memory(processor.page_bytes);
  processor.cache_bytes = read_caches();
  return processor;
}

}  // namespace zecpu
