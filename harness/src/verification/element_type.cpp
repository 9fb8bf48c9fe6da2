// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "verification/elements.hpp"

namespace tickbench {

std::size_t size_of(ElementType type) noexcept {
  return verification::with_element_type(type,
                                         []<class T>(std::type_identity<T>) { return sizeof(T); });
}

std::string_view to_string(ElementType type) noexcept {
  switch (type) {
    case ElementType::kFloat32:
      return "float32";
    case ElementType::kFloat64:
      return "float64";
    case ElementType::kInt8:
      return "int8";
    case ElementType::kUint8:
      return "uint8";
    case ElementType::kInt16:
      return "int16";
    case ElementType::kUint16:
      return "uint16";
    case ElementType::kInt32:
      return "int32";
    case ElementType::kUint32:
      return "uint32";
    case ElementType::kInt64:
      return "int64";
    case ElementType::kUint64:
      return "uint64";
  }
  return "unknown";
}

}  // namespace tickbench
