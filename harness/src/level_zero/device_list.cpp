// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/device_list.hpp"

#include <cstdint>
#include <cstdlib>

#include "backend/device_index.hpp"
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
                std::string(kDriversVariable) + " is set but empty: unset it, or name a driver");
  // It may be called any number of times; without a driver it fails.
  const auto initialised = zeInit(0);
  if (is_none_here(initialised))
    throw Error(Outcome::kNoDevice,
                "no Level Zero driver is usable (zeInit: " + describe_result(initialised) +
                    // The loader says of it neither that it is not there nor that it fails.
                    (listed == nullptr ? std::string()
                                       : std::string("; ") + kDriversVariable + " is " + listed) +
                    ")");
  check(initialised, "zeInit");
  std::uint32_t count = 0;
  check(zeDriverGet(&count, nullptr), "zeDriverGet");
  std::vector<ze_driver_handle_t> found(count);
  check(zeDriverGet(&count, found.data()), "zeDriverGet");
  if (found.empty()) throw Error(Outcome::kNoDevice, "the Level Zero loader found no driver");
  return found;
}

std::vector<ze_device_handle_t> devices_of(ze_driver_handle_t driver) {
  std::uint32_t count = 0;
  check(zeDeviceGet(driver, &count, nullptr), "a driver does not list its devices (zeDeviceGet)");
  if (count == 0) throw Error(Outcome::kNoDevice, "a driver offers no device");
  std::vector<ze_device_handle_t> devices(count);
  check(zeDeviceGet(driver, &count, devices.data()),
        "a driver does not list its devices (zeDeviceGet)");
  return devices;
}

[[noreturn]] void throw_no_device(std::string_view index, std::size_t count,
                                  const std::string& why) {
  throw Error(Outcome::kNoDevice, "no device level_zero:" + std::string(index) + ": found " +
                                      std::to_string(count) +
                                      (why.empty() ? std::string() : " (" + why + ")"));
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
  std::vector<ze_driver_handle_t> here;
  try {
    here = drivers();
  } catch (const Error& error) {
    not_listed.add(error);
  }
  std::vector<DriverDevice> devices;
  for (auto* driver : here) try {
      for (auto* device : devices_of(driver)) devices.push_back({driver, device});
    } catch (const Error& error) {
      not_listed.add(error);
    }
  return devices;
}

DriverDevice find_device(std::string_view index) {
  const auto wanted = backend::parse_index(index);
  backend::NotListed not_listed;
  const auto roots = root_devices(not_listed);
  if (wanted.root >= roots.size()) throw_no_device(index, roots.size(), not_listed.reason);
  const DriverDevice root = roots[wanted.root];
  if (wanted.sub < 0) return root;
  const auto parts = sub_devices(root.device);
  if (parts.empty())
    throw Error(Outcome::kUnsupported, "the device level_zero:" + std::to_string(wanted.root) +
                                           " cannot be divided into sub-devices");
  if (static_cast<std::size_t>(wanted.sub) >= parts.size())
    throw_no_device(index, parts.size(), "sub-devices");
  return {root.driver, parts[static_cast<std::size_t>(wanted.sub)]};
}

}  // namespace tickbench::level_zero
