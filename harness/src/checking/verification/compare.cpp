// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "base/parallel.hpp"
#include "tickbench/error.hpp"
#include "verification/elements.hpp"

namespace tickbench {
namespace {
using verification::Elements;
using verification::is_finite;
using verification::same_value;
using verification::ulps_apart;
using verification::UnsignedBits;

// Both arrays' blocks stay in the first-level cache between the fast pass and a second, exact one.
constexpr std::size_t kBlock = 2048;

/// Elements that one processor compares while another one starts.
constexpr std::size_t kLeastCompared = std::size_t{1} << 18;

/// The tolerance in the form that the inner loop needs.
template <class T>
struct Limits {
  UnsignedBits<T> ulps;
  double relative, absolute;

  static UnsignedBits<T> whole(double count) {
    constexpr auto kMost = std::numeric_limits<UnsignedBits<T>>::max();
    if (!(count > 0)) return 0;
    return count < static_cast<double>(kMost) ? static_cast<UnsignedBits<T>>(count) : kMost;
  }
  /// For finite values. Without branches, so that it vectorises.
  bool accept(T expected, T found, UnsignedBits<T> apart) const noexcept {
    const double e = expected;
    const double difference = std::abs(e - static_cast<double>(found));
    return static_cast<bool>(static_cast<int>(apart <= ulps) |
                             static_cast<int>(difference <= absolute) |
                             static_cast<int>(difference <= relative * std::abs(e)));
  }
};

/// The bits of their absolute difference, which count up with it: the largest of integers
/// vectorises.
template <class T>
UnsignedBits<T> error_bits(T expected, T found) noexcept {
  return std::bit_cast<UnsignedBits<T>>(std::abs(expected - found));
}

template <class T>
struct BlockResult {
  bool all_finite = true;
  std::size_t mismatched = 0;
  UnsignedBits<T> largest_apart = 0;
  T largest_error = 0;
};

/// Right wherever all values of the block are finite.
template <class T>
BlockResult<T> compare_finite(const Elements<T>& expected, const Elements<T>& found,
                              std::size_t begin, std::size_t end, const Limits<T>& limits) {
  UnsignedBits<T> non_finite = 0, mismatched = 0, largest = 0, error = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const T e = expected[i], f = found[i];
    const auto apart = ulps_apart(e, f);
    non_finite |=
        static_cast<UnsignedBits<T>>(!is_finite(e)) | static_cast<UnsignedBits<T>>(!is_finite(f));
    mismatched += static_cast<UnsignedBits<T>>(!limits.accept(e, f, apart));
    largest = std::max(largest, apart);
    error = std::max(error, error_bits(e, f));
  }
  return {non_finite == 0, mismatched, largest, std::bit_cast<T>(error)};
}

/// One element at a time, whatever its value.
template <class T>
bool is_right(T expected, T found, const Limits<T>& limits) {
  if constexpr (std::is_integral_v<T>) {
    return expected == found;
  } else {
    if (!is_finite(expected) || !is_finite(found)) return same_value(expected, found);
    return limits.accept(expected, found, ulps_apart(expected, found));
  }
}

template <class T>
struct Comparer {
  Elements<T> expected, found;
  Limits<T> limits;
  Comparison result{};

  void compare_block(std::size_t begin, std::size_t end) {
    if (expected.same_bytes(found, begin, end)) return;
    const std::size_t before = result.mismatched;
    if constexpr (std::is_integral_v<T>) {
      std::size_t mismatched = 0;
      for (std::size_t i = begin; i < end; ++i) mismatched += expected[i] == found[i] ? 0U : 1U;
      result.mismatched += mismatched;
    } else if (const auto block = compare_finite(expected, found, begin, end, limits);
               block.all_finite) {
      result.mismatched += block.mismatched;
      result.largest_ulps = std::max(result.largest_ulps, static_cast<double>(block.largest_apart));
      result.largest_error =
          std::max(result.largest_error, static_cast<double>(block.largest_error));
    } else {
      compare_with_non_finite(begin, end);
    }
    if (result.mismatched > before) note_first(begin, end);
  }

  void compare_with_non_finite(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const T e = expected[i], f = found[i];
      result.mismatched += is_right(e, f, limits) ? 0U : 1U;
      const bool finite = is_finite(e) && is_finite(f);
      const double apart = finite             ? static_cast<double>(ulps_apart(e, f))
                           : same_value(e, f) ? 0
                                              : std::numeric_limits<double>::infinity();
      result.largest_ulps = std::max(result.largest_ulps, apart);
      if (finite)
        result.largest_error = std::max(result.largest_error, static_cast<double>(std::abs(e - f)));
    }
  }

  void note_first(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; !result.first && i < end; ++i)
      if (!is_right(expected[i], found[i], limits))
        result.first = Comparison::Mismatch{i, verification::format_number(expected[i]),
                                            verification::format_number(found[i])};
  }
};

/// Of what two parts of the elements gave.
void add(Comparison& all, const Comparison& part) {
  all.mismatched += part.mismatched;
  all.largest_ulps = std::max(all.largest_ulps, part.largest_ulps);
  all.largest_error = std::max(all.largest_error, part.largest_error);
  if (part.first && (!all.first || part.first->index < all.first->index)) all.first = part.first;
}

}  // namespace

Comparison compare(ElementType type, std::span<const std::byte> expected,
                   std::span<const std::byte> found, const Tolerance& tolerance) {
  if (expected.size() != found.size() || expected.size() % size_of(type) != 0)
    throw Error(
        Outcome::kInvalidBenchmark,
        fmt::format("comparing {} elements: expected {} bytes, found {}; both must be the same "
                    "whole number of elements",
                    to_string(type), expected.size(), found.size()));
  return verification::with_element_type(type, [&]<class T>(std::type_identity<T>) {
    const Elements<T> all_expected(expected), all_found(found);
    const Limits<T> limits{Limits<T>::whole(tolerance.ulps), tolerance.relative,
                           tolerance.absolute};
    Comparison result;
    result.compared = all_expected.size();
    std::mutex mutex;
    in_parallel(result.compared, kLeastCompared, [&](std::size_t begin, std::size_t end) {
      Comparer<T> comparer{all_expected, all_found, limits};
      for (; begin < end; begin += kBlock)
        comparer.compare_block(begin, std::min(begin + kBlock, end));
      const std::lock_guard lock(mutex);
      add(result, comparer.result);
    });
    return result;
  });
}

std::string to_string(const Tolerance& tolerance) {
  using verification::format_number;
  std::string text;
  const auto add = [&text](double value, const std::string& words) {
    if (value > 0) text += (text.empty() ? "" : " or ") + words;
  };
  add(tolerance.ulps, format_number(tolerance.ulps) + " ulps");
  add(tolerance.relative, fmt::format("{:.4g} relative", tolerance.relative));
  add(tolerance.absolute, fmt::format("{:.4g} absolute", tolerance.absolute));
  return text.empty() ? "exact" : text;
}

}  // namespace tickbench
