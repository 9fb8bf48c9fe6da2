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

std::vector<ze_driver_handle_t> drivers(std::string& reason) {
  const char* const listed = std::getenv(kDriversVariable);
  if (listed != nullptr && *listed == '\0') {
    reason = std::string(kDriversVariable) + " is set but empty: unset it, or name a driver";
    return {};
  }
  // It may be called any number of times; without a driver it fails.
  if (const auto result = zeInit(0); result != ZE_RESULT_SUCCESS) {
    reason = "no Level Zero driver is usable (zeInit: " + describe_result(result) + ")";
    return {};
  }
  std::uint32_t count = 0;
  check(zeDriverGet(&count, nullptr), "zeDriverGet");
  std::vector<ze_driver_handle_t> found(count);
  check(zeDriverGet(&count, found.data()), "zeDriverGet");
  if (found.empty()) reason = "the Level Zero loader found no driver";
  return found;
}

std::vector<ze_device_handle_t> devices_of(ze_driver_handle_t driver) {
  std::uint32_t count = 0;
  check(zeDeviceGet(driver, &count, nullptr), "a driver offers no device (zeDeviceGet)");
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

void append_reason(std::string& reason, const std::string& what) {
  if (!reason.empty()) reason += "; ";
  reason += what;
}

std::vector<ze_device_handle_t> sub_devices(ze_device_handle_t device) {
  std::uint32_t count = 0;
  check(zeDeviceGetSubDevices(device, &count, nullptr), "zeDeviceGetSubDevices");
  std::vector<ze_device_handle_t> devices(count);
  if (count != 0)
    check(zeDeviceGetSubDevices(device, &count, devices.data()), "zeDeviceGetSubDevices");
  return devices;
}

std::vector<DriverDevice> root_devices(std::string& reason) {
  reason.clear();
  std::vector<DriverDevice> devices;
  for (auto* driver : drivers(reason)) try {
      for (auto* device : devices_of(driver)) devices.push_back({driver, device});
    } catch (const Error& error) {
      append_reason(reason, error.what());
    }
  return devices;
}

DriverDevice find_device(std::string_view index) {
  const auto wanted = backend::parse_index(index);
  std::string reason;
  const auto roots = root_devices(reason);
  if (wanted.root >= roots.size()) throw_no_device(index, roots.size(), reason);
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
