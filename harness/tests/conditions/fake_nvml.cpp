// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// A management library of no driver. $FAKE_NVML names a script; its first line is the address of
// the one device. Each later line is what the device says until the SM clock is asked for again:
//
//     SM_MHZ MEMORY_MHZ REASONS CELSIUS MILLIWATTS MILLIJOULES PIDS [TOTAL USED [MIG]]
//
// The last line lasts. PIDS: numbers with commas between, `own` for this process, `-` for none,
// each with the bytes that it uses behind it: `own=4096`. TOTAL, USED: bytes of the device's
// memory.
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Line {
  unsigned sm = 0, memory = 0;
  unsigned long long reasons = 0;
  unsigned celsius = 0, milliwatts = 0;
  unsigned long long millijoules = 0;
  std::vector<std::pair<unsigned, unsigned long long>> processes;  ///< with their bytes
  unsigned long long total = 0, used = 0;
  unsigned mig = 0;
};

struct Script {
  std::string address;
  std::vector<Line> lines;
  std::size_t at = 0;
  bool has_begun = false;

  const Line& now() const { return lines.at(at); }
  void move_on() {
    if (has_begun && at + 1 < lines.size()) ++at;
    has_begun = true;
  }
} script;

void read_script(const char* path) {
  script = {};
  std::ifstream in(path);
  std::getline(in, script.address);
  for (std::string text; std::getline(in, text);) {
    std::istringstream words(text);
    Line line;
    std::string reasons, processes;
    words >> line.sm >> line.memory >> reasons >> line.celsius >> line.milliwatts >>
        line.millijoules >> processes >> line.total >> line.used >> line.mig;
    line.reasons = std::stoull(reasons, nullptr, 0);
    std::istringstream numbers(processes == "-" ? "" : processes);
    for (std::string number; std::getline(numbers, number, ',');) {
      const auto equals = number.find('=');
      line.processes.emplace_back(
          number.starts_with("own") ? static_cast<unsigned>(::getpid())
                                    : static_cast<unsigned>(std::stoul(number)),
          equals == number.npos ? 1 : std::stoull(number.substr(equals + 1)));
    }
    script.lines.push_back(std::move(line));
  }
}

struct ProcessInfo {
  unsigned pid;
  unsigned long long used_memory;
  unsigned instance, compute_instance;
};

struct MemoryInfo {
  unsigned long long total, free, used;
};

constexpr int kSuccess = 0, kUninitialised = 1, kNotSupported = 3, kNotFound = 6,
              kInsufficientSize = 7;

}  // namespace

extern "C" {

int nvmlInit_v2() {
  const char* path = std::getenv("FAKE_NVML");
  if (path == nullptr) return kUninitialised;
  read_script(path);
  return kSuccess;
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* address, void** device) {
  *device = &script;
  return address == script.address ? kSuccess : kNotFound;
}
int nvmlDeviceGetClockInfo(void*, unsigned which, unsigned* megahertz) {
  if (which == 1) script.move_on();
  *megahertz = which == 1 ? script.now().sm : script.now().memory;
  return which == 1 || which == 2 ? kSuccess : kNotFound;
}
int nvmlDeviceGetMaxClockInfo(void*, unsigned which, unsigned* megahertz) {
  *megahertz = script.lines.front().memory;
  return which == 2 ? kSuccess : kNotFound;
}
int nvmlDeviceGetMemoryBusWidth(void*, unsigned* bits) {
  *bits = 384;
  return kSuccess;
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* reasons) {
  *reasons = script.now().reasons;
  return kSuccess;
}
int nvmlDeviceGetTemperature(void*, unsigned sensor, unsigned* celsius) {
  *celsius = script.now().celsius;
  return sensor == 0 ? kSuccess : kNotFound;
}
int nvmlDeviceGetPowerUsage(void*, unsigned* milliwatts) {
  *milliwatts = script.now().milliwatts;
  return kSuccess;
}
int nvmlDeviceGetTotalEnergyConsumption(void*, unsigned long long* millijoules) {
  *millijoules = script.now().millijoules;
  return kSuccess;
}
int nvmlDeviceGetComputeRunningProcesses_v3(void*, unsigned* count, ProcessInfo* processes) {
  const auto& found = script.now().processes;
  const auto room = *count;
  *count = static_cast<unsigned>(found.size());
  if (room < found.size()) return kInsufficientSize;
  for (std::size_t i = 0; i < found.size(); ++i)
    processes[i] = {found[i].first, found[i].second, 0, 0};
  return kSuccess;
}
int nvmlDeviceGetMemoryInfo(void*, MemoryInfo* memory) {
  const auto& now = script.now();
  *memory = {now.total, now.total - now.used, now.used};
  return now.total == 0 ? kNotSupported : kSuccess;
}
int nvmlDeviceGetMigMode(void*, unsigned* now, unsigned* next) {
  *now = *next = script.now().mig;
  return kSuccess;
}
}
