// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

namespace tickbench::results {

/// Passes JSON on, with each bare NaN, Infinity and their negatives turned into null.
///
/// Google Benchmark writes them where a standard deviation is divided by zero, and no JSON parser
/// accepts them. Inside strings nothing is touched, and lines keep their numbers.
class NonFiniteFilter : public std::streambuf {
 public:
  explicit NonFiniteFilter(std::istream& source);

 protected:
  int_type underflow() override;

 private:
  void filter(std::string_view input);
  std::size_t pass_string(std::string_view input);
  std::size_t pass_outside(std::string_view input);
  void pass_words(std::string_view input);
  void flush_word();

  std::istream& source_;
  std::vector<char> input_;
  std::string output_;
  std::string word_;  // the letters, or sign and letters, seen outside a string so far
  bool in_string_ = false;
  bool escaped_ = false;
};

}  // namespace tickbench::results
