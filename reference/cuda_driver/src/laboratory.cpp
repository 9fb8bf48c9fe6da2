// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "laboratory.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace cuhost {
namespace {

struct Setting {
  std::string_view name;
  std::string_view value;
};

[[noreturn]] void malformed(const Setting& setting, std::string_view expected) {
  throw std::invalid_argument(std::string(setting.name) + ": expected " + std::string(expected) +
                              ", found '" + std::string(setting.value) + "'");
}

std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::uint64_t number(const Setting& setting, std::uint64_t least, std::uint64_t most) {
  const auto value = parse_number(setting.value);
  if (!value || *value < least || *value > most)
    malformed(setting, "a number from " + std::to_string(least) + " to " + std::to_string(most));
  return *value;
}

PlannedFailure planned_failure(const Setting& setting, std::string_view item) {
  constexpr std::string_view kExpected = "CALL:OCCURRENCE:CODE, several separated by commas";
  const auto first = item.find(':');
  const auto second = first == item.npos ? item.npos : item.find(':', first + 1);
  if (second == item.npos) malformed(setting, kExpected);
  const auto occurrence = parse_number(item.substr(first + 1, second - first - 1));
  const auto code = parse_number(item.substr(second + 1));
  if (!occurrence || *occurrence == 0 || !code || *code == 0 || *code > 9999)
    malformed(setting, kExpected);
  return {std::string(item.substr(0, first)), *occurrence, static_cast<int>(*code)};
}

std::vector<PlannedFailure> planned_failures(const Setting& setting) {
  std::vector<PlannedFailure> failures;
  for (std::string_view rest = setting.value; !rest.empty();) {
    const auto item = rest.substr(0, rest.find(','));
    failures.push_back(planned_failure(setting, item));
    rest.remove_prefix(std::min(rest.size(), item.size() + 1));
  }
  return failures;
}

constexpr std::uint64_t kMany = 1'000'000'000;

using Reader = void (*)(Laboratory&, const Setting&);
const std::map<std::string_view, Reader>& readers() {
  using L = Laboratory;
  using S = Setting;
  static const std::map<std::string_view, Reader> kReaders = {
      {"CUHOST_LAB_FAIL", [](L& lab, const S& s) { lab.failures = planned_failures(s); }},
      {"CUHOST_LAB_CALLS_OUT", [](L& lab, const S& s) { lab.calls_out = s.value; }},
      {"CUHOST_LAB_CRASH_AFTER", [](L& lab, const S& s) { lab.crash_after = number(s, 1, kMany); }},
      {"CUHOST_LAB_DEVICES", [](L& lab, const S& s) { lab.devices = number(s, 0, 64); }},
      {"CUHOST_LAB_CLOCK_PERCENT",
       [](L& lab, const S& s) { lab.clock_percent = number(s, 0, 1000); }},
      {"CUHOST_LAB_QUEUE_DEPTH", [](L& lab, const S& s) { lab.queue_depth = number(s, 1, kMany); }},
      {"CUHOST_LAB_EXECUTE_NOTHING",
       [](L& lab, const S& s) { lab.execute_nothing = number(s, 0, 1) == 1; }},
  };
  return kReaders;
}

}  // namespace

Laboratory Laboratory::from(const char* const* environment) {
  Laboratory lab;
  for (; environment != nullptr && *environment != nullptr; ++environment) {
    const std::string_view entry = *environment;
    if (!entry.starts_with("CUHOST_")) continue;
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

}  // namespace cuhost
