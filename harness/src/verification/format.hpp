// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <charconv>
#include <string>
#include <type_traits>

namespace tickbench::verification {

/// The shortest text that reads back as the same number.
template <class T>
std::string format_number(T value) {
  std::array<char, 64> text{};     // the longest double takes 24 characters
  if constexpr (sizeof(T) == 1) {  // not a character
    return format_number(int{value});
  } else {
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
  }
}

}  // namespace tickbench::verification
