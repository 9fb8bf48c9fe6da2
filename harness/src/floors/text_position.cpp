// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/text_position.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tickbench::floors {
namespace {

// A quoted name: long enough for any id; a message must stay readable whatever the file holds.
constexpr std::size_t kMostBytes = 120;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

unsigned char byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

bool is_continuation(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

/// The length of the well-formed sequence at i (Unicode 15, table 3-7), or 0.
std::size_t sequence_length(std::string_view text, std::size_t i) {
  const unsigned char lead = byte_at(text, i);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() - i < length) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if (!is_continuation(byte_at(text, i + k))) return 0;
  const unsigned char second = byte_at(text, i + 1);
  const bool is_overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool is_no_character = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
  return is_overlong || is_no_character ? 0 : length;
}

}  // namespace

std::optional<std::size_t> first_non_text(std::string_view text) noexcept {
  for (std::size_t i = 0; i < text.size();) {
    const unsigned char byte = byte_at(text, i);
    if (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') return i;
    const std::size_t length = sequence_length(text, i);
    if (length == 0) return i;
    i += length;
  }
  return std::nullopt;
}

TextPosition Positions::of(std::size_t offset) noexcept {
  const std::size_t end = std::min(offset, text_.size());
  if (end < offset_) *this = Positions(text_);
  if (offset_ == 0 && end >= kByteOrderMark.size() && text_.starts_with(kByteOrderMark))
    offset_ = kByteOrderMark.size();
  for (; offset_ < end; ++offset_) {
    if (text_[offset_] == '\n') {
      ++position_.line;
      position_.column = 1;
    } else if (!is_continuation(byte_at(text_, offset_))) {
      ++position_.column;
    }
  }
  return position_;
}

std::string shortened(std::string_view text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return std::string(text);
  while (most_bytes > 0 && is_continuation(byte_at(text, most_bytes))) --most_bytes;
  return std::string(text.substr(0, most_bytes)) + "...";
}

std::string in_quotes(std::string_view value) {
  return nlohmann::json(shortened(value, kMostBytes))
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

TokenTracker::TokenTracker(std::string_view text)
    : text_(text), offset_(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0) {}

std::size_t TokenTracker::begin_token() {
  offset_ = std::min(text_.find_first_not_of(" \t\r\n,:", offset_), text_.size());
  return offset_;
}

std::size_t TokenTracker::structural() {
  const std::size_t begin = begin_token();
  offset_ = begin + 1;
  return begin;
}

std::size_t TokenTracker::string() {
  const std::size_t begin = begin_token();
  offset_ = begin + 1;
  while (offset_ < text_.size() && text_[offset_] != '"')
    offset_ += text_[offset_] == '\\' ? 2U : 1U;
  ++offset_;
  return begin;
}

std::size_t TokenTracker::bare() {
  const std::size_t begin = begin_token();
  offset_ = std::min(text_.find_first_of(" \t\r\n,:]}", begin), text_.size());
  return begin;
}

}  // namespace tickbench::floors
