// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/non_finite_filter.hpp"

#include <algorithm>

namespace tickbench::results {

namespace {

constexpr std::size_t kChunk =
    1 << 16;  // large enough that a read's cost vanishes, small for the cache
// "-Infinity" is the longest word looked for; a longer one is passed on as it comes.
constexpr std::size_t kLongestWord = 9;

// Locale-free, and inlined: this runs for every character of a file.
bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
}

// NaN, Infinity, nan, inf.
bool may_begin_a_word(char c) { return c == 'N' || c == 'I' || c == 'n' || c == 'i'; }

}  // namespace

NonFiniteFilter::NonFiniteFilter(std::istream& source) : source_(source), input_(kChunk) {
  output_.reserve(2 * kChunk);
}

void NonFiniteFilter::flush_word() {
  if (word_ == "NaN" || word_ == "-NaN" || word_ == "nan" || word_ == "-nan" ||
      word_ == "Infinity" || word_ == "-Infinity" || word_ == "inf" || word_ == "-inf")
    output_ += "null";
  else
    output_ += word_;
  word_.clear();
}

void NonFiniteFilter::pass_words(std::string_view input) {
  for (const char c : input) {
    if (is_word_character(c) && word_.size() < kLongestWord) {
      word_ += c;
      continue;
    }
    if (!word_.empty()) flush_word();
    output_ += c;
  }
}

// Up to the string's end, that included. Returns how much that was.
std::size_t NonFiniteFilter::pass_string(std::string_view input) {
  std::size_t at = escaped_ ? 1 : 0;
  escaped_ = false;
  while (at < input.size() && input[at] != '"') at += input[at] == '\\' ? 2U : 1U;
  if (at > input.size()) {
    escaped_ = true;  // the escaped character is in the next chunk
    at = input.size();
  } else if (at < input.size()) {
    in_string_ = false;
    ++at;
  }
  output_ += input.substr(0, at);
  return at;
}

// Up to the next string, its first quote included.
std::size_t NonFiniteFilter::pass_outside(std::string_view input) {
  const auto quote = input.find('"');
  const auto before = input.substr(0, quote);
  // What holds no letter of interest is most of a file; a word may be cut by the chunk's end.
  const bool is_plain = word_.empty() && quote != std::string_view::npos &&
                        std::none_of(before.begin(), before.end(), may_begin_a_word);
  if (is_plain)
    output_ += before;
  else
    pass_words(before);
  if (quote == std::string_view::npos) return input.size();
  if (!word_.empty()) flush_word();
  output_ += '"';
  in_string_ = true;
  return quote + 1;
}

void NonFiniteFilter::filter(std::string_view input) {
  while (!input.empty()) input.remove_prefix(in_string_ ? pass_string(input) : pass_outside(input));
}

NonFiniteFilter::int_type NonFiniteFilter::underflow() {
  output_.clear();
  while (output_.empty()) {
    source_.read(input_.data(), static_cast<std::streamsize>(input_.size()));
    const auto count = source_.gcount();
    if (count == 0) {
      if (word_.empty()) return traits_type::eof();
      flush_word();
      break;
    }
    filter({input_.data(), static_cast<std::size_t>(count)});
  }
  setg(output_.data(), output_.data(), output_.data() + output_.size());
  return traits_type::to_int_type(output_.front());
}

}  // namespace tickbench::results
