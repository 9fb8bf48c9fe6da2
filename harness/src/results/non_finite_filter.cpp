// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/non_finite_filter.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace tickbench::results {

namespace {

constexpr std::size_t kChunk =
    1 << 16;  // large enough that a read's cost vanishes, small for the cache
constexpr std::array<std::string_view, 8> kWords{"NaN",      "-NaN",      "nan", "-nan",
                                                 "Infinity", "-Infinity", "inf", "-inf"};
// "-Infinity". A longer run of letters is none of them wherever it is cut, nor anything else in
// JSON.
constexpr std::size_t kLongestWord = 9;

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
}

// Every word holds one of these, and hardly any text else.
bool may_hold_a_word(std::string_view text) {
  return text.find("NaN") != text.npos || text.find("nan") != text.npos ||
         text.find("nf") != text.npos;
}

// How much of the text's end may be the beginning of a word.
std::size_t length_of_last_word(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && is_word_character(text[text.size() - 1 - length])) {
    if (++length > kLongestWord) return 0;
  }
  return length;
}

void pass_words(std::string_view text, std::string& output) {
  while (!text.empty()) {
    const auto length = static_cast<std::size_t>(
        std::find_if_not(text.begin(), text.end(), is_word_character) - text.begin());
    const auto word = text.substr(0, length);
    output += std::find(kWords.begin(), kWords.end(), word) != kWords.end() ? "null" : word;
    text.remove_prefix(length);
    const auto other = static_cast<std::size_t>(
        std::find_if(text.begin(), text.end(), is_word_character) - text.begin());
    output += text.substr(0, other);
    text.remove_prefix(other);
  }
}

}  // namespace

NonFiniteFilter::NonFiniteFilter(std::istream& source)
    : source_(source), input_(kLongestWord + kChunk) {}

// Ends where no word does, but for the last one. Empty: there is no more.
std::string_view NonFiniteFilter::next_chunk() {
  std::memmove(input_.data(), input_.data() + held_begin_, held_size_);
  source_.read(input_.data() + held_size_, static_cast<std::streamsize>(kChunk));
  const auto count = static_cast<std::size_t>(source_.gcount());
  const std::string_view all(input_.data(), held_size_ + count);
  held_size_ = count == 0 ? 0 : length_of_last_word(all);
  held_begin_ = all.size() - held_size_;
  return all.substr(0, held_begin_);
}

// Up to the string's end, that included. Returns how much that is.
std::size_t NonFiniteFilter::string_end(std::string_view text) {
  std::size_t at = escaped_ ? 1 : 0;
  escaped_ = false;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2U : 1U;
  if (at > text.size()) {
    escaped_ = true;  // the escaped character is in the next chunk
    return text.size();
  }
  if (at == text.size()) return at;
  in_string_ = false;
  return at + 1;
}

void NonFiniteFilter::filter(std::string_view text) {
  output_.clear();
  while (!text.empty()) {
    std::size_t length = 0;
    if (in_string_) {
      length = string_end(text);
      output_ += text.substr(0, length);
    } else {
      const auto quote = std::min(text.find('"'), text.size());
      pass_words(text.substr(0, quote), output_);
      in_string_ = quote < text.size();
      if (in_string_) output_ += '"';
      length = quote + (in_string_ ? 1 : 0);
    }
    text.remove_prefix(length);
  }
}

// Whether the text ends inside a string.
void NonFiniteFilter::keep_track(std::string_view text) {
  if (!escaped_ && text.find('\\') == text.npos) {
    in_string_ ^= std::count(text.begin(), text.end(), '"') % 2 == 1;
    return;
  }
  while (!text.empty()) {
    if (in_string_) {
      text.remove_prefix(string_end(text));
      continue;
    }
    const auto quote = text.find('"');
    if (quote == text.npos) return;
    in_string_ = true;
    text.remove_prefix(quote + 1);
  }
}

NonFiniteFilter::int_type NonFiniteFilter::underflow() {
  auto chunk = next_chunk();
  // All of a short read may be held back.
  while (chunk.empty() && held_size_ > 0) chunk = next_chunk();
  if (chunk.empty()) return traits_type::eof();
  char* begin = input_.data();
  auto size = chunk.size();
  if (may_hold_a_word(chunk)) {
    filter(chunk);
    begin = output_.data();
    size = output_.size();
  } else {
    keep_track(chunk);
  }
  setg(begin, begin, begin + size);
  return traits_type::to_int_type(*begin);
}

}  // namespace tickbench::results
