// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <re2/re2.h>

#include <set>

#include "base/digest.hpp"
#include "modules/modules.hpp"
#include "modules/spirv.hpp"

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

constexpr const char* kComment = R"(//.*|(?s:/\*.*?\*/))";
/// With the places in a source, and sections, which hold debug information.
constexpr const char* kPtxComment =
    R"(//.*|(?s:/\*.*?\*/)|\.(?:loc|file)\b.*|(?s:\.section\b.*?\}))";

/// Literals stay as they are. What is between two tokens becomes a blank, or the end of a line,
/// which ends a directive.
std::string without_comments(std::string_view text, const std::string& comment) {
  const RE2 literal_or_gap(fmt::format(
      R"re(("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?:{0}|[ \t\r])*(\n)(?:{0}|\s)*|(?:{0}|[ \t\r])+)re",
      comment));
  std::string kept(text);
  RE2::GlobalReplace(&kept, literal_or_gap, R"(\1\2 )");
  kept.erase(0, kept.find_first_not_of("\n "));
  return kept.erase(kept.find_last_not_of("\n ") + 1);
}

/// Whether no code depends on what a compiler defines, or knows besides OpenCL C: directives beside
/// macros of its own, attributes but for the size of a work-group, names that are the compiler's,
/// and literals.
bool is_for_every_compiler(std::string source) {
  static const RE2 kKnown(
      R"(#\s*(?:define|undef|line)\b)"
      R"(|__attribute(?:__)?\s*\(\s*\(\s*reqd_work_group_size\s*\([^()]*\)\s*\)\s*\))"
      R"(|\b__(?:kernel|global|local|constant|private|generic|read_only|write_only|read_write)\b)");
  RE2::GlobalReplace(&source, kKnown, "");
  return source.find_first_of("\"'#") == source.npos && source.find("__") == source.npos;
}

/// That of OpenCL C which all compilers see alike; null where there is none, or it may be another
/// source's.
const Module* spirv_of_source(const Module& source, const std::vector<Module>& all) {
  const auto stem = [](std::string_view name) { return name.substr(0, name.find('.')); };
  std::vector<const Module*> spirv;
  int sources = 0;
  for (const Module& module : all) {
    if (module.variant != source.variant || stem(module.name) != stem(source.name)) continue;
    if (module.format == kSpirv) spirv.push_back(&module);
    if (module.format == kOpenClC) ++sources;
  }
  const bool is_clear = source.format == kOpenClC && spirv.size() == 1 && sources <= 1;
  return is_clear && is_for_every_compiler(without_comments(source.text(), kComment))
             ? spirv.front()
             : nullptr;
}

}  // namespace

std::uint64_t code_digest(const Module& module, const std::vector<Module>& all) {
  Digest digest;
  digest.add(module.format).add(module.options);
  if (module.format == kSpirv || module.format == kShader)
    add_spirv(module.code, digest);
  else if (module.format == kPtx || module.format == kOpenClCPtx)
    digest.add(without_comments(module.text(), kPtxComment));
  else if (const auto* const spirv = spirv_of_source(module, all))
    add_spirv(spirv->code, digest);
  else if (module.format == kOpenClC)
    digest.add(without_comments(module.text(), kComment));
  else
    digest.add(module.code);
  return digest.value();
}

}  // namespace tickbench::backend
