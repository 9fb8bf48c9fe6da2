// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string_view>

namespace tickbench::backend {

/// The words and single other characters of a source, without blanks and the comments of C.
class Tokens {
 public:
  /// `is_in_word`: whether a character is one of a word's.
  Tokens(std::string_view text, bool (*is_in_word)(char)) : text_(text), is_in_word_(is_in_word) {}

  /// The next one; empty at the end.
  std::string_view next() {
    skip_blanks();
    const auto rest = text_;
    if (rest.empty()) return {};
    const auto* end = rest.begin() + 1;
    if (is_in_word_(rest.front())) end = std::find_if_not(end, rest.end(), is_in_word_);
    text_ = {end, rest.end()};
    return {rest.begin(), end};
  }

 private:
  void skip_blanks() {
    for (;;) {
      text_.remove_prefix(std::min(text_.find_first_not_of(" \t\r\n\f\v"), text_.size()));
      const bool is_line = text_.starts_with("//");
      if (!is_line && !text_.starts_with("/*")) return;
      const auto end = text_.find(is_line ? "\n" : "*/", 2);
      text_.remove_prefix(end == text_.npos ? text_.size() : end + (is_line ? 1 : 2));
    }
  }

  std::string_view text_;
  bool (*is_in_word_)(char);
};

}  // namespace tickbench::backend
