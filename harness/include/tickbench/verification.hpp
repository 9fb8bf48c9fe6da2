// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

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
    static_assert(std::is_integral_v<T> && !std::is_same_v<T, bool>, "float, double or an integer");
    constexpr bool s = std::is_signed_v<T>;
    if constexpr (sizeof(T) == 1)
      return s ? ElementType::kInt8 : ElementType::kUint8;
    else if constexpr (sizeof(T) == 2)
      return s ? ElementType::kInt16 : ElementType::kUint16;
    else if constexpr (sizeof(T) == 4)
      return s ? ElementType::kInt32 : ElementType::kUint32;
    else
      return s ? ElementType::kInt64 : ElementType::kUint64;
  }
}

/// How far an element may lie from the expected one. Integers are always compared exactly.
///
/// State the operation's own error bound where it is used: `ulps(2)` for saxpy (a product and a
/// sum, each rounded once, or fused), `dot_product(n)` for a sum of n products.
struct Tolerance {
  double ulps = 0;      ///< units in the last place of the expected value
  double relative = 0;  ///< of the expected value's magnitude
  double absolute = 0;
  friend bool operator==(const Tolerance&, const Tolerance&) = default;
};  ///< an element is right when it is within any one of the three
Tolerance exact() noexcept;
Tolerance ulps(double count) noexcept;
Tolerance relative(double fraction) noexcept;
Tolerance absolute(double difference) noexcept;
/// A sum of n products of terms within [-magnitude, magnitude], summed in any order, on both sides:
/// |error| <= 2 n u sum|a b| <= 2 n^2 u magnitude^2 in the worst case (Higham, Accuracy and
/// Stability of Numerical Algorithms, 2nd ed., section 3.1, with gamma_n ~ n u); u = 2^-24 for
/// float, 2^-53 for double. The bound taken is the probabilistic one of Higham and Mary (SIAM J.
/// Sci. Comput. 41, 2019), with gamma ~ lambda sqrt(n) u and lambda = 8, so n sqrt(n) instead of
/// n^2: failing falsely is less likely than 1e-13 an element, and a missing term of ordinary size
/// is seen.
Tolerance dot_product(std::size_t terms, double magnitude = 1.0,
                      ElementType type = ElementType::kFloat32);
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
  double largest_ulps = 0;  ///< over all elements; 0 for integers
};

/// Compares `size_bytes / size_of(type)` elements. A NaN equals only a NaN; infinities only
/// themselves.
Comparison compare(ElementType type, std::span<const std::byte> expected,
                   std::span<const std::byte> found, const Tolerance& tolerance);

/// Bytes that no sensible result consists of (quiet NaNs with a payload, for floats): written into
/// `out` buffers before the checked launch.
void poison(ElementType type, std::span<std::byte> bytes);

/// Why a check of these expected values would prove nothing, or nothing where it is sound: fewer
/// than 3 distinct values among more than 16, equal to the poison, or equal to the input (`input`
/// empty: none).
std::optional<std::string> mistrust(ElementType type, std::span<const std::byte> expected,
                                    std::span<const std::byte> input);

/// The index of the first element that is not finite, for floating types.
std::optional<std::size_t> first_non_finite(ElementType type, std::span<const std::byte> values);

/// What a check found, and what to print of it.
struct CheckResult {
  enum class Verdict { kRight, kWrong, kMistrusted } verdict = Verdict::kRight;
  Comparison comparison;
  std::string message;  ///< empty when right; else: what was expected, what was found, how many
};

/// Judges one output after the checked launch. `before`: the bytes that the buffer held before the
/// launch (poison for `out`, the input for `inout`); found equal to those, the device has executed
/// nothing.
CheckResult check_output(ElementType type, std::span<const std::byte> before,
                         std::span<const std::byte> expected, std::span<const std::byte> found,
                         const Tolerance& tolerance, bool is_inout);

}  // namespace tickbench
