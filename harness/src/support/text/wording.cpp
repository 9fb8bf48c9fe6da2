// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "text/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>

namespace tickbench::text {
namespace {

constexpr int kFemto = -5;
constexpr std::array<std::string_view, 12> kPrefixes{"f", "p", "n", "u", "m", "",
                                                     "k", "M", "G", "T", "P", "E"};
constexpr int kExa = static_cast<int>(kPrefixes.size()) - 1 + kFemto;
constexpr int kMicro = -2;

/// Of the value as it is written: 999.96 in four digits is 1e3.
int decimal_exponent(double value, int digits) {
  const auto text = fmt::format("{:.{}e}", value, digits - 1);
  return std::atoi(text.c_str() + text.find('e') + 1);
}

/// Levenshtein's distance, by rows.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}

std::string each_byte(std::string_view text, int (*change)(int)) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(change(static_cast<unsigned char>(c)));
  return result;
}

constexpr std::size_t kSlip = 2;  // two letters that changed places
constexpr std::size_t kMostNear = 3;

}  // namespace

int prefix_power(double value, std::string_view unit, const QuantityFormat& format) {
  if (value == 0 || !std::isfinite(value)) return 0;
  const int exponent = decimal_exponent(value, format.digits);
  const int power = exponent >= 0 ? exponent / 3 : (exponent - 2) / 3;
  return std::clamp(power, unit.ends_with("/s") ? 0 : std::max(format.least, kFemto),
                    unit == "s" ? 0 : kExa);
}

std::string in_prefix(double value, int power, const QuantityFormat& format) {
  const double number = value / std::pow(1000.0, power);
  if (number == 0) return "0";
  if (!format.keeps_zeros || !std::isfinite(number))
    return fmt::format("{:.{}g}", number, format.digits);
  const int whole = std::max(decimal_exponent(number, format.digits), 0);
  return fmt::format("{:.{}f}", number, std::max(format.digits - 1 - whole, 0));
}

std::string prefixed_unit(int power, std::string_view unit, const QuantityFormat& format) {
  const auto prefix =
      power == kMicro ? format.micro : kPrefixes.at(static_cast<std::size_t>(power - kFemto));
  return fmt::format("{}{}", prefix, unit);
}

std::string quantity(double value, std::string_view unit, const QuantityFormat& format) {
  const int power = unit.empty() ? 0 : prefix_power(value, unit, format);
  const auto number = in_prefix(value, power, format);
  return unit.empty() ? number : number + ' ' + prefixed_unit(power, unit, format);
}

std::string plain_number(double value) { return fmt::format("{:.4g}", value); }

std::string shortest(double value) {
  std::array<char, 32> digits{};
  return {digits.begin(), std::to_chars(digits.begin(), digits.end(), value).ptr};
}

std::string percent(double fraction) { return plain_number(fraction * 100) + " %"; }

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string shortened(std::string_view text, std::size_t most_bytes, std::size_t last_bytes) {
  if (text.size() <= most_bytes) return std::string(text);
  // What continues a character begins with the bits 10.
  const auto is_within = [&](std::size_t at) {
    return at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
  };
  std::size_t first = most_bytes - last_bytes, last = text.size() - last_bytes;
  while (is_within(first)) --first;
  while (is_within(last)) ++last;
  return fmt::format("{}...{}", text.substr(0, first), text.substr(last));
}

std::string rough_percent(double fraction) {
  const int decimals = fraction >= 0.1 ? 0 : fraction >= 0.001 || fraction == 0 ? 1 : 2;
  return fmt::format("{:.{}f} %", 100 * fraction, decimals);
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::vector<std::string> nearest(std::string_view word,
                                 const std::vector<std::string>& candidates) {
  std::multimap<std::size_t, std::string> ranked;
  for (const auto& candidate : candidates) {
    const bool contains = !word.empty() && candidate.find(word) != std::string::npos;
    // More than a third of the letters wrong is another word, not a slip of the finger.
    const std::size_t longer = std::max(word.size(), candidate.size());
    const std::size_t shorter = std::min(word.size(), candidate.size());
    const std::size_t most = std::min(std::max(kSlip, longer / 3), longer / 2);
    if (!contains && longer - shorter > most) continue;
    const std::size_t distance = contains ? 0 : edit_distance(word, candidate);
    if (distance <= most) ranked.emplace(distance, candidate);
  }
  std::vector<std::string> result;
  for (const auto& [distance, candidate] : ranked)
    if (result.size() < kMostNear && distance <= ranked.begin()->first + 1)
      result.push_back(candidate);
  return result;
}

std::string lower(std::string_view text) { return each_byte(text, std::tolower); }

std::string upper(std::string_view text) { return each_byte(text, std::toupper); }

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const auto near = nearest(word, candidates);
  return near.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(near, ", "));
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
  return did_you_mean(word, std::vector<std::string>(candidates.begin(), candidates.end()));
}

}  // namespace tickbench::text

std::string tickbench::duration_text(Seconds duration) {
  return text::quantity(duration.count(), "s", {.least = -3});
}
