// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <utility>

#include "suite/options.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench::suite {
namespace {

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, text) != words.end();
}

std::optional<std::size_t> bytes_in(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, int>, 4> kUnits{
      {{"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"", 0}}};
  for (const auto& [unit, shift] : kUnits) {
    if (!text.ends_with(unit)) continue;
    const auto value = number_in<std::size_t>(text.substr(0, text.size() - unit.size()));
    if (!value || *value == 0 || *value > std::numeric_limits<std::size_t>::max() >> shift)
      return std::nullopt;
    return *value << shift;
  }
  return std::nullopt;
}

}  // namespace

void FlagValue::refuse(const std::string& expected) const {
  throw UsageError(fmt::format("--{}: expected {}, found '{}'", flag, expected, text));
}

bool FlagValue::boolean() const {
  const auto lower = text::lower(text);
  if (is_one_of(lower, {"", "true", "yes", "on", "1", "t", "y"})) return true;
  if (is_one_of(lower, {"false", "no", "off", "0", "f", "n"})) return false;
  refuse("true or false");
}

double FlagValue::number(double least, const std::string& expected) const {
  const auto value = number_in<double>(text);
  if (!value || !std::isfinite(*value) || *value < least) refuse(expected);
  return *value;
}

std::int64_t FlagValue::count(std::int64_t least, const std::string& expected) const {
  const auto value = number_in<std::int64_t>(text);
  if (!value || *value < least) refuse(expected);
  return *value;
}

std::size_t FlagValue::one_of(const std::vector<std::string>& words) const {
  const auto found = std::find(words.begin(), words.end(), text);
  if (found == words.end()) refuse(fmt::format("one of {}", fmt::join(words, ", ")));
  return static_cast<std::size_t>(found - words.begin());
}

Format FlagValue::format() const {
  if (text == "console") return Format::kConsole;
  if (text == "json") return Format::kJson;
  if (text == "csv") return Format::kCsv;
  refuse("console, json or csv");
}

void FlagValue::minimum_time(MeasurementSettings& settings) const {
  static const std::string kExpected = "seconds (0.5 or 0.5s) or a number of samples (100x)";
  const MeasurementSettings defaults;
  const std::string_view value(text.data(), text.empty() ? 0 : text.size() - 1);
  if (text.ends_with('x')) {
    const auto samples = number_in<std::int64_t>(value);
    if (!samples || *samples < 1) refuse(kExpected);
    settings.samples = *samples;
    settings.minimum_time = defaults.minimum_time;
    return;
  }
  const auto seconds = number_in<double>(text.ends_with('s') ? value : text);
  if (!seconds || !std::isfinite(*seconds) || *seconds < 0) refuse(kExpected);
  settings.minimum_time = Seconds(*seconds);
  settings.samples = defaults.samples;
}

void FlagValue::cache(Options& options) const {
  static constexpr std::string_view kSized = "cold:";
  options.settings.cache = text == "warm" ? Cache::kWarm : Cache::kCold;
  if (text == "warm" || text == "cold") return;
  if (text.starts_with(kSized))
    options.cold_bytes = bytes_in(std::string_view(text).substr(kSized.size()));
  if (!options.cold_bytes) refuse("warm, cold or cold:BYTES (cold:512MiB)");
}

}  // namespace tickbench::suite
