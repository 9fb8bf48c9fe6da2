// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// Level Zero's system management, by its specification. Loaders before 1.5 of it have no `zesInit`:
// there it is absent. Nothing here needs the back end of that name, so the calls are declared here.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "conditions/device_monitor.hpp"
#include "conditions/shared_library.hpp"

namespace tickbench::conditions {
namespace sysman {
namespace {

using Status = std::uint32_t;
using Handle = void*;

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
constexpr std::pair<std::uint32_t, Throttle> kReasons[] = {{0x1, Throttle::kPowerCap},
                                                           {0x2, Throttle::kPowerCap},
                                                           {0x4, Throttle::kCurrentLimit},
                                                           {0x8, Throttle::kThermal},
                                                           {0x10, Throttle::kPowerBrake}};

template <class... Parameters>
using Function = LibraryFunction<Status, Parameters...>;

struct Calls {
  SharedLibrary library;
  Function<std::uint32_t> init{library, "zesInit"};
  Function<std::uint32_t*, Handle*> drivers{library, "zesDriverGet"};
  using List = Function<Handle, std::uint32_t*, Handle*>;
  List devices{library, "zesDeviceGet"};
  Function<Handle, PciProperties*> pci{library, "zesDevicePciGetProperties"};
  List frequencies{library, "zesDeviceEnumFrequencyDomains"};
  Function<Handle, FrequencyProperties*> frequency_properties{library, "zesFrequencyGetProperties"};
  Function<Handle, FrequencyState*> frequency_state{library, "zesFrequencyGetState"};
  List sensors{library, "zesDeviceEnumTemperatureSensors"};
  Function<Handle, double*> celsius{library, "zesTemperatureGetState"};
  List powers{library, "zesDeviceEnumPowerDomains"};
  Function<Handle, EnergyCounter*> energy{library, "zesPowerGetEnergyCounter"};
  Function<Handle, std::uint32_t*, ProcessState*> processes{library, "zesDeviceProcessesGetState"};
};

/// By `call(of..., &count, null or the list)`; empty where that fails.
template <class T, class Call, class... Of>
std::vector<T> listed(const Call& call, Of... of) {
  std::uint32_t count = 0;
  if (!call(of..., &count, nullptr)) return {};
  std::vector<T> found(count);
  if (count > 0 && !call(of..., &count, found.data())) return {};
  found.resize(std::min<std::size_t>(count, found.size()));
  return found;
}

class Sysman final : public DeviceMonitor {
 public:
  Sysman(const Calls& calls, Handle device) : calls_(calls), device_(device) {
    for (auto* const frequency : listed<Handle>(calls_.frequencies, device)) {
      const auto properties = calls_.frequency_properties.value(frequency);
      if (!properties) continue;
      if (properties->domain == kCore && core_ == nullptr) core_ = frequency;
      if (properties->domain == kMemory && memory_ == nullptr) memory_ = frequency;
    }
    sensors_ = listed<Handle>(calls_.sensors, device);
    powers_ = listed<Handle>(calls_.powers, device);
  }

  std::string_view source() const noexcept override { return "sysman"; }

  DeviceReading read() override {
    DeviceReading reading;
    if (const auto state = frequency_state(core_)) {
      reading.is_idle = state->actual <= 0;  // a core that sleeps has no frequency
      reading.core_hertz = reading.is_idle ? 0 : state->actual * 1e6;
      for (const auto& [bits, throttle] : kReasons)
        if ((state->reasons & bits) != 0) reading.throttle |= bit(throttle);
    }
    if (const auto state = frequency_state(memory_); state && state->actual > 0)
      reading.memory_hertz = state->actual * 1e6;
    return reading;
  }

  PowerReading power() override {
    // The first domain is the whole device's.
    if (powers_.empty()) return {};
    const auto counter = calls_.energy.value(powers_.front());
    if (!counter) return {};
    return {{}, static_cast<double>(counter->microjoules) * 1e-6};
  }

  DeviceState state() override {
    DeviceState state;
    for (auto* const sensor : sensors_)
      if (const auto celsius = calls_.celsius.value(sensor))
        state.celsius = std::max(*celsius, state.celsius.value_or(*celsius));
    state.power = power();
    std::vector<std::uint32_t> processes;
    for (const auto& process : listed<ProcessState>(calls_.processes, device_))
      processes.push_back(process.pid);
    state.company = find_company(processes, static_cast<std::uint32_t>(::getpid()));
    return state;
  }

 private:
  std::optional<FrequencyState> frequency_state(Handle domain) const {
    return domain == nullptr ? std::nullopt : calls_.frequency_state.value(domain);
  }

  Calls calls_;
  Handle device_, core_ = nullptr, memory_ = nullptr;
  std::vector<Handle> sensors_, powers_;
};

std::string to_pci_address(const PciProperties& pci) {
  return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", pci.domain, pci.bus, pci.device, pci.function);
}

}  // namespace
}  // namespace sysman

std::unique_ptr<DeviceMonitor> open_sysman(const std::string& library, const std::string& pci) {
  using namespace sysman;
  // Set but empty, it ends the process inside some loaders.
  const char* const named = std::getenv("ZE_ENABLE_ALT_DRIVERS");
  if (named != nullptr && *named == '\0') return nullptr;
  const SharedLibrary loader(library);
  if (!loader) return nullptr;
  const Calls calls{loader};
  const bool has_frequencies =
      calls.frequencies && calls.frequency_properties && calls.frequency_state;
  if (!has_frequencies || !calls.init(0U)) return nullptr;
  for (auto* const driver : listed<Handle>(calls.drivers))
    for (auto* const device : listed<Handle>(calls.devices, driver))
      if (const auto found = calls.pci.value(device); found && to_pci_address(*found) == pci)
        return std::make_unique<Sysman>(calls, device);
  return nullptr;
}

}  // namespace tickbench::conditions
