// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "verification/elements.hpp"
#include "verification/format.hpp"
#include "verification/poison.hpp"
#include "verification/ulps.hpp"

namespace tickbench {

namespace {
using verification::Elements;

// Of more than 16 elements a sensible test has at least three values; of fewer, two may be honest.
constexpr std::size_t kManyElements = 16;
constexpr std::size_t kDistinctValues = 3;

/// As compare() sees them: all NaNs are one value, and so are the two zeros.
template <class T>
bool same_value(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(a) && std::isnan(b)) return true;
  return a == b;
}

/// "all 1024 expected values are 0", "... are 0 or 1"; empty where there are enough of them.
template <class T>
std::string too_few_values(const Elements<T>& expected) {
  if (expected.size() <= kManyElements) return {};
  std::array<T, kDistinctValues> seen{};
  std::size_t distinct = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto end = seen.begin() + static_cast<std::ptrdiff_t>(distinct);
    const T value = expected[i];
    if (std::any_of(seen.begin(), end, [value](T other) { return same_value(value, other); }))
      continue;
    seen[distinct++] = value;
    if (distinct == kDistinctValues) return {};
  }
  std::string values = verification::format_number(seen[0]);
  if (distinct > 1) values += " or " + verification::format_number(seen[1]);
  return "all " + std::to_string(expected.size()) + " expected values are " + values +
         ": a device that computes nothing could pass; use inputs that give at least 3 values";
}

template <class T>
bool equals_poison(const Elements<T>& expected) {
  const T value = verification::poison_value<T>();
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!same_value(expected[i], value)) return false;
  return true;
}
}  // namespace

std::optional<std::string> mistrust(ElementType type, std::span<const std::byte> expected,
                                    std::span<const std::byte> input) {
  if (expected.empty()) return "the output has no elements: nothing was compared";
  if (std::ranges::equal(expected, input))
    return "the expected values equal the input: a launch that does nothing would pass";
  return verification::with_element_type(
      type, [&]<class T>(std::type_identity<T>) -> std::optional<std::string> {
        const Elements<T> values(expected);
        if (equals_poison(values))
          return "the expected values equal the poison that is written before the launch: a launch "
                 "that does nothing would pass";
        auto reason = too_few_values(values);
        if (reason.empty()) return std::nullopt;
        return reason;
      });
}

std::optional<std::size_t> first_non_finite(ElementType type, std::span<const std::byte> values) {
  return verification::with_element_type(
      type, [&]<class T>(std::type_identity<T>) -> std::optional<std::size_t> {
        if constexpr (std::is_floating_point_v<T>) {
          const Elements<T> elements(values);
          for (std::size_t i = 0; i < elements.size(); ++i)
            if (!verification::is_finite(elements[i])) return i;
        }
        return std::nullopt;
      });
}

}  // namespace tickbench
