// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/escape.hpp"

#include <array>
#include <cstdint>
#include <cstdio>

namespace tickbench::compare {

namespace {

struct Decoded {
  char32_t code = 0;
  std::size_t length = 0;  // 0: not UTF-8
};

std::uint8_t byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0;
}

// One character of UTF-8: neither overlong, nor a surrogate, nor beyond U+10FFFF.
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

std::string formatted(const char* format, unsigned value) {
  std::array<char, 16> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  return buffer.data();
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ' ||
         c == '/' || c == '-' || c == ',' || (static_cast<std::uint8_t>(c) & 0x80) != 0;
}

}  // namespace

std::string visible(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto [code, length] = decode(text, at);
    if (length == 0)
      result += formatted("\\x%02x", byte_at(text, at));
    else if (code == '\n')
      result += "\\n";
    else if (!is_invisible(code))
      result += text.substr(at, length);
    else
      result += formatted(code < 0x80 ? "\\x%02x" : "\\u{%x}", static_cast<unsigned>(code));
    at += length == 0 ? 1 : length;
  }
  return result;
}

std::string xml(std::string_view text) {
  std::string result;
  for (const char c : visible(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&apos;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string markdown(std::string_view text) {
  std::string result;
  // Character references are never markup. Underscores, dots and colons as well: emphasis, and
  // links made of bare addresses.
  for (const char c : visible(text))
    result += is_plain(c) ? std::string(1, c) : formatted("&#%u;", static_cast<unsigned char>(c));
  return result;
}

}  // namespace tickbench::compare
