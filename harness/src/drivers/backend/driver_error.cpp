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

struct Failures {
  std::mutex mutex;
  std::vector<std::string> clean_ups;
  std::map<std::string, std::string> lost;  ///< devices, and what was said first
};
Failures& failures() {
  static Failures instance;
  return instance;
}

}  // namespace

void note_failed_clean_up(const std::string& what) noexcept {
  try {
    const std::scoped_lock lock(failures().mutex);
    auto& texts = failures().clean_ups;
    if (std::find(texts.begin(), texts.end(), what) == texts.end()) texts.push_back(what);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s (%s)\n", what.c_str(), error.what());
  }
}

std::vector<std::string> take_failed_clean_ups() {
  const std::scoped_lock lock(failures().mutex);
  return std::exchange(failures().clean_ups, {});
}

void throw_lost(const std::string& id, const std::string& what) {
  const std::scoped_lock lock(failures().mutex);
  const auto [first, is_first] = failures().lost.try_emplace(id, what);
  if (is_first)
    throw_error(
        Outcome::kDeviceError,
        "{}; the device {} is lost to this process, and the rest of its benchmarks is skipped",
        what, id);
  throw_error(Outcome::kNoDevice, "the device {} is lost to this process: {}", id, first->second);
}

bool has_lost_device() {
  const std::scoped_lock lock(failures().mutex);
  return !failures().lost.empty();
}

void throw_nothing_executed(std::string_view found, std::string_view where) {
  throw_error(Outcome::kDeviceError, "the device executed nothing: {}, on {}", found, where);
}

}  // namespace tickbench::backend
