// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "modules/ptx.hpp"

#include <charconv>
#include <utility>

#include "modules/tokens.hpp"

namespace tickbench::backend {
namespace {

std::size_t number_in(std::string_view text) {
  std::size_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

bool is_in_ptx_word(char c) {
  return std::string_view("(){},[]; \t\r\n").find(c) == std::string_view::npos;
}

/// ".u64", ".f32", ".b8"; 0 for what is no type.
std::size_t ptx_type_size(std::string_view type) {
  if (type.size() < 3 || type.front() != '.') return 0;
  const auto digits = type.find_first_of("0123456789");
  if (digits == std::string_view::npos) return 0;
  constexpr std::string_view kLetters = "busf";
  if (digits != 2 || kLetters.find(type[1]) == kLetters.npos) return 0;
  return number_in(type.substr(digits)) / 8;
}

/// Up to the parenthesis that closes the list.
std::vector<std::size_t> parameters_from(Tokens& tokens) {
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

std::optional<std::array<std::size_t, 3>> required_block_from(Tokens& tokens) {
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
  Tokens tokens(text, is_in_ptx_word);
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
