// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// NVIDIA's management library, by what its public documentation says of each call. It comes with
// the driver, and its header does not: so the calls are declared here.
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "conditions/device_monitor.hpp"
#include "conditions/shared_library.hpp"

namespace tickbench::conditions {
namespace nvml {
namespace {

using Status = int;
using DeviceHandle = void*;
constexpr Status kSuccess = 0, kMoreRoomNeeded = 7;
constexpr unsigned kSmClock = 1, kMemoryClock = 2;
constexpr unsigned kOnDie = 0;  // the one sensor that all devices have

/// As the third version of the call fills it.
struct ProcessInfo {
  unsigned pid;
  unsigned long long used_memory;
  unsigned instance, compute_instance;
};
struct MemoryInfo {
  unsigned long long total, free, used;
};

/// Of the library's bits those that say that the device is slower than it could be. The others:
/// idle (1), clocks that somebody set (2, 0x100).
constexpr unsigned long long kIdle = 0x1;
constexpr std::pair<unsigned long long, Throttle> kReasons[] = {
    {0x4, Throttle::kPowerCap}, {0x8, Throttle::kHardwareSlowdown}, {0x10, Throttle::kSyncBoost},
    {0x20, Throttle::kThermal}, {0x40, Throttle::kThermal},         {0x80, Throttle::kPowerBrake}};

template <class... Parameters>
using Function = LibraryFunction<Status, Parameters...>;

struct Calls {
  SharedLibrary library;
  Function<> init{library, "nvmlInit_v2"};
  Function<const char*, DeviceHandle*> device{library, "nvmlDeviceGetHandleByPciBusId_v2"};
  Function<DeviceHandle, unsigned, unsigned*> clock{library, "nvmlDeviceGetClockInfo"};
  Function<DeviceHandle, unsigned, unsigned*> highest_clock{library, "nvmlDeviceGetMaxClockInfo"};
  Function<DeviceHandle, unsigned*> bus_width{library, "nvmlDeviceGetMemoryBusWidth"};
  // Its name since 12.x; the older one is still there.
  Function<DeviceHandle, unsigned long long*> reasons{library,
                                                      "nvmlDeviceGetCurrentClocksEventReasons"};
  Function<DeviceHandle, unsigned long long*> older_reasons{
      library, "nvmlDeviceGetCurrentClocksThrottleReasons"};
  Function<DeviceHandle, unsigned, unsigned*> celsius{library, "nvmlDeviceGetTemperature"};
  Function<DeviceHandle, unsigned*> milliwatts{library, "nvmlDeviceGetPowerUsage"};
  Function<DeviceHandle, unsigned long long*> millijoules{library,
                                                          "nvmlDeviceGetTotalEnergyConsumption"};
  Function<DeviceHandle, MemoryInfo*> memory{library, "nvmlDeviceGetMemoryInfo"};
  Function<DeviceHandle, unsigned*, unsigned*> mig{library, "nvmlDeviceGetMigMode"};
  using Processes = Function<DeviceHandle, unsigned*, ProcessInfo*>;
  Processes compute{library, "nvmlDeviceGetComputeRunningProcesses_v3"};
  Processes graphics{library, "nvmlDeviceGetGraphicsRunningProcesses_v3"};
};

class Nvml final : public DeviceMonitor {
 public:
  Nvml(const Calls& calls, DeviceHandle device) : calls_(calls), device_(device) {}

  std::string_view source() const noexcept override { return "nvml"; }

  DeviceReading read() override {
    DeviceReading reading;
    reading.core_hertz = calls_.clock.value(device_, kSmClock).value_or(0) * 1e6;
    reading.memory_hertz = calls_.clock.value(device_, kMemoryClock).value_or(0) * 1e6;
    const auto reasons =
        (calls_.reasons ? calls_.reasons : calls_.older_reasons).value(device_).value_or(0);
    for (const auto& [bits, throttle] : kReasons)
      if ((reasons & bits) != 0) reading.throttle |= bit(throttle);
    reading.is_idle = (reasons & kIdle) != 0;
    return reading;
  }

  PowerReading power() override {
    PowerReading power;
    if (const auto found = calls_.milliwatts.value(device_)) power.watts = *found * 1e-3;
    if (const auto found = calls_.millijoules.value(device_))
      power.joules = static_cast<double>(*found) * 1e-3;
    return power;
  }

  double memory_bandwidth() override {
    constexpr double kTransfersPerCycle = 2;  // of every memory that a GPU has: double data rate
    const auto bits = calls_.bus_width.value(device_);
    const auto megahertz = calls_.highest_clock.value(device_, kMemoryClock);
    return bits && megahertz ? *megahertz * 1e6 * kTransfersPerCycle * *bits / 8 : 0;
  }

  DeviceState state() override {
    DeviceState state;
    state.celsius = calls_.celsius.value(device_, kOnDie);
    state.power = power();
    std::vector<ProcessInfo> processes;
    if (add(calls_.compute, processes)) {
      add(calls_.graphics, processes);
      std::vector<std::uint32_t> numbers;
      for (const auto& process : processes) numbers.push_back(process.pid);
      state.company = find_company(numbers, own_);
    }
    state.memory = memory(processes, state.company ? state.company->others : 0);
    return state;
  }

 private:
  /// Of this process; where that is not told, of the device, if nobody else is seen on it.
  DriverMemory memory(const std::vector<ProcessInfo>& processes, int others) const {
    const auto of_device = calls_.memory.value(device_);
    if (!of_device) return {{}, "NVML does not tell the device's memory"};
    DriverMemory found{0, "this process"};
    // One that computes and draws is listed twice.
    for (const auto& process : processes)
      if (process.pid == own_)
        found.bytes = std::max<std::uint64_t>(*found.bytes, process.used_memory);
    // All ones: without the right to see it, and for parts of a device.
    if (*found.bytes == 0 || *found.bytes > of_device->total) {
      if (others > 0)
        return {{}, "NVML does not tell that of this process, and others use the device"};
      if (unsigned now = 0, next = 0; calls_.mig(device_, &now, &next) && now != 0)
        return {{}, "NVML does not tell that of this part of a device (MIG)"};
      found = {of_device->used, "the device: NVML does not tell that of this process"};
    }
    if (*found.bytes > of_device->total) return {{}, "NVML states more than the device has"};
    return found;
  }

  bool add(const Calls::Processes& call, std::vector<ProcessInfo>& processes) const {
    // Processes come between two calls.
    std::vector<ProcessInfo> found(64);
    for (int tries = 0; tries < 3; ++tries) {
      auto count = static_cast<unsigned>(found.size());
      const auto status = call.status(device_, &count, found.data());
      if (status == kSuccess) {
        processes.insert(processes.end(), found.begin(), found.begin() + count);
        return true;
      }
      if (status != kMoreRoomNeeded) return false;
      found.resize(2 * std::size_t{count} + 64);
    }
    return false;
  }

  Calls calls_;
  DeviceHandle device_;
  unsigned own_ = static_cast<unsigned>(::getpid());
};

}  // namespace
}  // namespace nvml

std::unique_ptr<DeviceMonitor> open_nvml(const std::string& library, const std::string& pci) {
  const SharedLibrary loaded(library);
  if (!loaded) return nullptr;
  const nvml::Calls calls{loaded};
  nvml::DeviceHandle device = nullptr;
  if (!calls.clock || !calls.init() || !calls.device(pci.c_str(), &device)) return nullptr;
  return std::make_unique<nvml::Nvml>(calls, device);
}

}  // namespace tickbench::conditions
