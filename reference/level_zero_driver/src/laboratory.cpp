// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "laboratory.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <stdexcept>

namespace zecpu {
namespace {

struct Setting {
  std::string_view name, value;
};

[[noreturn]] void malformed(const Setting& setting, std::string_view expected) {
  throw std::invalid_argument(std::string(setting.name) + ": expected " + std::string(expected) +
                              ", found '" + std::string(setting.value) + "'");
}

std::optional<std::uint64_t> parse_number(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
    base = 16;
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::uint64_t number(const Setting& setting, std::uint64_t least, std::uint64_t most) {
  const auto value = parse_number(setting.value);
  if (!value || *value < least || *value > most)
    malformed(setting, "a number from " + std::to_string(least) + " to " + std::to_string(most));
  return *value;
}

bool flag(const Setting& setting) {
  if (setting.value != "0" && setting.value != "1") malformed(setting, "0 or 1");
  return setting.value == "1";
}

bool choice(const Setting& setting, std::string_view off, std::string_view on) {
  if (setting.value != off && setting.value != on)
    malformed(setting, std::string(off) + " or " + std::string(on));
  return setting.value == on;
}

unsigned bits(const Setting& setting) {
  // Below 8 bits a counter would wrap within any sample; hardware has 32, 36 or 64.
  return static_cast<unsigned>(number(setting, 8, 64));
}

std::vector<PlannedFailure> planned_failures(const Setting& setting) {
  static constexpr std::string_view kExpected = "CALL:OCCURRENCE:CODE, several separated by commas";
  std::vector<PlannedFailure> failures;
  std::string_view rest = setting.value;
  while (!rest.empty()) {
    const std::string_view item = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), item.size() + 1));
    const auto first = item.find(':');
    const auto second = first == item.npos ? item.npos : item.find(':', first + 1);
    if (second == item.npos) malformed(setting, kExpected);
    const auto occurrence = parse_number(item.substr(first + 1, second - first - 1));
    const auto code = parse_result(item.substr(second + 1));
    if (!occurrence || *occurrence == 0 || !code) malformed(setting, kExpected);
    failures.push_back({std::string(item.substr(0, first)), *occurrence, *code});
  }
  return failures;
}

// A wait of a minute is a hang: nothing longer is a late signal.
constexpr std::uint64_t kLatestSignalUs = 60'000'000;
constexpr std::uint64_t kMaxTimerHz = 10'000'000'000;
constexpr std::uint64_t kMaxSubDevices = 1024;

using Reader = void (*)(Laboratory&, const Setting&);
const std::map<std::string_view, Reader>& readers() {
  using L = Laboratory;
  using S = Setting;
  static const std::map<std::string_view, Reader> kReaders = {
      {"ZECPU_EXECUTOR",
       [](L& lab, const S& s) {
         lab.executor = choice(s, "opencl", "host") ? ExecutorKind::kHost : ExecutorKind::kOpenCl;
       }},
      {"ZECPU_DEVICE_TYPE",
       [](L& lab, const S& s) { lab.device_is_gpu = choice(s, "cpu", "gpu"); }},
      {"ZECPU_SUB_DEVICES",
       [](L& lab, const S& s) {
         lab.sub_devices = static_cast<unsigned>(number(s, 0, kMaxSubDevices));
       }},
      {"ZECPU_LLVM_SPIRV", [](L& lab, const S& s) { lab.llvm_spirv = s.value; }},
      {"ZECPU_LAB_TIMER_HZ", [](L& lab, const S& s) { lab.timer_hz = number(s, 1, kMaxTimerHz); }},
      {"ZECPU_LAB_TIMER_BITS", [](L& lab, const S& s) { lab.timer_bits = bits(s); }},
      {"ZECPU_LAB_KERNEL_TIMER_BITS", [](L& lab, const S& s) { lab.kernel_timer_bits = bits(s); }},
      {"ZECPU_LAB_TIMER_START",
       [](L& lab, const S& s) { lab.timer_start = number(s, 0, UINT64_MAX); }},
      {"ZECPU_LAB_CONTEXT_ORIGIN",
       [](L& lab, const S& s) { lab.context_origin = number(s, 0, UINT64_MAX); }},
      {"ZECPU_LAB_TRAP_HOST_ACCESS", [](L& lab, const S& s) { lab.trap_host_access = flag(s); }},
      {"ZECPU_LAB_OUT_OF_ORDER", [](L& lab, const S& s) { lab.out_of_order = flag(s); }},
      {"ZECPU_LAB_LATE_SIGNALS_US",
       [](L& lab, const S& s) {
         lab.late_signals = std::chrono::microseconds(number(s, 0, kLatestSignalUs));
       }},
      {"ZECPU_LAB_FAIL", [](L& lab, const S& s) { lab.failures = planned_failures(s); }},
      {"ZECPU_LAB_CALLS_OUT", [](L& lab, const S& s) { lab.calls_out = s.value; }},
      {"ZECPU_LAB_LOST_AFTER",
       [](L& lab, const S& s) { lab.lost_after = number(s, 0, UINT64_MAX); }},
      {"ZECPU_LAB_SUGGEST_ONE", [](L& lab, const S& s) { lab.suggest_one = flag(s); }},
      {"ZECPU_LAB_EXECUTE_NOTHING", [](L& lab, const S& s) { lab.execute_nothing = flag(s); }},
  };
  return kReaders;
}

}  // namespace

std::optional<ze_result_t> parse_result(std::string_view text) {
  if (const auto value = parse_number(text)) return static_cast<ze_result_t>(*value);
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
  Laboratory lab;
  for (; environment != nullptr && *environment != nullptr; ++environment) {
    const std::string_view entry = *environment;
    if (!entry.starts_with("ZECPU_")) continue;
    const auto equals = entry.find('=');
    const Setting setting{entry.substr(0, equals),
                          equals == entry.npos ? std::string_view() : entry.substr(equals + 1)};
    const auto reader = readers().find(setting.name);
    if (reader == readers().end()) {
      std::string known;
      for (const auto& [name, function] : readers()) known.append("\n  ").append(name);
      throw std::invalid_argument(std::string(setting.name) + ": no such setting; known are" +
                                  known);
    }
    reader->second(lab, setting);
  }
  return lab;
}

const Laboratory& laboratory() {
  static const Laboratory kInstance = Laboratory::from(environ);
  return kInstance;
}

}  // namespace zecpu
