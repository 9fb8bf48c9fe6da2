// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "base/digest.hpp"
#include "modules/modules.hpp"
#include "modules/ptx.hpp"
#include "modules/spirv.hpp"
#include "modules/tokens.hpp"

namespace tickbench::backend {
namespace {

template <class List, class Value>
bool contains(const List& list, const Value& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

void add_spirv(std::span<const std::byte> code, Digest& digest) {
  // OpSourceContinued, OpSource, OpSourceExtension, OpName, OpMemberName, OpString, OpLine,
  // OpNoLine, OpModuleProcessed.
  constexpr std::array<std::uint32_t, 9> kDebugOps{2, 3, 4, 5, 6, 7, 8, 317, 330};
  constexpr std::uint32_t kOpExtInstImport = 11, kOpExtInst = 12;
  const auto words = spirv_words(code);
  std::vector<std::uint32_t> debug_sets;
  const auto end =
      for_each_spirv_instruction(words, [&](std::uint32_t opcode, SpirvOperands operands) {
        if (contains(kDebugOps, opcode)) return;
        if (opcode == kOpExtInstImport && operands.size() > 1) {
          const auto set = spirv_literal(operands.subspan(1));
          if (set.starts_with("OpenCL.DebugInfo.") || set.starts_with("NonSemantic."))
            return debug_sets.push_back(operands[0]);
        }
        if (opcode == kOpExtInst && operands.size() > 2 && contains(debug_sets, operands[2]))
          return;
        digest.add(opcode).add(std::as_bytes(operands));
      });
  if (words.empty() || end != words.size()) digest.add(code);
}

/// Without the places in a source, and without sections, which hold debug information.
std::string without_debug(std::string_view ptx) {
  std::string kept;
  for (bool is_section = false; !ptx.empty();) {
    const auto line = ptx.substr(0, std::min(ptx.find('\n'), ptx.size() - 1) + 1);
    const auto text = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    is_section |= text.starts_with(".section");
    if (!is_section && !text.starts_with(".loc") && !text.starts_with(".file")) kept += line;
    is_section &= line.find('}') == line.npos;
    ptx.remove_prefix(line.size());
  }
  return kept;
}

/// Of C a literal may hold what looks like a comment.
bool begins_literal(std::string_view token) { return token == "\"" || token == "'"; }

/// Each with what is in front of it: nothing, blanks, or the end of a line, which ends a directive.
void add_tokens(std::string_view text, bool (*is_in_word)(char), Digest& digest) {
  Tokens tokens(text, is_in_word);
  const char* end = nullptr;
  for (auto token = tokens.next(); !token.empty(); token = tokens.next()) {
    const std::string_view gap =
        end == nullptr ? "" : std::string_view(end, static_cast<std::size_t>(token.data() - end));
    digest.add(token).add(std::uint64_t{!gap.empty()} + std::uint64_t{gap.find('\n') != gap.npos});
    end = token.data() + token.size();
    if (begins_literal(token))
      return void(digest.add(text.substr(static_cast<std::size_t>(end - text.data()))));
  }
}

bool is_in_source_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Whether no code depends on what a compiler defines, or knows besides OpenCL C.
bool is_for_every_compiler(std::string_view source) {
  constexpr std::array<std::string_view, 5> kDirectives{"define", "undef", "line", "OPENCL",
                                                        "unroll"};
  constexpr std::array<std::string_view, 4> kAttributes{
      "reqd_work_group_size", "work_group_size_hint", "vec_type_hint", "opencl_unroll_hint"};
  Tokens tokens(source, is_in_source_word);
  for (auto token = tokens.next(); !token.empty(); token = tokens.next()) {
    if (begins_literal(token)) return false;
    if (token == "#") {
      token = tokens.next();
      if (token == "pragma") token = tokens.next();
      if (!contains(kDirectives, token)) return false;
    } else if (token.starts_with("__attribute")) {
      while (token.starts_with("__attribute") || token == "(") token = tokens.next();
      if (!contains(kAttributes, token)) return false;
    }
  }
  return true;
}

/// Null where there is none, or where it may be another source's.
const Module* spirv_of_source(const Module& source, const std::vector<Module>& all) {
  const auto stem = [](const Module& module) {
    return module.name.substr(0, module.name.find('.'));
  };
  const auto is_its = [&](const Module& module) {
    return module.format == kSpirv && module.variant == source.variant &&
           stem(module) == stem(source);
  };
  return std::ranges::count_if(all, is_its) == 1 ? &*std::ranges::find_if(all, is_its) : nullptr;
}

void add_source(const Module& module, const std::vector<Module>& all, Digest& digest) {
  const auto source = module.text();
  const auto* const spirv = spirv_of_source(module, all);
  if (spirv != nullptr && is_for_every_compiler(source))
    add_spirv(spirv->code, digest);
  else
    add_tokens(source, is_in_source_word, digest);
}

}  // namespace

std::uint64_t code_digest(const Module& module, const std::vector<Module>& all) {
  Digest digest;
  digest.add(module.format).add(module.options);
  if (module.format == kSpirv || module.format == kShader)
    add_spirv(module.code, digest);
  else if (module.format == kPtx || module.format == kOpenClCPtx)
    add_tokens(without_debug(module.text()), is_in_ptx_word, digest);
  else if (module.format == kOpenClC)
    add_source(module, all, digest);
  else
    digest.add(module.code);
  return digest.value();
}

}  // namespace tickbench::backend
