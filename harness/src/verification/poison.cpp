// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "verification/poison.hpp"

#include <cstring>

#include "verification/elements.hpp"

namespace tickbench {

void poison(ElementType type, std::span<std::byte> bytes) {
  verification::with_element_type(type, [&]<class T>(std::type_identity<T>) {
    const T value = verification::poison_value<T>();
    for (std::size_t i = 0; i + sizeof(T) <= bytes.size(); i += sizeof(T))
      std::memcpy(bytes.data() + i, &value, sizeof(T));
  });
}

}  // namespace tickbench
