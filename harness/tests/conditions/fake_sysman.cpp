// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// A loader of no driver: one device at 0001:02:03.0 that runs at 1500 MHz, its memory at 800, both
// capped in power; 65 degrees, 7 J so far, and one process, which is not this one.
#include <cstdint>
#include <cstring>

namespace {

char device, core, memory, sensor, power;

std::uint32_t list(std::uint32_t* count, void** found, void* first, void* second = nullptr) {
  *count = second == nullptr ? 1 : 2;
  if (found == nullptr) return 0;
  found[0] = first;
  if (second != nullptr) found[1] = second;
  return 0;
}

template <class Value>
void put(void* structure, std::size_t at, Value value) {
  std::memcpy(static_cast<char*>(structure) + at, &value, sizeof(value));
}

}  // namespace

extern "C" {

std::uint32_t zesInit(std::uint32_t flags) { return flags; }
std::uint32_t zesDriverGet(std::uint32_t* count, void** found) {
  return list(count, found, &device);
}
std::uint32_t zesDeviceGet(void*, std::uint32_t* count, void** found) {
  return list(count, found, &device);
}
std::uint32_t zesDevicePciGetProperties(void*, void* properties) {
  for (std::size_t i = 0; i < 3; ++i)
    put(properties, 16 + 4 * i, static_cast<std::uint32_t>(i + 1));
  return 0;
}
std::uint32_t zesDeviceEnumFrequencyDomains(void*, std::uint32_t* count, void** found) {
  return list(count, found, &memory, &core);
}
std::uint32_t zesFrequencyGetProperties(void* frequency, void* properties) {
  put(properties, 16, std::uint32_t{frequency == &memory ? 1U : 0U});
  return 0;
}
std::uint32_t zesFrequencyGetState(void* frequency, void* state) {
  put(state, 48, frequency == &memory ? 800.0 : 1500.0);
  put(state, 56, std::uint32_t{1});
  return 0;
}
std::uint32_t zesDeviceEnumTemperatureSensors(void*, std::uint32_t* count, void** found) {
  return list(count, found, &sensor);
}
std::uint32_t zesTemperatureGetState(void*, double* celsius) {
  *celsius = 65;
  return 0;
}
std::uint32_t zesDeviceEnumPowerDomains(void*, std::uint32_t* count, void** found) {
  return list(count, found, &power);
}
std::uint32_t zesPowerGetEnergyCounter(void*, std::uint64_t* counter) {
  *counter = 7'000'000;
  return 0;
}
std::uint32_t zesDeviceProcessesGetState(void*, std::uint32_t* count, void* states) {
  *count = 1;
  if (states != nullptr) put(states, 16, std::uint32_t{1});
  return 0;
}
}
