// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/clean_text.hpp"

#include <cctype>
#include <vector>

#include "text/utf8.hpp"

namespace tickbench::html_report {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

std::vector<char32_t> clean_characters(std::string_view from) {
  std::vector<char32_t> result;
  for (std::size_t at = 0; at < from.size();) {
    const auto [c, length] = text::decode(from, at);
    if (c == '\n' || c == '\r' || c == '\t')
      result.push_back(' ');
    else
      result.push_back(length == 0 || text::is_invisible(c) ? kReplacement : c);
    at += length == 0 ? 1 : length;
  }
  return result;
}

}  // namespace

std::string clean_text(std::string_view text) {
  std::string result;
  for (const char32_t c : clean_characters(text)) text::append(result, c);
  return result;
}

std::string plot_text(std::string_view text, std::size_t longest) {
  auto characters = clean_characters(text);
  if (characters.size() > longest) {
    const std::size_t half = (longest - 1) / 2;
    std::vector<char32_t> shorter(characters.begin(),
                                  characters.begin() + static_cast<std::ptrdiff_t>(half));
    shorter.push_back(0x2026);  // an ellipsis
    shorter.insert(shorter.end(), characters.end() - static_cast<std::ptrdiff_t>(half),
                   characters.end());
    characters = std::move(shorter);
  }
  std::string result;
  for (char32_t c : characters) {
    if (c == '"' || c == '`') c = '\'';
    if (c == '\\') c = '/';
    text::append(result, c);
  }
  return result;
}

std::string file_slug(std::string_view text) {
  static constexpr std::size_t kLongest = 40;  // of the 255 bytes of a name, with room for numbers
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = byte < 0x80 && std::isalnum(byte) != 0;
    if (is_plain)
      result += static_cast<char>(std::tolower(byte));
    else if (!result.empty() && result.back() != '-')
      result += '-';
    if (result.size() == kLongest) break;
  }
  while (!result.empty() && result.back() == '-') result.pop_back();
  return result.empty() ? "unnamed" : result;
}

}  // namespace tickbench::html_report
