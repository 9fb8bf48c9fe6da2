// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/quantity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace tickbench::floors {

namespace {

constexpr std::array<const char*, 11> kPrefixes{"p", "n", "u", "m", "", "k",
                                                "M", "G", "T", "P", "E"};
constexpr int kNoPrefix = 4;

}  // namespace

std::string plain_number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", value);
  return text.data();
}

std::string quantity(double value, std::string_view unit) {
  if (unit.empty()) return plain_number(value);
  // Rounded first, so that 999.96 becomes 1 k and not 1000.
  const bool is_rate = unit.ends_with("/s");
  const double rounded = std::strtod(plain_number(value).c_str(), nullptr);
  int thousands = 0;
  if (rounded != 0 && std::isfinite(rounded))
    thousands =
        std::clamp(static_cast<int>(std::floor(std::log10(std::abs(rounded)) / 3 + 1e-12)),
                   is_rate ? 0 : -kNoPrefix, static_cast<int>(kPrefixes.size()) - 1 - kNoPrefix);
  const int prefix = thousands + kNoPrefix;
  return plain_number(rounded / std::pow(1000.0, thousands)) + ' ' +
         kPrefixes.at(static_cast<std::size_t>(prefix)) + std::string(unit);
}

std::string percent(double fraction) { return plain_number(fraction * 100) + " %"; }

}  // namespace tickbench::floors
