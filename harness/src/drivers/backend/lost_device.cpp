// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/lost_device.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>

#include "tickbench/error.hpp"

namespace tickbench::backend {
namespace {

/// The devices that are lost to this process, and what was said first.
struct LostDevices {
  std::mutex mutex;
  std::map<std::string, std::string> reasons;
};
LostDevices& lost_devices() {
  static LostDevices instance;
  return instance;
}

}  // namespace

void throw_lost(const std::string& id, const std::string& what) {
  const std::scoped_lock lock(lost_devices().mutex);
  const auto [first, is_first] = lost_devices().reasons.try_emplace(id, what);
  if (is_first)
    throw Error(Outcome::kDeviceError,
                fmt::format("{}; the device {} is lost to this process, and the rest of its "
                            "benchmarks is skipped",
                            what, id));
  throw Error(Outcome::kNoDevice,
              fmt::format("the device {} is lost to this process: {}", id, first->second));
}

bool has_lost_device() {
  const std::scoped_lock lock(lost_devices().mutex);
  return !lost_devices().reasons.empty();
}

void throw_nothing_executed(std::string_view found, std::string_view where) {
  throw Error(Outcome::kDeviceError,
              fmt::format("the device executed nothing: {}, on {}", found, where));
}

}  // namespace tickbench::backend
