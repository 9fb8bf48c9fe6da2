// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/units.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace tickbench::html_report {
namespace {

constexpr std::array<std::string_view, 13> kSiPrefixes{"f", "p", "n", "µ", "m", "", "k",
                                                       "M", "G", "T", "P", "E", "Z"};
constexpr int kNoPrefix = 5;  // the index of "" above

std::string formatted(const char* format, int digits, double value) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, digits, value);
  return buffer.data();
}

/// Three significant digits of a value in [1, 1000).
std::string three_digits(double value) {
  const double size = std::abs(value);
  return formatted("%.*f", size < 9.995 ? 2 : size < 99.95 ? 1 : 0, value);
}

/// The index of the prefix that leaves one to three digits before the point.
int prefix_of(double value) {
  if (value == 0) return kNoPrefix;
  // 999.6 would be written as 1000.
  const double size = std::abs(value) * 1.0005;
  const int thousands = static_cast<int>(std::floor(std::log10(size) / 3));
  return std::clamp(thousands + kNoPrefix, 0, static_cast<int>(kSiPrefixes.size()) - 1);
}

double scaled(double value, int prefix) { return value / std::pow(1000.0, prefix - kNoPrefix); }

struct Unit {
  std::string name;  ///< empty: no unit
  bool has_prefix = true;
};

Unit unit_of(const std::string& metric) {
  const auto ends_with = [&](std::string_view end) { return metric.ends_with(end); };
  if (metric == "bytes_per_second") return {"B/s"};
  if (metric == "flops_per_second") return {"FLOP/s"};
  if (ends_with("_per_second")) return {"/s"};
  if (metric.starts_with("speedup")) return {"×", false};
  if (metric == "fraction_of_peak" || metric == "noise") return {"%", false};
  return {"s"};
}

}  // namespace

std::string si(double value, const std::string& unit) {
  if (value == 0) return "0 " + unit;
  const int prefix = prefix_of(value);
  return three_digits(scaled(value, prefix)) + " " +
         std::string(kSiPrefixes[static_cast<std::size_t>(prefix)]) + unit;
}

std::string si_tic(double value, const std::string& unit) {
  if (value == 0) return "0";
  const int prefix = prefix_of(value);
  return formatted("%.*g", 3, scaled(value, prefix)) + " " +
         std::string(kSiPrefixes[static_cast<std::size_t>(prefix)]) + unit;
}

std::string binary(double value, const std::string& unit) {
  static constexpr std::array<std::string_view, 6> kPrefixes{"", "Ki", "Mi", "Gi", "Ti", "Pi"};
  std::size_t prefix = 0;
  double rest = value;
  while (rest >= 1024 && std::fmod(rest, 1024) == 0 && prefix + 1 < kPrefixes.size()) {
    rest /= 1024;
    ++prefix;
  }
  const std::string suffix = std::string(kPrefixes[prefix]) + unit;
  return formatted("%.*f", rest == std::floor(rest) ? 0 : 2, rest) +
         (suffix.empty() ? "" : " " + suffix);
}

std::string plain(double value) {
  const double size = std::abs(value);
  if (value == 0) return "0";
  if (size >= 1e6 || size < 1e-3) return formatted("%.*g", 3, value);
  if (size >= 999.5) return formatted("%.*f", 0, value);
  if (size >= 1) return three_digits(value);
  return formatted("%.*f", 2 - static_cast<int>(std::floor(std::log10(size))), value);
}

std::string plain_tic(double value) {
  const double size = std::abs(value);
  return size >= 1000 && size < 1e6 ? formatted("%.*f", 0, value) : formatted("%.*g", 3, value);
}

std::string metric_value(const std::string& metric, double value) {
  const Unit unit = unit_of(metric);
  if (unit.has_prefix) return si(value, unit.name);
  if (unit.name == "%") return plain(100 * value) + " %";
  return plain(value) + unit.name;
}

std::string metric_interval(const std::string& metric, const Estimate& estimate) {
  if (!estimate.interval) return {};
  const auto [low, high, level] = *estimate.interval;
  const Unit unit = unit_of(metric);
  if (!unit.has_prefix) {
    const double factor = unit.name == "%" ? 100 : 1;
    return plain(factor * low) + " to " + plain(factor * high);
  }
  // The value's own prefix, so that the eye need not convert; more digits where the ends need them.
  const int prefix = prefix_of(estimate.value);
  const auto end = [&](double value) {
    const double number = scaled(value, prefix);
    return std::abs(number) >= 1000 ? plain(number) : three_digits(number);
  };
  return end(low) + " to " + end(high);
}

}  // namespace tickbench::html_report
