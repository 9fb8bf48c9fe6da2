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
class LostDevices {
 public:
  /// Nothing where it was not lost before.
  std::string first_reason(const std::string& id, const std::string& reason) {
    const std::scoped_lock lock(mutex_);
    const auto [at, is_first] = reasons_.try_emplace(id, reason);
    return is_first ? "" : at->second;
  }
  bool has_any() {
    const std::scoped_lock lock(mutex_);
    return !reasons_.empty();
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::string> reasons_;
};
LostDevices& lost_devices() {
  static LostDevices instance;
  return instance;
}

}  // namespace

void throw_lost(const std::string& id, const std::string& what) {
  const auto before = lost_devices().first_reason(id, what);
  if (before.empty())
    throw Error(Outcome::kDeviceError,
                fmt::format("{}; the device {} is lost to this process, and the rest of its "
                            "benchmarks is skipped",
                            what, id));
  throw Error(Outcome::kNoDevice,
              fmt::format("the device {} is lost to this process: {}", id, before));
}

bool has_lost_device() { return lost_devices().has_any(); }

}  // namespace tickbench::backend
