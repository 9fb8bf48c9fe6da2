// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// One variable of the environment. Both views are of the environment itself.
struct Setting {
  std::string_view name;
  std::string_view value;
};

/// "NAME: expected EXPECTED, found 'VALUE'", as std::invalid_argument.
[[noreturn]] void malformed(const Setting& setting, std::string_view expected);

/// A whole number, decimal or with 0x; no sign, and nothing else around it.
std::optional<std::uint64_t> parse_number(std::string_view text);

/// What a setting says; all of them throw std::invalid_argument where it says something else.
std::uint64_t number(const Setting& setting, std::uint64_t least, std::uint64_t most);
bool flag(const Setting& setting);
/// Whether it is `on`, and not `off`.
bool choice(const Setting& setting, std::string_view off, std::string_view on);

/// `CALL:OCCURRENCE`: the call of that name that is meant. The first one is 1.
struct PlannedCall {
  std::string call;
  std::uint64_t occurrence = 0;
};

/// `CALL:OCCURRENCE:CODE`: that call does nothing and returns that code.
struct PlannedFailure : PlannedCall {
  int code = 0;
};

using ParseCode = std::optional<int> (*)(std::string_view);

/// Several of them, separated by commas. `parse_code` gives nothing for what is no code.
std::vector<PlannedCall> planned_calls(const Setting& setting);
std::vector<PlannedFailure> planned_failures(const Setting& setting, ParseCode parse_code);

/// The code that is planned for this call, if any.
std::optional<int> planned_code(const std::vector<PlannedFailure>& failures, std::string_view call,
                                std::uint64_t occurrence);

/// Writes "zeMemFree 12" a line, sorted. Where that fails, standard error says so after `who`,
/// which is a program and its setting.
void write_counts(const std::string& file, const std::map<std::string, std::uint64_t>& counts,
                  std::string_view who);

/// The settings whose names begin with `prefix`. Throws std::invalid_argument for one that is not
/// `known`: a laboratory that was silently off would prove nothing.
std::vector<Setting> settings_of(const char* const* environment, std::string_view prefix,
                                 std::span<const std::string_view> known);

/// What reads each setting into a laboratory of its own.
template <class Laboratory>
using Readers = std::map<std::string_view, void (*)(Laboratory&, const Setting&)>;

/// A laboratory as the environment asks for it. `environment` holds NAME=VALUE strings and ends
/// with a null pointer, as environ does. Throws std::invalid_argument, naming the setting.
template <class Laboratory>
Laboratory read(const char* const* environment, std::string_view prefix,
                const Readers<Laboratory>& readers) {
  std::vector<std::string_view> known;
  for (const auto& reader : readers) known.push_back(reader.first);
  Laboratory laboratory;
  for (const Setting& setting : settings_of(environment, prefix, known))
    readers.at(setting.name)(laboratory, setting);
  return laboratory;
}

}  // namespace lab
