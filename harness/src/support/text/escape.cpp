// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "text/escape.hpp"

#include <fmt/format.h>
#include <utf8cpp/utf8.h>

#include <algorithm>
#include <cctype>
#include <cstdint>

namespace tickbench::text {
namespace {

/// A point or colon of prose, or of a number: no bare address has a blank or a digit behind it.
bool is_prose(std::string_view text, std::size_t at) {
  const char next = at + 1 < text.size() ? text[at + 1] : ' ';
  const bool is_decimal = at > 0 && std::isdigit(static_cast<unsigned char>(text[at - 1])) != 0 &&
                          std::isdigit(static_cast<unsigned char>(next)) != 0;
  return (text[at] == '.' && (next == ' ' || is_decimal)) || (text[at] == ':' && next == ' ');
}

std::string quoted(const std::string& word) {
  if (!word.empty() && std::ranges::all_of(word, [](char c) { return is_plain(c, "_-./:=,+@%"); }))
    return word;
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string hexadecimal(char byte) {
  return fmt::format("\\x{:02x}", static_cast<std::uint8_t>(byte));
}

/// As bash and zsh read it, with nothing that a terminal obeys: $'\x1b[31m'.
std::string quoted_bytes(std::string_view word) {
  std::string result = "$'";
  for (std::size_t at = 0; at < word.size();) {
    const auto [code, length] = decode(word, at);
    const auto next = at + std::max<std::size_t>(length, 1);
    if (length > 0 && !is_invisible(code)) {
      if (code == '\'' || code == '\\') result += '\\';
      result += word.substr(at, length);
    } else {
      for (; at < next; ++at) result += hexadecimal(word[at]);
    }
    at = next;
  }
  return result + "'";
}

std::string visible_but_for(std::string_view kept, std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto [code, length] = decode(text, at);
    if (kept.find(text[at]) != std::string_view::npos)
      result += text[at];
    else if (length == 0)
      result += hexadecimal(text[at]);
    else if (code == '\n')
      result += "\\n";
    else if (!is_invisible(code))
      result += text.substr(at, length);
    else
      result += code < 0x80 ? hexadecimal(text[at])
                            : fmt::format("\\u{{{:x}}}", static_cast<unsigned>(code));
    at += length == 0 ? 1 : length;
  }
  return result;
}

}  // namespace

bool is_plain(char c, std::string_view others) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x80 && (std::isalnum(byte) != 0 || others.find(c) != others.npos);
}

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

std::string visible(std::string_view text) { return visible_but_for("", text); }

std::string visible_lines(std::string_view text) { return visible_but_for("\n\t", text); }

std::string command(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) {
    if (!text.empty()) text += ' ';
    text += visible(word) == word ? quoted(word) : quoted_bytes(word);
  }
  return text;
}

std::string markup(std::string_view text) {
  static constexpr std::string_view kSpecial = "&<>\"'";
  static constexpr const char* kReferences[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  std::string result;
  for (const char c : text)
    if (const auto at = kSpecial.find(c); at != kSpecial.npos)
      result += kReferences[at];
    else
      result += c;
  return result;
}

std::string xml(std::string_view text) { return markup(visible(text)); }

std::string markdown(std::string_view text) {
  std::string result;
  // Character references are never markup. Underscores, dots and colons as well: emphasis, and
  // links made of bare addresses.
  const auto shown = visible(text);
  for (std::size_t i = 0; i < shown.size(); ++i)
    if (const auto byte = static_cast<unsigned char>(shown[i]);
        byte >= 0x80 || is_plain(shown[i], " /-,%();") || is_prose(shown, i))
      result += shown[i];
    else
      result += fmt::format("&#{};", byte);
  return result;
}

}  // namespace tickbench::text
