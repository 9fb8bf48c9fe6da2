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

/// A tolerance beyond these is said to be loose.
constexpr double kMaxSpreadFraction = 0.01, kMaxErrorFactor = 1000;
/// One below this is not: where both sides add in one order, they agree far better than the bound
/// of a long sum in any order allows.
constexpr double kLeastSpreadFraction = 0.001;
/// The errors of fewer elements may all be small by chance.
constexpr std::size_t kFewElements = 64;
constexpr double kMaxErrorFactorOfFew = 1e6;

// 2 exp(-lambda^2 / 2) is below 1e-13: less than one false failure in the 2^22 elements of a 2048
// matrix product, run a million times.
constexpr double kLambda = 8;

struct Extremes {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  double magnitude() const { return std::max(std::abs(low), std::abs(high)); }
};

/// Of the finite values.
template <class T>
Extremes find_extremes(const Elements<T>& values) {
  Extremes all;
  std::mutex mutex;
  in_parallel(values.size(), verification::kLeastPart, [&](std::size_t begin, std::size_t end) {
    T low = std::numeric_limits<T>::max(), high = std::numeric_limits<T>::lowest();
    for (; begin < end; ++begin) {
      const T value = values[begin];
      if (!verification::is_finite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    const std::lock_guard lock(mutex);
    all.low = std::min(all.low, static_cast<double>(low));
    all.high = std::max(all.high, static_cast<double>(high));
  });
  return all;
}

/// What the tolerance lets the largest of the values err by.
template <class T>
double allowed(const Tolerance& tolerance, double magnitude) {
  const auto largest = static_cast<T>(magnitude);
  const double ulp =
      static_cast<double>(std::nextafter(largest, std::numeric_limits<T>::infinity()) - largest);
  return std::max(
      {tolerance.absolute, tolerance.relative * magnitude, std::floor(tolerance.ulps) * ulp});
}

template <class T>
Tolerance terms_tolerance(std::span<const T> terms) {
  double prefix = 0, low = 0, high = 0;
  for (const T term : terms) {
    if (!std::isfinite(term))
      throw Error(Outcome::kInvalidBenchmark, fmt::format("sum_of: expected finite terms, found {}",
                                                          verification::format_number(term)));
    prefix += static_cast<double>(term);
    low = std::min(low, prefix);
    high = std::max(high, prefix);
  }
  const double unit_roundoff = static_cast<double>(std::numeric_limits<T>::epsilon()) / 2;
  return absolute(kLambda * unit_roundoff * (high - low) *
                  std::sqrt(2 * static_cast<double>(terms.size())));
}

}  // namespace

std::optional<std::string> looseness(ElementType type, std::span<const std::byte> expected,
                                     const Comparison& comparison, const Tolerance& tolerance) {
  return verification::with_element_type(
      type, [&]<class T>(std::type_identity<T>) -> std::optional<std::string> {
        if constexpr (std::is_floating_point_v<T>) {
          const auto values = find_extremes(Elements<T>(expected));
          if (!(values.low <= values.high)) return std::nullopt;
          const double most = allowed<T>(tolerance, values.magnitude());
          const double spread = values.high - values.low;
          if (spread > 0 && most > kMaxSpreadFraction * spread)
            return fmt::format("loose tolerance: {:.2g} % of the results' spread",
                               100 * most / spread);
          const double factor =
              expected.size() < kFewElements * sizeof(T) ? kMaxErrorFactorOfFew : kMaxErrorFactor;
          if (comparison.largest_error > 0 && most > kLeastSpreadFraction * spread &&
              most > factor * comparison.largest_error)
            return fmt::format("loose tolerance: {:.2g} times the error",
                               most / comparison.largest_error);
        }
        return std::nullopt;
      });
}

Tolerance dot_product(std::size_t terms, double magnitude, ElementType type) {
  if (type != ElementType::kFloat32 && type != ElementType::kFloat64)
    throw Error(
        Outcome::kInvalidBenchmark,
        fmt::format("dot_product: expected float32 or float64 elements, found {}, which are "
                    "compared exactly",
                    to_string(type)));
  const double unit_roundoff = type == ElementType::kFloat32 ? 0x1p-24 : 0x1p-53;
  const auto n = static_cast<double>(terms);
  const double partial_sums_squared = n * (n + 1) * (2 * n + 1) / 6;
  const double both_sides = 2 * (partial_sums_squared + n);  // n: the products squared
  return absolute(kLambda * unit_roundoff * magnitude * magnitude * std::sqrt(both_sides));
}

Tolerance sum_of(std::span<const float> terms) { return terms_tolerance(terms); }
Tolerance sum_of(std::span<const double> terms) { return terms_tolerance(terms); }

}  // namespace tickbench
