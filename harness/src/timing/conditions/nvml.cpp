// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// NVIDIA's management library, by what its public documentation says of each call. It comes with
// the driver, and its header does not: so the calls are declared here.
#include <unistd.h>

#include <array>

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

/// Of the library's bits those that say that the device is slower than it could be. The others:
/// idle (1), clocks that somebody set (2, 0x100).
constexpr unsigned long long kIdle = 0x1;
struct Reason {
  unsigned long long bit;
  Throttle throttle;
};
constexpr std::array<Reason, 6> kReasons{{{0x4, Throttle::kPowerCap},
                                          {0x8, Throttle::kHardwareSlowdown},
                                          {0x10, Throttle::kSyncBoost},
                                          {0x20, Throttle::kThermal},
                                          {0x40, Throttle::kThermal},
                                          {0x80, Throttle::kPowerBrake}}};

struct Calls {
  Status (*init)();
  Status (*device)(const char* pci, DeviceHandle* device);
  Status (*clock)(DeviceHandle device, unsigned which, unsigned* megahertz);
  Status (*highest_clock)(DeviceHandle device, unsigned which, unsigned* megahertz);
  Status (*bus_width)(DeviceHandle device, unsigned* bits);
  Status (*reasons)(DeviceHandle device, unsigned long long* reasons);
  Status (*temperature)(DeviceHandle device, unsigned sensor, unsigned* celsius);
  Status (*power)(DeviceHandle device, unsigned* milliwatts);
  Status (*energy)(DeviceHandle device, unsigned long long* millijoules);
  Status (*compute)(DeviceHandle device, unsigned* count, ProcessInfo* processes);
  Status (*graphics)(DeviceHandle device, unsigned* count, ProcessInfo* processes);

  explicit Calls(const SharedLibrary& library) {
    library.find("nvmlInit_v2", init);
    library.find("nvmlDeviceGetHandleByPciBusId_v2", device);
    library.find("nvmlDeviceGetClockInfo", clock);
    library.find("nvmlDeviceGetMaxClockInfo", highest_clock);
    library.find("nvmlDeviceGetMemoryBusWidth", bus_width);
    // Its name since 12.x; the older one is still there.
    library.find("nvmlDeviceGetCurrentClocksEventReasons", reasons);
    if (reasons == nullptr) library.find("nvmlDeviceGetCurrentClocksThrottleReasons", reasons);
    library.find("nvmlDeviceGetTemperature", temperature);
    library.find("nvmlDeviceGetPowerUsage", power);
    library.find("nvmlDeviceGetTotalEnergyConsumption", energy);
    library.find("nvmlDeviceGetComputeRunningProcesses_v3", compute);
    library.find("nvmlDeviceGetGraphicsRunningProcesses_v3", graphics);
  }
};

class Nvml final : public DeviceMonitor {
 public:
  Nvml(const Calls& calls, DeviceHandle device) : calls_(calls), device_(device) {}

  std::string_view source() const noexcept override { return "nvml"; }

  DeviceReading read() override {
    DeviceReading reading;
    reading.core_hertz = hertz(kSmClock);
    reading.memory_hertz = hertz(kMemoryClock);
    const auto reasons = query_value<unsigned long long>(calls_.reasons).value_or(0);
    for (const auto& [bits, throttle] : kReasons)
      if ((reasons & bits) != 0) reading.throttle |= bit(throttle);
    reading.is_idle = (reasons & kIdle) != 0;
    return reading;
  }

  PowerReading power() override {
    PowerReading power;
    if (const auto milliwatts = query_value<unsigned>(calls_.power))
      power.watts = *milliwatts * 1e-3;
    if (const auto millijoules = query_value<unsigned long long>(calls_.energy))
      power.joules = static_cast<double>(*millijoules) * 1e-3;
    return power;
  }

  double memory_bandwidth() override {
    constexpr double kTransfersPerCycle = 2;  // of every memory that a GPU has: double data rate
    unsigned megahertz = 0;
    const auto bits = query_value<unsigned>(calls_.bus_width);
    if (!bits || calls_.highest_clock == nullptr ||
        calls_.highest_clock(device_, kMemoryClock, &megahertz) != kSuccess)
      return 0;
    return megahertz * 1e6 * kTransfersPerCycle * *bits / 8;
  }

  DeviceState state() override {
    DeviceState state;
    unsigned celsius = 0;
    if (calls_.temperature != nullptr && calls_.temperature(device_, kOnDie, &celsius) == kSuccess)
      state.celsius = celsius;
    state.power = power();
    std::vector<std::uint32_t> processes;
    if (add(calls_.compute, processes)) {
      add(calls_.graphics, processes);
      state.company = find_company(processes, static_cast<std::uint32_t>(::getpid()));
    }
    return state;
  }

 private:
  template <class Value>
  std::optional<Value> query_value(Status (*call)(DeviceHandle, Value*)) const {
    Value value{};
    if (call == nullptr || call(device_, &value) != kSuccess) return std::nullopt;
    return value;
  }

  double hertz(unsigned which) const {
    unsigned megahertz = 0;
    if (calls_.clock == nullptr || calls_.clock(device_, which, &megahertz) != kSuccess) return 0;
    return megahertz * 1e6;
  }

  bool add(Status (*call)(DeviceHandle, unsigned*, ProcessInfo*),
           std::vector<std::uint32_t>& processes) const {
    if (call == nullptr) return false;
    // Processes come between two calls.
    std::vector<ProcessInfo> found(64);
    for (int tries = 0; tries < 3; ++tries) {
      auto count = static_cast<unsigned>(found.size());
      const auto status = call(device_, &count, found.data());
      if (status == kSuccess) {
        for (unsigned i = 0; i < count; ++i) processes.push_back(found[i].pid);
        return true;
      }
      if (status != kMoreRoomNeeded) return false;
      found.resize(2 * std::size_t{count} + 64);
    }
    return false;
  }

  Calls calls_;
  DeviceHandle device_;
};

}  // namespace

std::unique_ptr<DeviceMonitor> open(const std::string& library, const std::string& pci) {
  const SharedLibrary nvml(library);
  if (!nvml) return nullptr;
  const Calls calls(nvml);
  DeviceHandle device = nullptr;
  if (calls.init == nullptr || calls.device == nullptr || calls.clock == nullptr ||
      calls.init() != kSuccess || calls.device(pci.c_str(), &device) != kSuccess)
    return nullptr;
  return std::make_unique<Nvml>(calls, device);
}

}  // namespace nvml

std::unique_ptr<DeviceMonitor> open_nvml(const std::string& library, const std::string& pci) {
  return nvml::open(library, pci);
}

}  // namespace tickbench::conditions
