// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "laboratory/settings.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iostream>
#include <stdexcept>

namespace lab {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (bool more = true; more;) {
    const auto part = text.substr(0, text.find(separator));
    parts.push_back(part);
    more = part.size() < text.size();
    text.remove_prefix(std::min(text.size(), part.size() + 1));
  }
  return parts;
}

/// The call that the first two of these name.
PlannedCall planned_call(const Setting& setting, std::span<const std::string_view> parts,
                         std::string_view expected) {
  const auto occurrence = parse_number(parts[1]);
  if (parts[0].empty() || !occurrence || *occurrence == 0) malformed(setting, expected);
  return {std::string(parts[0]), *occurrence};
}

}  // namespace

void malformed(const Setting& setting, std::string_view expected) {
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

bool flag(const Setting& setting) { return choice(setting, "0", "1"); }

bool choice(const Setting& setting, std::string_view off, std::string_view on) {
  if (setting.value != off && setting.value != on)
    malformed(setting, std::string(off) + " or " + std::string(on));
  return setting.value == on;
}

std::vector<PlannedCall> planned_calls(const Setting& setting) {
  constexpr std::string_view kExpected = "CALL:OCCURRENCE, several separated by commas";
  std::vector<PlannedCall> calls;
  for (const auto item : split(setting.value, ',')) {
    const auto parts = split(item, ':');
    if (parts.size() != 2) malformed(setting, kExpected);
    calls.push_back(planned_call(setting, parts, kExpected));
  }
  return calls;
}

std::vector<PlannedFailure> planned_failures(const Setting& setting, ParseCode parse_code) {
  constexpr std::string_view kExpected = "CALL:OCCURRENCE:CODE, several separated by commas";
  std::vector<PlannedFailure> failures;
  for (const auto item : split(setting.value, ',')) {
    const auto parts = split(item, ':');
    if (parts.size() != 3) malformed(setting, kExpected);
    const auto code = parse_code(parts[2]);
    if (!code) malformed(setting, kExpected);
    failures.push_back({planned_call(setting, parts, kExpected), *code});
  }
  return failures;
}

std::optional<int> planned_code(const std::vector<PlannedFailure>& failures, std::string_view call,
                                std::uint64_t occurrence) {
  for (const auto& failure : failures)
    if (failure.call == call && failure.occurrence == occurrence) return failure.code;
  return std::nullopt;
}

void write_counts(const std::string& file, const std::map<std::string, std::uint64_t>& counts,
                  std::string_view who) {
  if (file.empty()) return;
  std::ofstream out(file);
  for (const auto& [name, count] : counts) out << name << ' ' << count << '\n';
  out.close();
  if (!out) std::cerr << who << ": cannot write " << file << '\n';
}

std::vector<Setting> settings_of(const char* const* environment, std::string_view prefix,
                                 std::span<const std::string_view> known) {
  std::vector<Setting> settings;
  for (; environment != nullptr && *environment != nullptr; ++environment) {
    const std::string_view entry = *environment;
    if (!entry.starts_with(prefix)) continue;
    const auto equals = entry.find('=');
    const auto name = entry.substr(0, equals);
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      std::string names;
      for (const auto one : known) names.append("\n  ").append(one);
      throw std::invalid_argument(std::string(name) + ": no such setting; known are" + names);
    }
    settings.push_back(
        {name, equals == entry.npos ? std::string_view() : entry.substr(equals + 1)});
  }
  return settings;
}

}  // namespace lab
