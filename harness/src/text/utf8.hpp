// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tickbench::text {

struct Decoded {
  char32_t code = 0;
  std::size_t length = 0;  ///< 0: the byte there begins no character of UTF-8
};

/// One character of UTF-8: neither overlong, nor a surrogate, nor beyond U+10FFFF.
Decoded decode(std::string_view text, std::size_t at);

/// Control characters, marks that change the direction of writing, and what shows nothing.
bool is_invisible(char32_t code);

void append(std::string& to, char32_t code);

}  // namespace tickbench::text
