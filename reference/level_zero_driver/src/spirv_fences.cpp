// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spirv_fences.hpp"

#include <cstring>
#include <optional>
#include <spirv/unified1/spirv.hpp>
#include <string_view>

#include "spirv_types.hpp"

namespace zecpu {
namespace {

constexpr std::string_view kFence = "_Z22atomic_work_item_fencej12memory_order12memory_scope";
// Memory of both kinds; memory_order_seq_cst; memory_scope_device.
constexpr std::uint32_t kFlags = 3, kOrder = 5, kScope = 2;

/// What a module with fences has, and the ids that the call takes beside.
struct FenceIds {
  std::uint32_t void_type = 0, word_type = 0;
  std::uint32_t function = 0, function_type = 0, flags = 0, order = 0, scope = 0;
};

/// None where there is no fence.
std::optional<FenceIds> fence_ids(std::vector<std::uint32_t>& words) {
  FenceIds ids;
  bool has_fence = false;
  for_each_instruction(words, [&](const SpirvInstruction& instruction) {
    const auto operands = instruction.words;
    if (instruction.opcode() == spv::OpTypeVoid) ids.void_type = operands[1];
    if (instruction.opcode() == spv::OpTypeInt && operands[2] == 32) ids.word_type = operands[1];
    has_fence |= instruction.opcode() == spv::OpMemoryBarrier;
  });
  if (!has_fence) return std::nullopt;
  for (std::uint32_t* id : {&ids.function, &ids.function_type, &ids.flags, &ids.order, &ids.scope})
    *id = words[kSpirvBound]++;
  return ids;
}

void write_import(std::vector<std::uint32_t>& words, const FenceIds& ids) {
  std::vector<std::uint32_t> operands{ids.function, spv::DecorationLinkageAttributes};
  operands.resize(operands.size() + kFence.size() / sizeof operands[0] + 1);
  std::memcpy(&operands[2], kFence.data(), kFence.size());
  operands.push_back(spv::LinkageTypeImport);
  write_instruction(words, spv::OpDecorate, operands);
}

void write_declaration(std::vector<std::uint32_t>& words, const FenceIds& ids) {
  const std::uint32_t word = ids.word_type;
  write_instruction(words, spv::OpConstant, {word, ids.flags, kFlags});
  write_instruction(words, spv::OpConstant, {word, ids.order, kOrder});
  write_instruction(words, spv::OpConstant, {word, ids.scope, kScope});
  write_instruction(words, spv::OpTypeFunction,
                    {ids.function_type, ids.void_type, word, word, word});
  write_instruction(words, spv::OpFunction,
                    {ids.void_type, ids.function, spv::FunctionControlMaskNone, ids.function_type});
  for (int parameter = 0; parameter < 3; ++parameter) {
    const std::uint32_t id = words[kSpirvBound]++;
    write_instruction(words, spv::OpFunctionParameter, {word, id});
  }
  write_instruction(words, spv::OpFunctionEnd, {});
}

}  // namespace

std::vector<std::uint32_t> with_fence_calls(std::vector<std::uint32_t> words) {
  const auto ids = fence_ids(words);
  if (!ids) return words;
  std::vector<std::uint32_t> made(words.begin(), words.begin() + kSpirvHeaderWords);
  write_instruction(made, spv::OpCapability, {spv::CapabilityLinkage});
  bool has_import = false, has_declaration = false;
  for_each_instruction(words, [&](const SpirvInstruction& instruction) {
    const std::uint32_t opcode = instruction.opcode();
    if (!has_import && opcode >= spv::OpTypeVoid && opcode <= spv::OpTypeForwardPointer) {
      write_import(made, *ids);
      has_import = true;
    }
    if (!has_declaration && opcode == spv::OpFunction) {
      write_declaration(made, *ids);
      has_declaration = true;
    }
    if (opcode == spv::OpMemoryBarrier) {
      const std::uint32_t result = made[kSpirvBound]++;
      write_instruction(
          made, spv::OpFunctionCall,
          {ids->void_type, result, ids->function, ids->flags, ids->order, ids->scope});
    } else {
      made.insert(made.end(), instruction.words.begin(), instruction.words.end());
    }
  });
  return made;
}

}  // namespace zecpu
