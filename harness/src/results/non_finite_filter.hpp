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
/// accepts them. Inside strings nothing is touched, and lines keep their numbers. What holds no
/// such word, nearly all of any file, is handed on without being copied.
class NonFiniteFilter : public std::streambuf {
 public:
  explicit NonFiniteFilter(std::istream& source);

 protected:
  int_type underflow() override;

 private:
  std::string_view next_chunk();
  void filter(std::string_view text);
  void keep_track(std::string_view text);
  std::size_t string_end(std::string_view text);

  std::istream& source_;
  std::vector<char> input_;
  std::size_t held_begin_ = 0, held_size_ = 0;  // in the input: a word that its end may have cut
  std::string output_;
  bool in_string_ = false;
  bool escaped_ = false;
};

}  // namespace tickbench::results
