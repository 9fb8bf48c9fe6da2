// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spirv_references.hpp"

#include <memory>
#include <spirv-tools/libspirv.hpp>
#include <spirv/unified1/spirv.hpp>

namespace zecpu {
namespace {

struct Reader {
  std::map<std::uint32_t, std::set<std::uint32_t>> ids;
  std::uint32_t function = 0;

  // The parser knows which words are ids and which are literals.
  static spv_result_t read(void* reader, const spv_parsed_instruction_t* instruction) {
    auto& self = *static_cast<Reader*>(reader);
    if (instruction->opcode == spv::OpFunction) self.function = instruction->result_id;
    // Outside of functions: a constant that is made of others, or of the address of a variable.
    const std::uint32_t owner = self.function != 0 ? self.function : instruction->result_id;
    if (owner == 0) return SPV_SUCCESS;
    auto& ids = self.ids[owner];
    for (std::uint16_t i = 0; i < instruction->num_operands; ++i) {
      const auto& operand = instruction->operands[i];
      if (operand.type == SPV_OPERAND_TYPE_ID) ids.insert(instruction->words[operand.offset]);
    }
    if (instruction->opcode == spv::OpFunctionEnd) self.function = 0;
    return SPV_SUCCESS;
  }
};

}  // namespace

std::map<std::uint32_t, std::set<std::uint32_t>> ids_by_function(
    const std::vector<std::uint32_t>& words) {
  const spvtools::Context context(SPV_ENV_UNIVERSAL_1_4);
  Reader reader;
  spvBinaryParse(context.CContext(), &reader, words.data(), words.size(), nullptr, Reader::read,
                 nullptr);
  // OpenCL knows no recursion: as many rounds as the longest chain of calls.
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (auto& [function, ids] : reader.ids) {
      const std::set<std::uint32_t> before = ids;
      for (const std::uint32_t id : before)
        if (const auto named = reader.ids.find(id); named != reader.ids.end())
          ids.insert(named->second.begin(), named->second.end());
      has_grown |= ids.size() != before.size();
    }
  }
  return reader.ids;
}

}  // namespace zecpu
