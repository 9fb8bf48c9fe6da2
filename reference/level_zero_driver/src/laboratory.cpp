// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "laboratory.hpp"

#include <unistd.h>

#include <map>

namespace zecpu {
namespace {

using lab::choice;
using lab::flag;
using lab::number;
using lab::Setting;

unsigned bits(const Setting& setting) {
  // Below 8 bits a counter would wrap within any sample; hardware has 32, 36 or 64.
  return static_cast<unsigned>(number(setting, 8, 64));
}

std::optional<int> parse_code(std::string_view text) {
  const auto result = parse_result(text);
  return result ? std::optional(static_cast<int>(*result)) : std::nullopt;
}

// A wait of a minute is a hang: nothing longer is a late signal.
constexpr std::uint64_t kLatestSignalUs = 60'000'000;
constexpr std::uint64_t kMaxTimerHz = 10'000'000'000;
constexpr std::uint64_t kMaxSubDevices = 1024;

const lab::Readers<Laboratory>& readers() {
  using L = Laboratory;
  using S = Setting;
  static const lab::Readers<Laboratory> kReaders = {
      {"ZECPU_EXECUTOR",
       [](L& l, const S& s) {
         l.executor = choice(s, "opencl", "host") ? ExecutorKind::kHost : ExecutorKind::kOpenCl;
       }},
      {"ZECPU_DEVICE_TYPE", [](L& l, const S& s) { l.device_is_gpu = choice(s, "cpu", "gpu"); }},
      {"ZECPU_SUB_DEVICES",
       [](L& l, const S& s) {
         l.sub_devices = static_cast<unsigned>(number(s, 0, kMaxSubDevices));
       }},
      {"ZECPU_LLVM_SPIRV", [](L& l, const S& s) { l.llvm_spirv = s.value; }},
      {"ZECPU_LAB_TIMER_HZ", [](L& l, const S& s) { l.timer_hz = number(s, 1, kMaxTimerHz); }},
      {"ZECPU_LAB_TIMER_BITS", [](L& l, const S& s) { l.timer_bits = bits(s); }},
      {"ZECPU_LAB_KERNEL_TIMER_BITS", [](L& l, const S& s) { l.kernel_timer_bits = bits(s); }},
      {"ZECPU_LAB_TIMER_START", [](L& l, const S& s) { l.timer_start = number(s, 0, UINT64_MAX); }},
      {"ZECPU_LAB_CONTEXT_ORIGIN",
       [](L& l, const S& s) { l.context_origin = number(s, 0, UINT64_MAX); }},
      {"ZECPU_LAB_TRAP_HOST_ACCESS", [](L& l, const S& s) { l.trap_host_access = flag(s); }},
      {"ZECPU_LAB_OUT_OF_ORDER", [](L& l, const S& s) { l.out_of_order = flag(s); }},
      {"ZECPU_LAB_LATE_SIGNALS_US",
       [](L& l, const S& s) {
         l.late_signals = std::chrono::microseconds(number(s, 0, kLatestSignalUs));
       }},
      {"ZECPU_LAB_FAIL",
       [](L& l, const S& s) { l.failures = lab::planned_failures(s, parse_code); }},
      {"ZECPU_LAB_CALLS_OUT", [](L& l, const S& s) { l.calls_out = s.value; }},
      {"ZECPU_LAB_LOST_AFTER", [](L& l, const S& s) { l.lost_after = number(s, 0, UINT64_MAX); }},
      {"ZECPU_LAB_SUGGEST_ONE", [](L& l, const S& s) { l.suggest_one = flag(s); }},
      {"ZECPU_LAB_EXECUTE_NOTHING", [](L& l, const S& s) { l.execute_nothing = flag(s); }},
  };
  return kReaders;
}

}  // namespace

std::optional<ze_result_t> parse_result(std::string_view text) {
  if (const auto value = lab::parse_number(text)) return static_cast<ze_result_t>(*value);
#define ZECPU_RESULT(name) \
  { #name, name }
  static const std::map<std::string_view, ze_result_t> kNames = {
      ZECPU_RESULT(ZE_RESULT_NOT_READY),
      ZECPU_RESULT(ZE_RESULT_ERROR_DEVICE_LOST),
      ZECPU_RESULT(ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY),
      ZECPU_RESULT(ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY),
      ZECPU_RESULT(ZE_RESULT_ERROR_MODULE_BUILD_FAILURE),
      ZECPU_RESULT(ZE_RESULT_ERROR_MODULE_LINK_FAILURE),
      ZECPU_RESULT(ZE_RESULT_ERROR_UNINITIALIZED),
      ZECPU_RESULT(ZE_RESULT_ERROR_UNSUPPORTED_VERSION),
      ZECPU_RESULT(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE),
      ZECPU_RESULT(ZE_RESULT_ERROR_INVALID_ARGUMENT),
      ZECPU_RESULT(ZE_RESULT_ERROR_INVALID_SIZE),
      ZECPU_RESULT(ZE_RESULT_ERROR_UNSUPPORTED_SIZE),
      ZECPU_RESULT(ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT),
      ZECPU_RESULT(ZE_RESULT_ERROR_UNKNOWN),
  };
#undef ZECPU_RESULT
  const auto found = kNames.find(text);
  return found == kNames.end() ? std::nullopt : std::optional(found->second);
}

Laboratory Laboratory::from(const char* const* environment) {
  return lab::read<Laboratory>(environment, "ZECPU_", readers());
}

const Laboratory& laboratory() {
  static const Laboratory kInstance = Laboratory::from(environ);
  return kInstance;
}

}  // namespace zecpu
