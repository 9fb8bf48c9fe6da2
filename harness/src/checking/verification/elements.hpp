// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/parallel.hpp"
#include "verification/poison.hpp"

namespace tickbench::verification {

/// Bytes, and elements, that one processor goes over while another one starts.
inline constexpr std::size_t kLeastPart = std::size_t{1} << 20;

/// Calls `function(std::type_identity<T>{})` with the one of these types that `type` names.
template <class First, class... Rest, class Function>
auto with_element_type(ElementType type, Function&& function) {
  if constexpr (sizeof...(Rest) > 0)
    if (type != element_type<First>()) return with_element_type<Rest...>(type, function);
  return function(std::type_identity<First>{});
}

/// The same with the C++ type of `type`.
template <class Function>
auto with_element_type(ElementType type, Function&& function) {
  return with_element_type<float, double, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                           std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>(type,
                                                                                     function);
}

/// The bytes as elements of T, whatever their alignment.
template <class T>
class Elements {
 public:
  explicit Elements(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::size_t size() const noexcept { return bytes_.size() / sizeof(T); }
  T operator[](std::size_t index) const noexcept {
    T value;
    std::memcpy(&value, bytes_.data() + index * sizeof(T), sizeof(T));
    return value;
  }
  /// Whether these elements of both have the same bytes, and so the same values.
  bool same_bytes(const Elements& other, std::size_t begin, std::size_t end) const noexcept {
    const std::size_t offset = begin * sizeof(T);
    return std::memcmp(bytes_.data() + offset, other.bytes_.data() + offset,
                       (end - begin) * sizeof(T)) == 0;
  }

 private:
  std::span<const std::byte> bytes_;
};

template <class T>
using UnsignedBits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// All NaNs are one value, and so are the two zeros.
template <class T>
bool same_value(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(a) && std::isnan(b)) return true;
  return a == b;
}

/// Neither an infinity nor a NaN. On the bits: it vectorises, and no compiler flag removes it.
template <class T>
constexpr bool is_finite(T value) noexcept {
  constexpr auto kInfinity = std::bit_cast<UnsignedBits<T>>(std::numeric_limits<T>::infinity());
  constexpr auto kMagnitude = std::numeric_limits<UnsignedBits<T>>::max() >> 1;
  return (std::bit_cast<UnsignedBits<T>>(value) & kMagnitude) < kInfinity;
}

/// How many representable values apart two finite numbers are: 0 for -0 and +0, 2 for the two
/// smallest denormals. The bits of an IEEE number count up with its magnitude, so signed magnitude
/// becomes one number line with both zeros in its middle.
template <class T>
constexpr UnsignedBits<T> ulps_apart(T a, T b) noexcept {
  using Bits = UnsignedBits<T>;
  constexpr Bits kSign = Bits{1} << (sizeof(T) * 8 - 1);
  const auto place = [](T value) {
    const auto bits = std::bit_cast<Bits>(value);
    return (bits & kSign) != 0 ? static_cast<Bits>(kSign - (bits & ~kSign))
                               : static_cast<Bits>(kSign + bits);
  };
  const Bits x = place(a), y = place(b);
  return x > y ? x - y : y - x;
}

/// The first: quiet NaNs with a payload that no arithmetic gives; for integers a pattern that is
/// neither small nor all ones. The second: small numbers, about 5 and 3000, whose last bits no
/// short computation gives; for integers the other bits.
template <class T>
T poison_value(Poison which = Poison::kFirst) noexcept {
  const bool is_first = which == Poison::kFirst;
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(is_first ? 0x7FC5A5A5U : 0x40A5A5A5U);
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(is_first ? std::uint64_t{0x7FF8A5A5A5A5A5A5}
                                          : std::uint64_t{0x40A5A5A5A5A5A5A5});
  else
    return static_cast<T>(is_first ? 0xA5A5A5A5A5A5A5A5 : 0x5A5A5A5A5A5A5A5A);
}

/// Writes a value into all of these bytes, again and again.
template <class T>
void fill(std::span<std::byte> bytes, T value) {
  static constexpr std::size_t kBlock = 4096;
  std::array<T, kBlock / sizeof(T)> block;
  block.fill(value);
  in_parallel((bytes.size() + kBlock - 1) / kBlock, kLeastPart / kBlock, [&](auto begin, auto end) {
    for (; begin < end; ++begin)
      std::memcpy(bytes.data() + begin * kBlock, block.data(),
                  std::min(kBlock, bytes.size() - begin * kBlock));
  });
}

/// The shortest text that reads back as the same number.
template <class T>
std::string format_number(T value) {
  std::array<char, 64> text{};  // the longest double takes 24 characters
  return {text.begin(), std::to_chars(text.begin(), text.end(), value).ptr};
}

}  // namespace tickbench::verification
