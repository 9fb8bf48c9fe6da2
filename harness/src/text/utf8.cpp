// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "text/utf8.hpp"

#include <utf8cpp/utf8.h>

#include <iterator>

namespace tickbench::text {

Decoded decode(std::string_view text, std::size_t at) {
  const char* const begin = text.data() + at;
  const char* end = begin;
  try {
    const char32_t code = utf8::next(end, text.data() + text.size());
    return {code, static_cast<std::size_t>(end - begin)};
  } catch (const utf8::exception&) {
    return {};
  }
}

bool is_invisible(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0xAD || code == 0x61C ||
         code == 0x180E || (code >= 0x200B && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) ||
         code == 0xFEFF || (code >= 0xFFF0 && code <= 0xFFFB) || (code & 0xFFFE) == 0xFFFE ||
         (code >= 0xE0000 && code <= 0xE0FFF);
}

void append(std::string& to, char32_t code) { utf8::append(code, std::back_inserter(to)); }

}  // namespace tickbench::text
