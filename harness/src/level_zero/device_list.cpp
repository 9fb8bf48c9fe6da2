// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/device_list.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>

#include "backend/device_list.hpp"
#include "level_zero/error.hpp"

namespace tickbench::level_zero {
namespace {

// Set but empty, it ends the process inside some loaders.
constexpr const char* kDriversVariable = "ZE_ENABLE_ALT_DRIVERS";

/// What zeInit says where no driver is installed, or no device for one; whatever else it says is a
/// driver's failure.
bool is_none_here(ze_result_t initialised) {
  return initialised == ZE_RESULT_ERROR_UNINITIALIZED ||
         initialised == ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE;
}

std::vector<ze_driver_handle_t> drivers() {
  const char* const listed = std::getenv(kDriversVariable);
  if (listed != nullptr && *listed == '\0')
    throw Error(Outcome::kNoDevice,
                fmt::format("{} is set but empty: unset it, or name a driver", kDriversVariable));
  // It may be called any number of times; without a driver it fails.
  const auto initialised = zeInit(0);
  if (is_none_here(initialised))
    throw Error(
        Outcome::kNoDevice,
        // The loader says of the variable's driver neither that it is not there nor that it
        // fails.
        fmt::format("no Level Zero driver is usable (zeInit: {}{})", describe_result(initialised),
                    listed == nullptr ? "" : fmt::format("; {} is {}", kDriversVariable, listed)));
  check(initialised, "zeInit");
  std::uint32_t count = 0;
  check(zeDriverGet(&count, nullptr), "zeDriverGet");
  std::vector<ze_driver_handle_t> found(count);
  check(zeDriverGet(&count, found.data()), "zeDriverGet");
  if (found.empty()) throw Error(Outcome::kNoDevice, "the Level Zero loader found no driver");
  return found;
}

std::vector<DriverDevice> devices_of(ze_driver_handle_t driver) {
  std::uint32_t count = 0;
  check(zeDeviceGet(driver, &count, nullptr), "a driver does not list its devices (zeDeviceGet)");
  if (count == 0) throw Error(Outcome::kNoDevice, "a driver offers no device");
  std::vector<ze_device_handle_t> devices(count);
  check(zeDeviceGet(driver, &count, devices.data()),
        "a driver does not list its devices (zeDeviceGet)");
  std::vector<DriverDevice> owned;
  owned.reserve(devices.size());
  for (auto* device : devices) owned.push_back({driver, device});
  return owned;
}

}  // namespace

std::vector<ze_device_handle_t> sub_devices(ze_device_handle_t device) {
  std::uint32_t count = 0;
  check(zeDeviceGetSubDevices(device, &count, nullptr), "zeDeviceGetSubDevices");
  std::vector<ze_device_handle_t> devices(count);
  if (count != 0)
    check(zeDeviceGetSubDevices(device, &count, devices.data()), "zeDeviceGetSubDevices");
  return devices;
}

std::vector<DriverDevice> root_devices(backend::NotListed& not_listed) {
  return backend::list_devices(drivers, devices_of, not_listed);
}

DriverDevice find_device(std::string_view index) {
  const auto wanted = backend::parse_index(index);
  const auto id = fmt::format("level_zero:{}", index);
  backend::NotListed not_listed;
  auto roots = root_devices(not_listed);
  const auto root = backend::device_at(roots, wanted.root, id, not_listed.reason);
  if (wanted.sub < 0) return root;
  auto parts = sub_devices(root.device);
  if (parts.empty())
    throw Error(
        Outcome::kUnsupported,
        fmt::format("the device level_zero:{} cannot be divided into sub-devices", wanted.root));
  auto* const part =
      backend::device_at(parts, static_cast<std::size_t>(wanted.sub), id, "sub-devices");
  return {root.driver, part};
}

}  // namespace tickbench::level_zero
