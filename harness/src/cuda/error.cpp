// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/error.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "backend/handle.hpp"
#include "backend/lost_device.hpp"

namespace tickbench::cuda {
namespace {

// Those of which the driver's header says that the process must end for the device to be used
// again: memory and link errors, a kernel that ran too long, asserted, or left its memory or code.
constexpr Result kLasting[] = {214, 220, 226, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721};

Outcome outcome_of(Result result) noexcept {
  if (result == kOutOfMemory) return Outcome::kOutOfMemory;
  return result == kNotSupported ? Outcome::kUnsupported : Outcome::kDeviceError;
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
  if (is_lasting(result)) backend::throw_lost(on.id(), what);
  throw Error(outcome_of(result), what);
}

void throw_failed(Result result, std::string_view call) {
  throw Error(outcome_of(result), fmt::format("{}: {}", call, describe_result(result)));
}

void check_clean_up(Result result, std::string_view call) noexcept {
  if (result == kSuccess || (is_lasting(result) && backend::has_lost_device())) return;
  backend::note_failed_clean_up(fmt::format("{}: {}", call, describe_result(result)));
}

}  // namespace tickbench::cuda
