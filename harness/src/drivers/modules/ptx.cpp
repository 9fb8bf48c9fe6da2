// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "modules/ptx.hpp"

#include <re2/re2.h>

#include "modules/modules.hpp"
#include "text/wording.hpp"

namespace tickbench::backend {
namespace {

/// Of a list such as ".param .u64 a, .param .align 8 .b8 b[24]".
std::vector<std::size_t> parameter_sizes(re2::StringPiece list) {
  static const RE2 kParameter(R"(\.param\b(?:[^,]*?\s\.[busf](\d+))?([^,]*))");
  static const RE2 kLength(R"(\[\s*(\d+))");
  std::vector<std::size_t> sizes;
  for (re2::StringPiece bits, lengths; RE2::FindAndConsume(&list, kParameter, &bits, &lengths);) {
    auto& size = sizes.emplace_back(
        text::number_in<std::size_t>({bits.data(), bits.size()}).value_or(0) / 8);
    for (std::size_t length = 0; RE2::FindAndConsume(&lengths, kLength, &length);) size *= length;
  }
  return sizes;
}

/// Of what stands between the parameters and the code.
std::optional<std::array<std::size_t, 3>> required_block(re2::StringPiece directives) {
  static const RE2 kSizes(R"(\.reqntid\s+(\d[\d\s,]*))"), kSize(R"((\d+))");
  re2::StringPiece sizes;
  if (!RE2::PartialMatch(directives, kSizes, &sizes)) return std::nullopt;
  std::array<std::size_t, 3> block{1, 1, 1};
  for (auto& size : block) RE2::FindAndConsume(&sizes, kSize, &size);
  return block;
}

}  // namespace

std::vector<PtxKernel> ptx_kernels(std::string_view text) {
  // One without parameters may have no parentheses.
  static const RE2 kEntry(R"(\B\.entry\s+([^\s(){},;\[\]]+)\s*(?:\(([^)]*)\)?)?([^{;]*))");
  const auto code = blank_comments(text);
  std::vector<PtxKernel> kernels;
  re2::StringPiece rest(code), parameters, directives;
  for (std::string name; RE2::FindAndConsume(&rest, kEntry, &name, &parameters, &directives);)
    kernels.push_back({name, parameter_sizes(parameters), required_block(directives)});
  return kernels;
}

}  // namespace tickbench::backend
