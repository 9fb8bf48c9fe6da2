// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/throw_error.hpp"
#include "tickbench/backend/backend.hpp"

namespace tickbench::backend {

/// "1" or "1.0", a device or one of its sub-devices.
struct DeviceIndex {
  std::size_t root = 0;
  int sub = -1;  ///< -1: the whole device
  friend bool operator==(DeviceIndex, DeviceIndex) = default;
};
/// Throws Error (kNoDevice) for anything else.
DeviceIndex parse_index(std::string_view text);

/// The devices of every platform (OpenCL) or driver (Level Zero), in the loader's order: their
/// place is their index. What throws is added to `not_listed`, and the others are listed all the
/// same.
///
///     list_devices(platforms, devices_of, not_listed)  // devices_of(platform) -> a vector
template <class Platforms, class DevicesOf>
auto list_devices(Platforms&& platforms, DevicesOf&& devices_of, NotListed& not_listed) {
  decltype(platforms()) here;
  try {
    here = platforms();
  } catch (const Error& error) {
    not_listed.add(error);
  }
  decltype(devices_of(here.front())) devices;
  for (auto platform : here) try {
      const auto found = devices_of(platform);
      devices.insert(devices.end(), found.begin(), found.end());
    } catch (const Error& error) {
      not_listed.add(error);
    }
  return devices;
}

/// `id` is what was asked for, `why` what to know of the number of devices; it may be empty. Throws
/// Error (kNoDevice): "no device opencl:7: found 1 (why)".
template <class Device>
Device& device_at(std::vector<Device>& devices, std::size_t place, std::string_view id,
                  std::string_view why) {
  if (place >= devices.size())
    throw_error(Outcome::kNoDevice, "no device {}: found {}{}", id, devices.size(),
                why.empty() ? "" : fmt::format(" ({})", why));
  return devices[place];
}

/// The device of an index. Where devices can be divided, `List` has `parts(root)`. Throws Error:
/// kNoDevice for an index that is not there, kUnsupported for a part of a device that cannot be
/// divided.
template <class List>
auto find_device(std::string_view index) {
  const auto wanted = parse_index(index);
  const auto id = std::string(List::kName) + ":" + std::string(index);
  NotListed not_listed;
  auto roots = List::roots(not_listed);
  const auto root = device_at(roots, wanted.root, id, not_listed.reason);
  if (wanted.sub < 0) return root;
  if constexpr (requires { List::parts(root); }) {
    auto parts = List::parts(root);
    if (!parts.empty())
      return device_at(parts, static_cast<std::size_t>(wanted.sub), id, "sub-devices");
  }
  throw_error(Outcome::kUnsupported, "the device {} cannot be divided into sub-devices",
              id.substr(0, id.find('.')));
}

/// A back end over a driver that lists its devices: `List` has `kName`, `roots(not_listed)`, their
/// handles, and `describe(handle, index)`.
template <class List>
class ListedBackend : public Backend {
 public:
  std::string_view name() const noexcept override { return List::kName; }

  std::vector<DeviceInfo> devices(NotListed& not_listed) override {
    std::vector<DeviceInfo> infos;
    std::size_t place = 0;
    for (const auto& device : List::roots(not_listed)) {
      const std::string index = std::to_string(place++);
      try {
        infos.push_back(List::describe(device, index));
      } catch (const Error& error) {
        not_listed.add(std::string(name()) + ":" + index + ": " + error.what(), true);
      }
    }
    return infos;
  }

  std::optional<DeviceInfo> describe(std::string_view index) override {
    const auto wanted = parse_index(index);
    NotListed not_listed;
    if (wanted.sub < 0 || wanted.root >= List::roots(not_listed).size()) return std::nullopt;
    return List::describe(find_device<List>(index), std::string(index));
  }
};

}  // namespace tickbench::backend
