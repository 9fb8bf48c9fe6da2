// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tickbench/seconds.hpp"

namespace tickbench::text {

/// How a quantity is written: "4.32 TB/s". The powers of 1000 of its prefixes run from `least` to 6
/// (E). Seconds have no prefix above one, and rates (".../s") none below: "0.5 B/s".
struct QuantityFormat {
  int digits = 4;                ///< significant ones
  bool keeps_zeros = false;      ///< "3.20 us", never an exponent; else "3.2 us"
  int least = -4;                ///< p; down to -5: f
  std::string_view micro = "u";  ///< or "µ", where all fonts have it
};

/// With the unit and the SI prefix that reads best; a plain number where there is no unit.
std::string quantity(double value, std::string_view unit, const QuantityFormat& format = {});

/// The power of 1000 whose prefix `quantity` takes: -2 for 3.2e-6.
int prefix_power(double value, std::string_view unit, const QuantityFormat& format = {});

/// The unit with the prefix of this power: "GB/s" for 3.
std::string prefixed_unit(int power, std::string_view unit, const QuantityFormat& format = {});

/// The number that `quantity` would write before the prefix of this power.
std::string in_prefix(double value, int power, const QuantityFormat& format = {});

/// Four significant digits, without an exponent where that reads well: "0.5", "1e+18".
std::string plain_number(double value);

/// The shortest text that reads back as the same number: "4.1e+12".
std::string shortest(double value);

/// The whole text as a number, whatever the locale.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// A fraction as a percentage: "5 %".
std::string percent(double fraction);

/// The same to one decimal, without one from 10 % on: "0.4 %".
std::string rough_percent(double fraction);

/// "1 run", "2 runs".
std::string counted(std::size_t count, std::string_view noun);

/// Up to three candidates that `word` was most likely meant to be, the likeliest first: those that
/// contain it, then those within a few edits. None has two edits more than the likeliest.
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

/// No more than its first bytes, three dots, and its last bytes: characters of UTF-8 stay whole.
std::string shortened(std::string_view text, std::size_t most_bytes, std::size_t last_bytes = 0);

/// How many characters of UTF-8 it has: the columns that it takes, of most scripts.
std::size_t width(std::string_view text);

/// Each byte by the C locale.
std::string lower(std::string_view text);
std::string upper(std::string_view text);

/// `; did you mean a, b?`, or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace tickbench::text

namespace tickbench {

/// "12.35 us": four digits, in s, ms, us or ns, for messages.
std::string duration_text(Seconds duration);

}  // namespace tickbench
