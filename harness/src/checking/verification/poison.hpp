// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tickbench/verification.hpp"

/// What lies in memory that nothing was written to, while a result is checked.
namespace tickbench::verification {

/// A result that depends on such memory may be right by luck with one of them, not with both: the
/// first is a NaN for floats, the second a small number; as integers their signs differ.
enum class Poison { kFirst, kSecond };

constexpr Poison other(Poison poison) noexcept {
  return poison == Poison::kFirst ? Poison::kSecond : Poison::kFirst;
}

/// Of memory that holds elements of any type: both patterns are a NaN, or a number, for float and
/// double alike.
constexpr std::uint32_t poison_word(Poison poison) noexcept {
  return poison == Poison::kFirst ? 0x7FF8A5A5 : 0xC0A5A5A5;
}

/// Of an output's elements: the first one is that of tickbench::poison.
void poison(ElementType type, std::span<std::byte> bytes, Poison which);

/// tickbench::check_output, where an `out` held this poison.
CheckResult check_output(ElementType type, std::span<const std::byte> before,
                         std::span<const std::byte> expected, std::span<const std::byte> found,
                         const Tolerance& tolerance, bool is_inout, Poison which);

/// How a message begins on an output that holds its poison still.
inline constexpr std::string_view kExecutedNothing = "the device executed nothing";

/// Elements that are another value with another poison.
struct Dependence {
  std::size_t first = 0;  ///< its index
  std::size_t count = 0;
  std::string found, second_values;  ///< the first one's values
};
/// Only those that are the same in `found` and in `again`, which is of the same poison: what
/// differs from run to run says nothing. Nothing where there is none.
std::optional<Dependence> dependence(ElementType type, std::span<const std::byte> found,
                                     std::span<const std::byte> again,
                                     std::span<const std::byte> second_values);
/// How many elements are not the same value in both.
std::size_t count_different(ElementType type, std::span<const std::byte> a,
                            std::span<const std::byte> b);

}  // namespace tickbench::verification
