// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <set>
#include <sstream>
#include <string>

#include "base/digest.hpp"
#include "modules/modules.hpp"
#include "modules/ptx.hpp"
#include "modules/spirv.hpp"
#include "modules/tokens.hpp"

namespace tickbench::backend {
namespace {

void add_spirv(std::span<const std::byte> code, Digest& digest) {
  constexpr std::uint32_t kOpExtInstImport = 11, kOpExtInst = 12;
  const auto words = spirv_words(code);
  std::set<std::uint32_t> debug_sets;
  const auto add = [&](std::uint32_t opcode, SpirvOperands operands) {
    // OpSourceContinued to OpLine, OpNoLine, OpModuleProcessed.
    if ((opcode >= 2 && opcode <= 8) || opcode == 317 || opcode == 330) return;
    if (opcode == kOpExtInstImport && operands.size() > 1)
      if (const auto set = spirv_literal(operands.subspan(1));
          set.starts_with("OpenCL.DebugInfo.") || set.starts_with("NonSemantic."))
        return void(debug_sets.insert(operands[0]));
    if (opcode == kOpExtInst && operands.size() > 2 && debug_sets.contains(operands[2])) return;
    digest.add(opcode).add(std::as_bytes(operands));
  };
  const auto end = for_each_spirv_instruction(words, add);
  if (words.empty() || end != words.size()) digest.add(code);
}

/// Without the places in a source, and without sections, which hold debug information.
std::string without_debug(std::string_view ptx) {
  std::istringstream lines{std::string(ptx)};
  std::string kept, line;
  for (bool is_section = false; std::getline(lines, line);) {
    const auto text = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    is_section |= text.starts_with(".section");
    if (!is_section && !text.starts_with(".loc") && !text.starts_with(".file")) kept += line + '\n';
    is_section &= line.find('}') == line.npos;
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
    const std::string_view gap(end == nullptr ? token.data() : end, token.data());
    digest.add(token).add(std::uint64_t{!gap.empty()} + std::uint64_t{gap.find('\n') != gap.npos});
    end = token.data() + token.size();
    if (begins_literal(token)) return void(digest.add({end, text.data() + text.size()}));
  }
}

bool is_in_source_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Whether no code depends on what a compiler defines, or knows besides OpenCL C: directives beside
/// macros of its own, attributes but for the size of a work-group, and literals.
bool is_for_every_compiler(std::string_view source) {
  Tokens tokens(source, is_in_source_word);
  const auto next_is = [&](std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, tokens.next()) != words.end();
  };
  for (auto token = tokens.next(); !token.empty(); token = tokens.next())
    if (begins_literal(token) || (token == "#" && !next_is({"define", "undef"})) ||
        (token.starts_with("__attribute") &&
         !(next_is({"("}) && next_is({"("}) && next_is({"reqd_work_group_size"}))))
      return false;
  return true;
}

/// That of OpenCL C which all compilers see alike; null where there is none, or it may be another
/// source's.
const Module* spirv_of_source(const Module& source, const std::vector<Module>& all) {
  const auto stem = [](std::string_view name) { return name.substr(0, name.find('.')); };
  const auto is_its = [&](const Module& module) {
    return module.format == kSpirv && module.variant == source.variant &&
           stem(module.name) == stem(source.name);
  };
  if (source.format != kOpenClC || std::ranges::count_if(all, is_its) != 1 ||
      !is_for_every_compiler(source.text()))
    return nullptr;
  return &*std::ranges::find_if(all, is_its);
}

}  // namespace

std::uint64_t code_digest(const Module& module, const std::vector<Module>& all) {
  Digest digest;
  digest.add(module.format).add(module.options);
  if (module.format == kSpirv || module.format == kShader)
    add_spirv(module.code, digest);
  else if (module.format == kPtx || module.format == kOpenClCPtx)
    add_tokens(without_debug(module.text()), is_in_ptx_word, digest);
  else if (const auto* const spirv = spirv_of_source(module, all))
    add_spirv(spirv->code, digest);
  else if (module.format == kOpenClC)
    add_tokens(module.text(), is_in_source_word, digest);
  else
    digest.add(module.code);
  return digest.value();
}

}  // namespace tickbench::backend
