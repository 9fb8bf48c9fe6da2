// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/non_finite_filter.hpp"

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

void NonFiniteFilter::pass(char c) {
  if (in_string_) {
    output_ += c;
    if (escaped_)
      escaped_ = false;
    else if (c == '\\')
      escaped_ = true;
    else if (c == '"')
      in_string_ = false;
    return;
  }
  if (is_word_character(c) && word_.size() < kLongestWord) {
    word_ += c;
    return;
  }
  if (!word_.empty()) flush_word();
  in_string_ = c == '"';
  output_ += c;
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
    for (std::streamsize i = 0; i < count; ++i) pass(input_[static_cast<std::size_t>(i)]);
  }
  setg(output_.data(), output_.data(), output_.data() + output_.size());
  return traits_type::to_int_type(output_.front());
}

}  // namespace tickbench::results
