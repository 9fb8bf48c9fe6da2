// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "text/escape.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "text/utf8.hpp"

namespace tickbench::text {

namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ' ||
         c == '/' || c == '-' || c == ',' || (static_cast<std::uint8_t>(c) & 0x80) != 0;
}

std::string visible_but_for(std::string_view kept, std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto [code, length] = decode(text, at);
    if (kept.find(text[at]) != std::string_view::npos)
      result += text[at];
    else if (length == 0)
      result += fmt::format("\\x{:02x}", static_cast<std::uint8_t>(text[at]));
    else if (code == '\n')
      result += "\\n";
    else if (!is_invisible(code))
      result += text.substr(at, length);
    else
      result += code < 0x80 ? fmt::format("\\x{:02x}", static_cast<unsigned>(code))
                            : fmt::format("\\u{{{:x}}}", static_cast<unsigned>(code));
    at += length == 0 ? 1 : length;
  }
  return result;
}

}  // namespace

std::string visible(std::string_view text) { return visible_but_for("", text); }

std::string visible_lines(std::string_view text) { return visible_but_for("\n\t", text); }

std::string markup(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (c == '\'')
      result += "&#39;";
    else
      result += c;
  }
  return result;
}

std::string xml(std::string_view text) { return markup(visible(text)); }

std::string markdown(std::string_view text) {
  std::string result;
  // Character references are never markup. Underscores, dots and colons as well: emphasis, and
  // links made of bare addresses.
  for (const char c : visible(text))
    result += is_plain(c)
                  ? std::string(1, c)
                  : fmt::format("&#{};", static_cast<unsigned>(static_cast<unsigned char>(c)));
  return result;
}

}  // namespace tickbench::text
