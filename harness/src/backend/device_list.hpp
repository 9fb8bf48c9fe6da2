// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tickbench/backend.hpp"

namespace tickbench::backend {

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
  for (auto* platform : here) try {
      const auto found = devices_of(platform);
      devices.insert(devices.end(), found.begin(), found.end());
    } catch (const Error& error) {
      not_listed.add(error);
    }
  return devices;
}

/// Throws Error (kNoDevice): "no device opencl:7: found 1 (why)".
[[noreturn]] void throw_no_device(std::string_view id, std::size_t found, std::string_view why);

/// `id` is what was asked for, `why` what to know of the number of devices; it may be empty.
template <class Device>
Device& device_at(std::vector<Device>& devices, std::size_t place, std::string_view id,
                  std::string_view why) {
  if (place >= devices.size()) throw_no_device(id, devices.size(), why);
  return devices[place];
}

}  // namespace tickbench::backend
