// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "tickbench/error.hpp"
#include "verification/elements.hpp"
#include "verification/format.hpp"
#include "verification/ulps.hpp"

namespace tickbench {

namespace {
using verification::BitsOf;
using verification::Elements;
using verification::is_finite;
using verification::ulps_apart;

// Both arrays' blocks stay in the first-level cache between the fast pass and a second, exact one.
constexpr std::size_t kBlock = 2048;

/// The tolerance in the form that the inner loop needs.
template <class T>
struct Limits {
  BitsOf<T> ulps;
  double relative, absolute;

  explicit Limits(const Tolerance& tolerance)
      : ulps(whole(tolerance.ulps)), relative(tolerance.relative), absolute(tolerance.absolute) {}
  static BitsOf<T> whole(double count) {
    constexpr auto kMost = std::numeric_limits<BitsOf<T>>::max();
    if (!(count > 0)) return 0;
    return count < static_cast<double>(kMost) ? static_cast<BitsOf<T>>(count) : kMost;
  }
  /// For finite values. Without branches, so that it vectorises.
  bool accept(T expected, T found, BitsOf<T> apart) const noexcept {
    const double e = expected;
    const double difference = std::abs(e - static_cast<double>(found));
    return static_cast<bool>(static_cast<int>(apart <= ulps) |
                             static_cast<int>(difference <= absolute) |
                             static_cast<int>(difference <= relative * std::abs(e)));
  }
};

template <class T>
struct BlockResult {
  bool all_finite = true;
  std::size_t mismatched = 0;
  BitsOf<T> largest_apart = 0;
};

/// Right wherever all values of the block are finite.
template <class T>
BlockResult<T> compare_finite(const Elements<T>& expected, const Elements<T>& found,
                              std::size_t begin, std::size_t end, const Limits<T>& limits) {
  BitsOf<T> non_finite = 0, mismatched = 0, largest = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const T e = expected[i], f = found[i];
    const auto apart = ulps_apart(e, f);
    non_finite |= static_cast<BitsOf<T>>(!is_finite(e)) | static_cast<BitsOf<T>>(!is_finite(f));
    mismatched += static_cast<BitsOf<T>>(!limits.accept(e, f, apart));
    largest = std::max(largest, apart);
  }
  return {non_finite == 0, mismatched, largest};
}

template <class T>
bool equal_non_finite(T a, T b) {
  return (std::isnan(a) && std::isnan(b)) || a == b;
}

/// One element at a time, whatever its value.
template <class T>
bool is_right(T expected, T found, const Limits<T>& limits) {
  if constexpr (std::is_integral_v<T>) {
    return expected == found;
  } else {
    if (!is_finite(expected) || !is_finite(found)) return equal_non_finite(expected, found);
    return limits.accept(expected, found, ulps_apart(expected, found));
  }
}

template <class T>
void note_first(Comparison& result, const Elements<T>& expected, const Elements<T>& found,
                std::size_t begin, std::size_t end, const Limits<T>& limits) {
  for (std::size_t i = begin; !result.first && i < end; ++i)
    if (!is_right(expected[i], found[i], limits))
      result.first = Comparison::Mismatch{i, verification::format_number(expected[i]),
                                          verification::format_number(found[i])};
}

template <class T>
void compare_with_non_finite(Comparison& result, const Elements<T>& expected,
                             const Elements<T>& found, std::size_t begin, std::size_t end,
                             const Limits<T>& limits) {
  for (std::size_t i = begin; i < end; ++i) {
    const T e = expected[i], f = found[i];
    result.mismatched += is_right(e, f, limits) ? 0U : 1U;
    const bool finite = is_finite(e) && is_finite(f);
    const double apart = finite                   ? static_cast<double>(ulps_apart(e, f))
                         : equal_non_finite(e, f) ? 0
                                                  : std::numeric_limits<double>::infinity();
    result.largest_ulps = std::max(result.largest_ulps, apart);
  }
}

template <class T>
void compare_block(Comparison& result, const Elements<T>& expected, const Elements<T>& found,
                   std::size_t begin, std::size_t end, const Limits<T>& limits) {
  const std::size_t before = result.mismatched;
  if constexpr (std::is_integral_v<T>) {
    std::size_t mismatched = 0;
    for (std::size_t i = begin; i < end; ++i) mismatched += expected[i] == found[i] ? 0U : 1U;
    result.mismatched += mismatched;
  } else {
    const auto block = compare_finite(expected, found, begin, end, limits);
    if (block.all_finite) {
      result.mismatched += block.mismatched;
      result.largest_ulps = std::max(result.largest_ulps, static_cast<double>(block.largest_apart));
    } else {
      compare_with_non_finite(result, expected, found, begin, end, limits);
    }
  }
  if (result.mismatched > before) note_first(result, expected, found, begin, end, limits);
}

void require_same_size(ElementType type, std::size_t expected, std::size_t found) {
  if (expected == found && expected % size_of(type) == 0) return;
  throw Error(Outcome::kInvalidBenchmark, "comparing " + std::string(to_string(type)) +
                                              " elements: expected " + std::to_string(expected) +
                                              " bytes, found " + std::to_string(found) +
                                              "; both must be the same whole number of elements");
}
}  // namespace

Comparison compare(ElementType type, std::span<const std::byte> expected,
                   std::span<const std::byte> found, const Tolerance& tolerance) {
  require_same_size(type, expected.size(), found.size());
  return verification::with_element_type(type, [&]<class T>(std::type_identity<T>) {
    const Elements<T> e(expected), f(found);
    const Limits<T> limits(tolerance);
    Comparison result;
    result.compared = e.size();
    for (std::size_t begin = 0; begin < e.size(); begin += kBlock)
      compare_block(result, e, f, begin, std::min(begin + kBlock, e.size()), limits);
    return result;
  });
}

}  // namespace tickbench
