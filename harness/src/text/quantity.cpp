// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "text/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

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

std::string quantity(double value, std::string_view unit, const QuantityFormat& format) {
  if (unit.empty()) return in_prefix(value, 0, format);
  const int power = prefix_power(value, unit, format);
  const auto prefix =
      power == kMicro ? format.micro : kPrefixes.at(static_cast<std::size_t>(power - kFemto));
  return fmt::format("{} {}{}", in_prefix(value, power, format), prefix, unit);
}

std::string plain_number(double value) { return fmt::format("{:.4g}", value); }

std::string percent(double fraction) { return plain_number(fraction * 100) + " %"; }

}  // namespace tickbench::text

std::string tickbench::duration_text(Seconds duration) {
  return text::quantity(duration.count(), "s", {.least = -3});
}
