// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "backend/handle.hpp"

namespace tickbench::cuda {
namespace {

// Those of which the driver's header says that the process must end for the device to be used
// again: memory and link errors, a kernel that ran too long, asserted, or left its memory or code.
constexpr Result kLasting[] = {214, 220, 226, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721};

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

Outcome outcome_of(Result result) noexcept {
  if (result == kOutOfMemory) return Outcome::kOutOfMemory;
  return result == kNotSupported ? Outcome::kUnsupported : Outcome::kDeviceError;
}

[[noreturn]] void throw_lost(const std::string& id, const std::string& what) {
  const auto before = lost_devices().first_reason(id, what);
  if (before.empty())
    throw Error(Outcome::kDeviceError,
                fmt::format("{}; the device {} is lost to this process, and the rest of its "
                            "benchmarks is skipped",
                            what, id));
  throw Error(Outcome::kNoDevice,
              fmt::format("the device {} is lost to this process: {}", id, before));
}

}  // namespace

std::string describe_result(Result result) {
  const char* name = nullptr;
  if (driver().cuGetErrorName(result, &name) != kSuccess || name == nullptr)
    name = "unknown CUDA result";
  return fmt::format("{} ({})", name, result);
}

bool is_lasting(Result result) noexcept {
  return std::find(std::begin(kLasting), std::end(kLasting), result) != std::end(kLasting);
}

void throw_failed(Result result, std::string_view call, const backend::DeviceInfo& on) {
  const auto what = fmt::format("{}: {}, on {}", call, describe_result(result), on.name);
  if (is_lasting(result)) throw_lost(on.id(), what);
  throw Error(outcome_of(result), what);
}

void throw_failed(Result result, std::string_view call) {
  throw Error(outcome_of(result), fmt::format("{}: {}", call, describe_result(result)));
}

void check_clean_up(Result result, std::string_view call) noexcept {
  if (result == kSuccess || (is_lasting(result) && lost_devices().has_any())) return;
  backend::note_failed_clean_up(fmt::format("{}: {}", call, describe_result(result)));
}

}  // namespace tickbench::cuda
