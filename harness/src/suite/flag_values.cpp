// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/flag_values.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "tickbench/error.hpp"

namespace tickbench::suite {
namespace {

template <class Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

template <std::size_t N>
bool is_one_of(const std::string& text, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

std::optional<std::size_t> parse_bytes(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, int>, 4> kUnits{
      {{"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"", 0}}};
  for (const auto& [unit, shift] : kUnits) {
    if (!text.ends_with(unit)) continue;
    const auto value = number<std::size_t>(text.substr(0, text.size() - unit.size()));
    if (!value || *value == 0 || *value > std::numeric_limits<std::size_t>::max() >> shift)
      return std::nullopt;
    return *value << shift;
  }
  return std::nullopt;
}

}  // namespace

void refuse(const std::string& flag, const std::string& expected, const std::string& found) {
  throw UsageError("--" + flag + ": expected " + expected + ", found '" + found + "'");
}

bool parse_bool(const std::string& flag, const std::string& text) {
  std::string lower = text;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (is_one_of(lower, std::array<std::string_view, 7>{"", "true", "yes", "on", "1", "t", "y"}))
    return true;
  if (is_one_of(lower, std::array<std::string_view, 6>{"false", "no", "off", "0", "f", "n"}))
    return false;
  refuse(flag, "true or false", text);
}

double parse_number(const std::string& flag, const std::string& text, double least,
                    const std::string& expected) {
  const auto value = number<double>(text);
  if (!value || !std::isfinite(*value) || *value < least) refuse(flag, expected, text);
  return *value;
}

std::int64_t parse_count(const std::string& flag, const std::string& text, std::int64_t least,
                         const std::string& expected) {
  const auto value = number<std::int64_t>(text);
  if (!value || *value < least) refuse(flag, expected, text);
  return *value;
}

Format parse_format(const std::string& flag, const std::string& text) {
  if (text == "console") return Format::kConsole;
  if (text == "json") return Format::kJson;
  if (text == "csv") return Format::kCsv;
  refuse(flag, "console, json or csv", text);
}

void parse_minimum_time(const std::string& flag, const std::string& text,
                        MeasurementSettings& settings) {
  static const std::string kExpected = "seconds (0.5 or 0.5s) or a number of samples (100x)";
  const std::string value = text.substr(0, text.empty() ? 0 : text.size() - 1);
  if (text.ends_with('x')) {
    const auto count = number<std::int64_t>(value);
    if (!count || *count < 1) refuse(flag, kExpected, text);
    settings.samples = *count;
    settings.minimum_time = MeasurementSettings{}.minimum_time;
    return;
  }
  const auto seconds = number<double>(text.ends_with('s') ? value : text);
  if (!seconds || !std::isfinite(*seconds) || *seconds < 0) refuse(flag, kExpected, text);
  settings.minimum_time = Seconds(*seconds);
  settings.samples = MeasurementSettings{}.samples;
}

void parse_cache(const std::string& flag, const std::string& text, Options& options) {
  static constexpr std::string_view kSized = "cold:";
  options.settings.cache = text == "warm" ? Cache::kWarm : Cache::kCold;
  if (text == "warm" || text == "cold") return;
  if (text.starts_with(kSized)) options.cold_bytes = parse_bytes(text.substr(kSized.size()));
  if (!options.cold_bytes) refuse(flag, "warm, cold or cold:BYTES (cold:512MiB)", text);
}

}  // namespace tickbench::suite
