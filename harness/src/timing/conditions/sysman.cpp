// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// Level Zero's system management, by its specification. Loaders before 1.5 of it have no `zesInit`:
// there it is absent. Nothing here needs the back end of that name, so the calls are declared here.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "conditions/device_monitor.hpp"
#include "conditions/shared_library.hpp"

namespace tickbench::conditions {
namespace sysman {
namespace {

using Status = std::uint32_t;
using Handle = void*;
constexpr Status kSuccess = 0;

/// Of the specification's structures those that are read here. Each begins with its type and a
/// chain of extensions.
struct Head {
  std::uint32_t type;
  const void* next = nullptr;
};
struct PciProperties {
  Head head{0x2};
  std::uint32_t domain = 0, bus = 0, device = 0, function = 0;
  std::int32_t generation = 0, width = 0;
  std::int64_t bandwidth = 0;
  std::uint8_t counters[3] = {};
};
struct FrequencyProperties {
  Head head{0x9};
  std::uint32_t domain = 0;
  std::uint8_t on_subdevice = 0;
  std::uint32_t subdevice = 0;
  std::uint8_t can_control = 0, tells_throttling = 0;
  double least = 0, most = 0;
};
struct FrequencyState {
  Head head{0x1b};
  double voltage = 0, request = 0, tdp = 0, efficient = 0, actual = 0;
  std::uint32_t reasons = 0;
};
struct EnergyCounter {
  std::uint64_t microjoules = 0, microseconds = 0;
};
struct ProcessState {
  Head head{0x16};
  std::uint32_t pid = 0;
  std::uint64_t memory = 0, shared = 0;
  std::uint32_t engines = 0;
};
// A boolean of the specification has 8 bits.
static_assert(sizeof(PciProperties) == 56 && sizeof(FrequencyProperties) == 48 &&
              sizeof(FrequencyState) == 64 && sizeof(ProcessState) == 48);

constexpr std::uint32_t kCore = 0, kMemory = 1;  // domains of frequencies

/// Of the specification's bits; the others are ranges that somebody set (0x20), and a part of the
/// device that is slower by design (0x40).
struct Reason {
  std::uint32_t bit;
  Throttle throttle;
};
constexpr std::array<Reason, 5> kReasons{{{0x1, Throttle::kPowerCap},
                                          {0x2, Throttle::kPowerCap},
                                          {0x4, Throttle::kCurrentLimit},
                                          {0x8, Throttle::kThermal},
                                          {0x10, Throttle::kPowerBrake}}};

struct Calls {
  using List = Status(Handle of, std::uint32_t* count, Handle* found);
  Status (*init)(std::uint32_t flags);
  Status (*drivers)(std::uint32_t* count, Handle* found);
  List *devices, *frequencies, *sensors, *powers;
  Status (*pci)(Handle device, PciProperties* found);
  Status (*frequency_properties)(Handle frequency, FrequencyProperties* found);
  Status (*frequency_state)(Handle frequency, FrequencyState* found);
  Status (*celsius)(Handle sensor, double* celsius);
  Status (*energy)(Handle power, EnergyCounter* found);
  Status (*processes)(Handle device, std::uint32_t* count, ProcessState* found);

  explicit Calls(const SharedLibrary& library) {
    library.find("zesInit", init);
    library.find("zesDriverGet", drivers);
    library.find("zesDeviceGet", devices);
    library.find("zesDevicePciGetProperties", pci);
    library.find("zesDeviceEnumFrequencyDomains", frequencies);
    library.find("zesFrequencyGetProperties", frequency_properties);
    library.find("zesFrequencyGetState", frequency_state);
    library.find("zesDeviceEnumTemperatureSensors", sensors);
    library.find("zesTemperatureGetState", celsius);
    library.find("zesDeviceEnumPowerDomains", powers);
    library.find("zesPowerGetEnergyCounter", energy);
    library.find("zesDeviceProcessesGetState", processes);
  }
  bool has_devices() const noexcept {
    return init != nullptr && drivers != nullptr && devices != nullptr && pci != nullptr &&
           frequencies != nullptr && frequency_properties != nullptr && frequency_state != nullptr;
  }
};

std::vector<Handle> listed(Calls::List* call, Handle of) {
  std::uint32_t count = 0;
  if (call == nullptr || call(of, &count, nullptr) != kSuccess) return {};
  std::vector<Handle> found(count);
  if (count > 0 && call(of, &count, found.data()) != kSuccess) return {};
  return found;
}

class Sysman final : public DeviceMonitor {
 public:
  Sysman(const Calls& calls, Handle device) : calls_(calls), device_(device) {
    for (auto* const frequency : listed(calls_.frequencies, device)) {
      FrequencyProperties properties;
      if (calls_.frequency_properties(frequency, &properties) != kSuccess) continue;
      if (properties.domain == kCore && core_ == nullptr) core_ = frequency;
      if (properties.domain == kMemory && memory_ == nullptr) memory_ = frequency;
    }
    sensors_ = listed(calls_.sensors, device);
    powers_ = listed(calls_.powers, device);
  }

  std::string_view source() const noexcept override { return "sysman"; }

  DeviceReading read() override {
    DeviceReading reading;
    FrequencyState state;
    if (core_ != nullptr && calls_.frequency_state(core_, &state) == kSuccess) {
      reading.is_idle = state.actual <= 0;  // a core that sleeps has no frequency
      reading.core_hertz = reading.is_idle ? 0 : state.actual * 1e6;
      for (const auto& [bits, throttle] : kReasons)
        if ((state.reasons & bits) != 0) reading.throttle |= bit(throttle);
    }
    if (memory_ != nullptr && calls_.frequency_state(memory_, &state) == kSuccess &&
        state.actual > 0)
      reading.memory_hertz = state.actual * 1e6;
    return reading;
  }

  PowerReading power() override {
    EnergyCounter counter;
    // The first domain is the whole device's.
    if (calls_.energy == nullptr || powers_.empty() ||
        calls_.energy(powers_.front(), &counter) != kSuccess)
      return {};
    return {{}, static_cast<double>(counter.microjoules) * 1e-6};
  }

  DeviceState state() override {
    DeviceState state;
    double celsius = 0;
    if (calls_.celsius != nullptr)
      for (auto* const sensor : sensors_)
        if (calls_.celsius(sensor, &celsius) == kSuccess)
          state.celsius = std::max(celsius, state.celsius.value_or(celsius));
    state.power = power();
    std::uint32_t count = 0;
    if (calls_.processes != nullptr && calls_.processes(device_, &count, nullptr) == kSuccess) {
      std::vector<ProcessState> found(count);
      if (count == 0 || calls_.processes(device_, &count, found.data()) == kSuccess) {
        std::vector<std::uint32_t> processes;
        for (std::uint32_t i = 0; i < count && i < found.size(); ++i)
          processes.push_back(found[i].pid);
        state.company = find_company(processes, static_cast<std::uint32_t>(::getpid()));
      }
    }
    return state;
  }

 private:
  Calls calls_;
  Handle device_, core_ = nullptr, memory_ = nullptr;
  std::vector<Handle> sensors_, powers_;
};

std::string to_pci_address(const PciProperties& pci) {
  return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", pci.domain, pci.bus, pci.device, pci.function);
}

}  // namespace

std::unique_ptr<DeviceMonitor> open(const std::string& library, const std::string& pci) {
  // Set but empty, it ends the process inside some loaders.
  const char* const named = std::getenv("ZE_ENABLE_ALT_DRIVERS");
  if (named != nullptr && *named == '\0') return nullptr;
  const SharedLibrary loader(library);
  if (!loader) return nullptr;
  const Calls calls(loader);
  if (!calls.has_devices() || calls.init(0) != kSuccess) return nullptr;
  std::uint32_t count = 0;
  if (calls.drivers(&count, nullptr) != kSuccess) return nullptr;
  std::vector<Handle> drivers(count);
  if (count == 0 || calls.drivers(&count, drivers.data()) != kSuccess) return nullptr;
  for (auto* const driver : drivers)
    for (auto* const device : listed(calls.devices, driver))
      if (PciProperties found;
          calls.pci(device, &found) == kSuccess && to_pci_address(found) == pci)
        return std::make_unique<Sysman>(calls, device);
  return nullptr;
}

}  // namespace sysman

std::unique_ptr<DeviceMonitor> open_sysman(const std::string& library, const std::string& pci) {
  return sysman::open(library, pci);
}

}  // namespace tickbench::conditions
