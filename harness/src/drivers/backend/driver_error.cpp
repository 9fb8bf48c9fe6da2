// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/driver_error.hpp"

#include <cstdio>
#include <exception>
#include <map>
#include <mutex>
#include <utility>

namespace tickbench::backend {
namespace {

struct Notes {
  std::mutex mutex;
  std::vector<std::string> texts;
};
Notes& notes() {
  static Notes instance;
  return instance;
}

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

void note_failed_clean_up(const std::string& what) noexcept {
  try {
    const std::scoped_lock lock(notes().mutex);
    auto& texts = notes().texts;
    if (std::find(texts.begin(), texts.end(), what) == texts.end()) texts.push_back(what);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s (%s)\n", what.c_str(), error.what());
  }
}

std::vector<std::string> take_failed_clean_ups() {
  const std::scoped_lock lock(notes().mutex);
  return std::exchange(notes().texts, {});
}

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
