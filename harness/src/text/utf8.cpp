// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "text/utf8.hpp"

#include <array>
#include <cstdint>

namespace tickbench::text {

namespace {

std::uint8_t byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0;
}

}  // namespace

Decoded decode(std::string_view text, std::size_t at) {
  const auto first = byte_at(text, at);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (length == 0 || first > 0xF4) return {};
  char32_t code = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = byte_at(text, at + i);
    if ((next & 0xC0) != 0x80) return {};
    code = (code << 6) | (next & 0x3FU);
  }
  static constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  if (code < kLeast[length] || (code >= 0xD800 && code <= 0xDFFF) || code > 0x10FFFF) return {};
  return {code, length};
}

bool is_invisible(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0xAD || code == 0x61C ||
         code == 0x180E || (code >= 0x200B && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) ||
         code == 0xFEFF || (code >= 0xFFF0 && code <= 0xFFFB) || (code & 0xFFFE) == 0xFFFE ||
         (code >= 0xE0000 && code <= 0xE0FFF);
}

void append(std::string& to, char32_t code) {
  const auto put = [&](char32_t byte) { to += static_cast<char>(static_cast<std::uint8_t>(byte)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | (code >> 6u));
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12u));
    put(0x80 | ((code >> 6u) & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | (code >> 18u));
    put(0x80 | ((code >> 12u) & 0x3F));
    put(0x80 | ((code >> 6u) & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

}  // namespace tickbench::text
