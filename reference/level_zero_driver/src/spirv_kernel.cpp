// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spirv_kernel.hpp"

#include <algorithm>
#include <cstring>
#include <set>
#include <span>
#include <spirv/unified1/spirv.hpp>

#include "spirv_instructions.hpp"
#include "spirv_references.hpp"
#include "spirv_types.hpp"

namespace zecpu {
namespace {

bool is_variable(const ParsedInstruction& instruction, std::uint32_t storage) {
  return instruction.opcode == spv::OpVariable && instruction.words[3] == storage;
}

std::string name_of(const ParsedInstruction& entry_point) {
  const std::span<const std::uint32_t> name = std::span(entry_point.words).subspan(3);
  const auto* text = reinterpret_cast<const char*>(name.data());
  return {text, strnlen(text, name.size_bytes())};
}

std::uint32_t function_of(const std::vector<ParsedInstruction>& instructions,
                          const std::string& kernel) {
  for (const ParsedInstruction& instruction : instructions)
    if (instruction.opcode == spv::OpEntryPoint && kernel == name_of(instruction))
      return instruction.words[2];
  return 0;
}

/// Those from word `first` on: the instruction becomes as long as what is left.
void erase_ids(ParsedInstruction& instruction, std::size_t first,
               const std::set<std::uint32_t>& ids) {
  auto& words = instruction.words;
  words.erase(std::remove_if(words.begin() + static_cast<std::ptrdiff_t>(first), words.end(),
                             [&](std::uint32_t id) { return ids.contains(id); }),
              words.end());
  words[0] = static_cast<std::uint32_t>(words.size()) << spv::WordCountShift | instruction.opcode;
}

bool names_any(const ParsedInstruction& instruction, const std::set<std::uint32_t>& ids) {
  return std::any_of(instruction.ids.begin(), instruction.ids.end(),
                     [&](std::uint32_t id) { return ids.contains(id); });
}

/// What the module defines and the kernel does not need, in order: definitions precede uses.
std::set<std::uint32_t> unneeded_by(const std::set<std::uint32_t>& needed,
                                    const std::vector<ParsedInstruction>& instructions) {
  std::set<std::uint32_t> unneeded;
  for (const ParsedInstruction& instruction : instructions) {
    const bool is_elsewhere = instruction.function != 0 && !needed.contains(instruction.function);
    const bool is_local = is_variable(instruction, spv::StorageClassWorkgroup);
    if (instruction.result != 0 &&
        (is_elsewhere || (is_local && !needed.contains(instruction.result)) ||
         (instruction.function == 0 && names_any(instruction, unneeded))))
      unneeded.insert(instruction.result);
  }
  return unneeded;
}

}  // namespace

std::vector<std::uint32_t> only_kernels(const std::vector<std::uint32_t>& words,
                                        const std::set<std::string>& kernels) {
  const std::vector<ParsedInstruction> instructions = parsed_instructions(words);
  const auto ids = ids_by_function(words);
  std::set<std::uint32_t> needed;
  for (const std::string& kernel : kernels) {
    const std::uint32_t entry = function_of(instructions, kernel);
    needed.insert(entry);
    if (const auto found = ids.find(entry); found != ids.end())
      needed.insert(found->second.begin(), found->second.end());
  }
  const std::set<std::uint32_t> unneeded = unneeded_by(needed, instructions);
  std::vector<std::uint32_t> kept(words.begin(), words.begin() + kSpirvHeaderWords);
  for (ParsedInstruction instruction : instructions) {
    if (instruction.function != 0 && !needed.contains(instruction.function)) continue;
    if (instruction.opcode == spv::OpGroupDecorate) {
      // A group and its targets: those that stay keep their decoration.
      erase_ids(instruction, 2, unneeded);
    } else if (instruction.opcode == spv::OpEntryPoint && needed.contains(instruction.words[2])) {
      // A function, its name, and the variables that it may name, of which it needs these.
      erase_ids(instruction, 3 + name_of(instruction).size() / 4 + 1, unneeded);
    } else if (names_any(instruction, unneeded) || unneeded.contains(instruction.result)) {
      continue;
    }
    kept.insert(kept.end(), instruction.words.begin(), instruction.words.end());
  }
  return kept;
}

std::optional<std::vector<std::uint32_t>> only_kernel(const std::vector<std::uint32_t>& words,
                                                      const std::string& kernel) {
  const std::vector<ParsedInstruction> instructions = parsed_instructions(words);
  const bool shares_variables = std::any_of(
      instructions.begin(), instructions.end(), [](const ParsedInstruction& instruction) {
        return is_variable(instruction, spv::StorageClassCrossWorkgroup);
      });
  if (function_of(instructions, kernel) == 0 || shares_variables) return std::nullopt;
  return only_kernels(words, {kernel});
}

}  // namespace zecpu
