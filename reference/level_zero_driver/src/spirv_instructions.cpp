// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spirv_instructions.hpp"

#include <spirv-tools/libspirv.hpp>
#include <spirv/unified1/spirv.hpp>
#include <utility>

namespace zecpu {
namespace {

struct InstructionReader {
  std::vector<ParsedInstruction> instructions;
  std::uint32_t function = 0;

  static spv_result_t read(void* reader, const spv_parsed_instruction_t* parsed) {
    auto& self = *static_cast<InstructionReader*>(reader);
    if (parsed->opcode == spv::OpFunction) self.function = parsed->result_id;
    ParsedInstruction instruction{parsed->opcode,
                                  parsed->type_id,
                                  parsed->result_id,
                                  self.function,
                                  {parsed->words, parsed->words + parsed->num_words},
                                  {}};
    for (std::uint16_t i = 0; i < parsed->num_operands; ++i)
      if (parsed->operands[i].type == SPV_OPERAND_TYPE_ID)
        instruction.ids.push_back(parsed->words[parsed->operands[i].offset]);
    self.instructions.push_back(std::move(instruction));
    if (parsed->opcode == spv::OpFunctionEnd) self.function = 0;
    return SPV_SUCCESS;
  }
};

}  // namespace

std::vector<ParsedInstruction> parsed_instructions(const std::vector<std::uint32_t>& words) {
  const spvtools::Context context(SPV_ENV_UNIVERSAL_1_4);
  InstructionReader reader;
  spvBinaryParse(context.CContext(), &reader, words.data(), words.size(), nullptr,
                 InstructionReader::read, nullptr);
  return std::move(reader.instructions);
}

}  // namespace zecpu
