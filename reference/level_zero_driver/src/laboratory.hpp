// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "laboratory/settings.hpp"
#include "result.hpp"

namespace zecpu {

enum class ExecutorKind { kOpenCl, kHost };

/// What the environment asks of the driver, read once, at zeInit: a few settings, and the
/// laboratory, which makes this device do what hardware does rarely or never. Everything is off by
/// default; README.md describes each variable. A variable that begins with ZECPU_ and is not known
/// is an error, as is a malformed value: a laboratory that was silently off would prove nothing.
struct Laboratory {
  ExecutorKind executor = ExecutorKind::kOpenCl;
  bool device_is_gpu = false;
  unsigned sub_devices = 0;
  std::string llvm_spirv;

  std::uint64_t timer_hz = 1'000'000'000;
  unsigned timer_bits = 64;
  unsigned kernel_timer_bits = 64;
  std::optional<std::uint64_t> timer_start;
  std::uint64_t context_origin = 0;
  bool trap_host_access = false;
  bool out_of_order = false;
  std::chrono::microseconds late_signals{0};
  std::vector<lab::PlannedFailure> failures;
  std::string calls_out;
  std::optional<std::uint64_t> lost_after;
  bool suggest_one = false;
  bool execute_nothing = false;

  /// Throws std::invalid_argument with the variable, what was expected and what was found.
  /// `environment` holds NAME=VALUE strings and ends with a null pointer, as environ does.
  static Laboratory from(const char* const* environment);
};

/// The process's own, read at the first use.
const Laboratory& laboratory();

/// ZE_RESULT_ERROR_DEVICE_LOST, or a number in any base that strtoull knows.
std::optional<ze_result_t> parse_result(std::string_view text);

}  // namespace zecpu
