// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/clean_text.hpp"

#include <cctype>
#include <cstdint>
#include <vector>

namespace tickbench::html_report {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

/// The character at `place`, which moves past it; the replacement where the bytes are none.
char32_t next_character(std::string_view text, std::size_t& place) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(place++);
  if (first < 0x80) return first;
  const int more = first >= 0xF0 && first < 0xF5 ? 3 : first >= 0xE0 ? 2 : first >= 0xC2 ? 1 : 0;
  if (more == 0 || first >= 0xF5) return kReplacement;
  char32_t character = first & (0x3Fu >> more);
  for (int i = 0; i < more; ++i) {
    if (place >= text.size() || (byte(place) & 0xC0u) != 0x80) return kReplacement;
    character = (character << 6u) | (byte(place++) & 0x3Fu);
  }
  static constexpr char32_t kSmallest[] = {0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = character >= 0xD800 && character <= 0xDFFF;
  return character < kSmallest[more] || is_surrogate || character > 0x10FFFF ? kReplacement
                                                                             : character;
}

bool acts(char32_t c) {
  const auto within = [c](char32_t low, char32_t high) { return c >= low && c <= high; };
  return c < 0x20 || within(0x7F, 0x9F) || c == 0x061C || within(0x200B, 0x200F) ||
         within(0x2028, 0x202E) || within(0x2060, 0x2069) || c == 0xFEFF || within(0xFFF9, 0xFFFB);
}

void append(std::string& to, char32_t c) {
  const auto put = [&](char32_t byte) { to += static_cast<char>(static_cast<std::uint8_t>(byte)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | (c >> 6u));
    put(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    put(0xE0 | (c >> 12u));
    put(0x80 | ((c >> 6u) & 0x3F));
    put(0x80 | (c & 0x3F));
  } else {
    put(0xF0 | (c >> 18u));
    put(0x80 | ((c >> 12u) & 0x3F));
    put(0x80 | ((c >> 6u) & 0x3F));
    put(0x80 | (c & 0x3F));
  }
}

std::vector<char32_t> clean_characters(std::string_view text) {
  std::vector<char32_t> result;
  for (std::size_t place = 0; place < text.size();) {
    const char32_t c = next_character(text, place);
    if (c == '\n' || c == '\r' || c == '\t')
      result.push_back(' ');
    else
      result.push_back(acts(c) ? kReplacement : c);
  }
  return result;
}

}  // namespace

std::string clean_text(std::string_view text) {
  std::string result;
  for (const char32_t c : clean_characters(text)) append(result, c);
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
    append(result, c);
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
