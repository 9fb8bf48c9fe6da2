// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "tickbench/device.hpp"

/// What programs have in common that use all of a device while one call of its driver fails.
namespace tickbench::every_call {

constexpr std::size_t kCount = 64;

inline void require(bool holds, const char* what) {
  if (!holds) throw Error(Outcome::kWrongResult, what);
}

/// Throws Error where something was not listed, or there is none.
inline std::vector<backend::DeviceInfo> devices_of(backend::Backend& backend) {
  backend::NotListed not_listed;
  auto infos = backend.devices(not_listed);
  if (!not_listed.reason.empty()) throw Error(Outcome::kDeviceError, not_listed.reason);
  require(!infos.empty(), "a device");
  return infos;
}

/// Copies to every kind of memory that these back ends have, and fills of one byte and of two.
inline void use_memory(Device& device) {
  using enum MemoryKind;
  auto plain = device.upload(std::vector<int>(kCount, 3));
  for (const auto kind : {kDevice, kHost, kShared, kHeap}) {
    auto other = device.allocate<int>(kCount, kind);
    device.copy(other, plain)();
    require(other.read() == std::vector<int>(kCount, 3), "a copy");
  }
  auto bytes = device.allocate<char>(kCount + 1);
  device.fill(bytes, 'x')();
  require(bytes.read() == std::vector<char>(kCount + 1, 'x'), "a fill of bytes");
  auto shorts = device.allocate<short>(kCount);
  device.fill(shorts, short{5})();
  require(shorts.read() == std::vector<short>(kCount, 5), "a fill of shorts");
}

}  // namespace tickbench::every_call
