// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "tickbench/verification.hpp"

namespace tickbench::verification {

/// Calls `function(std::type_identity<T>{})` with the C++ type of `type`.
template <class Function>
auto with_element_type(ElementType type, Function&& function) {
  switch (type) {
    case ElementType::kFloat32:
      return function(std::type_identity<float>{});
    case ElementType::kFloat64:
      return function(std::type_identity<double>{});
    case ElementType::kInt8:
      return function(std::type_identity<std::int8_t>{});
    case ElementType::kUint8:
      return function(std::type_identity<std::uint8_t>{});
    case ElementType::kInt16:
      return function(std::type_identity<std::int16_t>{});
    case ElementType::kUint16:
      return function(std::type_identity<std::uint16_t>{});
    case ElementType::kInt32:
      return function(std::type_identity<std::int32_t>{});
    case ElementType::kUint32:
      return function(std::type_identity<std::uint32_t>{});
    case ElementType::kInt64:
      return function(std::type_identity<std::int64_t>{});
    case ElementType::kUint64:
      break;
  }
  return function(std::type_identity<std::uint64_t>{});
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

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace tickbench::verification
