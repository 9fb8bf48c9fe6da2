// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tickbench::cuda {
namespace {

// Those of which the driver's header says that the process must end for the device to be used
// again: memory and link errors, a kernel that ran too long, asserted, or left its memory or code.
constexpr Result kLasting[] = {214, 220, 226, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721};

}  // namespace

std::string describe_result(Result result) {
  const char* name = nullptr;
  if (driver().cuGetErrorName(result, &name) != kSuccess || name == nullptr)
    name = "unknown CUDA result";
  return fmt::format("{} ({})", name, result);
}

bool Results::is_lasting(Result result) noexcept {
  return std::find(std::begin(kLasting), std::end(kLasting), result) != std::end(kLasting);
}

}  // namespace tickbench::cuda
