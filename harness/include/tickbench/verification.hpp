// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace tickbench {

/// The element types that results are compared in.
enum class ElementType {
  kFloat32,
  kFloat64,
  kInt8,
  kUint8,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kInt64,
  kUint64
};
std::size_t size_of(ElementType type) noexcept;
std::string_view to_string(ElementType type) noexcept;

template <class T>
constexpr ElementType element_type() {
  if constexpr (std::is_same_v<T, float>)
    return ElementType::kFloat32;
  else if constexpr (std::is_same_v<T, double>)
    return ElementType::kFloat64;
  else {
    static_assert(std::is_integral_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 8,
                  "float, double or an integer");
    // By their sizes, the signed one first.
    constexpr int kPlace = 2 * std::countr_zero(sizeof(T)) + (std::is_signed_v<T> ? 0 : 1);
    return static_cast<ElementType>(static_cast<int>(ElementType::kInt8) + kPlace);
  }
}

/// How far an element may lie from the expected one. Integers are always compared exactly.
///
/// State the operation's own bound: `ulps(1)` for one rounded operation, `dot_product(n)` for a sum
/// of n products. A sum of rounded terms of opposite signs has none in ulps of its result: a*x + y
/// with and without a fused multiply-add differs by up to u (max |a*x| + 2 max |sum|), and needs
/// this bound as an absolute one, unless the product is exact.
struct Tolerance {
  double ulps = 0;      ///< representable values between the two, both zeros being one
  double relative = 0;  ///< of the expected value's magnitude
  double absolute = 0;
  friend bool operator==(const Tolerance&, const Tolerance&) = default;
};  ///< an element is right when it is within any one of the three
inline Tolerance exact() noexcept { return {}; }
inline Tolerance ulps(double count) noexcept { return {.ulps = count}; }
inline Tolerance relative(double fraction) noexcept { return {.relative = fraction}; }
inline Tolerance absolute(double difference) noexcept { return {.absolute = difference}; }
/// For a sum of n products of terms within [-magnitude, magnitude], computed in any order on both
/// sides. Each rounding errs by at most u = 2^-24 (float) or 2^-53 (double) of a partial sum of at
/// most k magnitude^2, k = 2 .. n, or of a product. In the worst case these add up to n^2 u
/// magnitude^2 (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1). The
/// bound taken is the probabilistic one, with rounding errors of mean zero (Ipsen and Zhou,
/// Probabilistic Error Analysis for Inner Products, SIAM J. Matrix Anal. Appl. 41, 2020): by
/// Azuma's inequality the two sides differ by more than
///
///     lambda u magnitude^2 sqrt(2 (1 + 4 + ... + n^2 + n))  ~  0.8 lambda u magnitude^2 n^(3/2)
///
/// with a probability below 2 exp(-lambda^2 / 2); lambda = 8 makes that 3e-14 an element. Fused
/// multiply-adds and blocked sums round less. To first order in u: n u must be far below 1. At
/// n = 2048, magnitude 1 and float it is 0.036; a missing term of that size or more is seen.
Tolerance dot_product(std::size_t terms, double magnitude = 1.0,
                      ElementType type = ElementType::kFloat32);
/// For a sum of these terms themselves, in any order of blocks, on both sides. Their type is that
/// of the output. Every addition errs
/// by at most u of a partial sum. No block of neighbouring terms sums to more than P, the
/// difference between the largest and the smallest sum of first terms (0 included). With rounding
/// errors of mean zero, as above, the two sides differ by more than lambda u P sqrt(2 n), lambda =
/// 8, with a probability below 3e-14. Terms that cancel so give a far narrower bound than their
/// number does. Roundings are of mean zero where terms vary by more than an ulp of the partial
/// sums: a million terms of nearly one size are not to be added one after the other into one float,
/// which this refuses rightly. Strided blocks are covered as far as they sum like neighbouring
/// ones, as random terms do. Throws Error (kInvalidBenchmark) for a term that is not finite.
Tolerance sum_of(std::span<const float> terms);
Tolerance sum_of(std::span<const double> terms);
std::string to_string(const Tolerance& tolerance);

/// What every element compared with every other gave.
struct Comparison {
  std::size_t compared = 0;
  std::size_t mismatched = 0;
  struct Mismatch {
    std::size_t index = 0;
    std::string expected, found;
  };
  std::optional<Mismatch> first;
  double largest_error = 0;  ///< absolute, over all elements of which both values are finite
  double largest_ulps = 0;   ///< over all elements; 0 for integers; infinite where only one of two
                             ///< values is finite
};

/// Compares `size_bytes / size_of(type)` elements. A NaN equals only a NaN; infinities only
/// themselves.
Comparison compare(ElementType type, std::span<const std::byte> expected,
                   std::span<const std::byte> found, const Tolerance& tolerance);

/// Bytes of no sensible result (of floats: quiet NaNs with a payload), for `out` buffers.
void poison(ElementType type, std::span<std::byte> bytes);

/// Why a check of these expected values would prove nothing, if so: fewer than 3 distinct values
/// among more than 16, the poison, the input (`input` empty: none), or no values at all.
std::optional<std::string> mistrust(ElementType type, std::span<const std::byte> expected,
                                    std::span<const std::byte> input);

/// Why a tolerance says little of a right result, if so: it allows more than 1 % of the results'
/// spread (largest less smallest), or 1000 times the largest error found. Nothing for integers.
std::optional<std::string> looseness(ElementType type, std::span<const std::byte> expected,
                                     const Comparison& comparison, const Tolerance& tolerance);

/// The index of the first element that is not finite, for floating types.
std::optional<std::size_t> first_non_finite(ElementType type, std::span<const std::byte> values);

/// What a check found, and what to print of it.
struct CheckResult {
  enum class Verdict { kRight, kWrong, kMistrusted } verdict = Verdict::kRight;
  Comparison comparison;
  std::string message;  ///< empty when right; else: what was expected, what was found, how many
};

/// Judges one output after the checked launch. `before`: what the buffer held (the input of
/// `inout`; empty for `out`: poison); found equal to that, the device has executed nothing. Right
/// but worthless, by `mistrust` or since zeros would be within the tolerance, is kMistrusted.
CheckResult check_output(ElementType type, std::span<const std::byte> before,
                         std::span<const std::byte> expected, std::span<const std::byte> found,
                         const Tolerance& tolerance, bool is_inout);

}  // namespace tickbench
