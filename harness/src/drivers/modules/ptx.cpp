// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "modules/ptx.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace tickbench::backend {
namespace {

std::size_t number_in(std::string_view text) {
  std::size_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// The words, and "(", ")", "{", "," and "[", "]" each as one, without comments.
class PtxTokens {
 public:
  explicit PtxTokens(std::string_view text) : text_(text) {}

  /// The next one; empty at the end.
  std::string_view next() {
    skip_blanks();
    if (at_ >= text_.size()) return {};
    const std::size_t begin = at_++;
    if (kMarks.find(text_[begin]) == std::string_view::npos)
      at_ = std::min(text_.find_first_of(kEnds, at_), text_.size());
    return text_.substr(begin, at_ - begin);
  }

 private:
  static constexpr std::string_view kMarks = "(){},[];";
  static constexpr std::string_view kEnds = "(){},[]; \t\r\n";

  void skip_blanks() {
    for (;;) {
      at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
      if (text_.substr(at_, 2) == "//")
        at_ = text_.find('\n', at_);
      else if (text_.substr(at_, 2) == "/*")
        at_ = text_.find("*/", at_ + 2);
      else
        return;
      at_ = at_ == std::string_view::npos ? text_.size() : at_ + 1;
      if (text_.substr(at_ - 1, 2) == "*/") ++at_;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// ".u64", ".f32", ".b8"; 0 for what is no type.
std::size_t ptx_type_size(std::string_view type) {
  if (type.size() < 3 || type.front() != '.') return 0;
  const auto digits = type.find_first_of("0123456789");
  if (digits == std::string_view::npos) return 0;
  const auto letters = type.substr(1, digits - 1);
  constexpr std::string_view kLetters[] = {"b", "u", "s", "f"};
  if (std::find(std::begin(kLetters), std::end(kLetters), letters) == std::end(kLetters)) return 0;
  return number_in(type.substr(digits)) / 8;
}

/// Up to the parenthesis that closes the list.
std::vector<std::size_t> parameters_from(PtxTokens& tokens) {
  std::vector<std::size_t> sizes;
  for (auto token = tokens.next(); !token.empty() && token != ")"; token = tokens.next()) {
    const std::size_t size = ptx_type_size(token);
    if (token == ".param")
      sizes.push_back(0);
    else if (!sizes.empty() && size != 0)
      sizes.back() = size;
    else if (!sizes.empty() && token == "[")
      sizes.back() *= number_in(tokens.next());
  }
  return sizes;
}

std::optional<std::array<std::size_t, 3>> required_block_from(PtxTokens& tokens) {
  std::optional<std::array<std::size_t, 3>> block;
  for (auto token = tokens.next(); !token.empty() && token != "{" && token != ";";
       token = tokens.next()) {
    if (token != ".reqntid") continue;
    block = {number_in(tokens.next()), 1, 1};
    for (std::size_t i = 1; i < 3; ++i) {
      token = tokens.next();
      if (token != ",") break;
      (*block)[i] = number_in(tokens.next());
    }
    if (token == "{") break;
  }
  return block;
}

}  // namespace

std::vector<PtxKernel> ptx_kernels(std::string_view text) {
  std::vector<PtxKernel> kernels;
  PtxTokens tokens(text);
  for (auto token = tokens.next(); !token.empty(); token = tokens.next()) {
    if (token != ".entry") continue;
    PtxKernel kernel{.name = std::string(tokens.next()), .parameter_sizes = {}};
    // One without parameters may have no parentheses.
    if (tokens.next() == "(") {
      kernel.parameter_sizes = parameters_from(tokens);
      kernel.required_block = required_block_from(tokens);
    }
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

}  // namespace tickbench::backend
