// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spirv_atomics.hpp"

#include <map>
#include <spirv/unified1/spirv.hpp>

#include "spirv_instructions.hpp"
#include "spirv_types.hpp"

namespace zecpu {
namespace {

/// Which word of an atomic is its pointer; 0: it is no atomic.
std::size_t pointer_of(std::uint32_t opcode) {
  switch (opcode) {
    case spv::OpAtomicStore:
    case spv::OpAtomicFlagClear:
      return 1;  // it has no result
    case spv::OpAtomicFlagTestAndSet:
      return 3;
    default:
      return opcode >= spv::OpAtomicLoad && opcode <= spv::OpAtomicXor ? 3 : 0;
  }
}

}  // namespace

void make_atomics_global(std::vector<std::uint32_t>& words) {
  std::vector<std::uint32_t> made(words.begin(), words.begin() + kSpirvHeaderWords);
  std::map<std::uint32_t, std::uint32_t> type_of;    // by value
  std::map<std::uint32_t, std::uint32_t> global_of;  // by type of generic pointers
  for (ParsedInstruction& instruction : parsed_instructions(words)) {
    if (instruction.type != 0) type_of[instruction.result] = instruction.type;
    if (const std::size_t at = pointer_of(instruction.opcode); at != 0) {
      std::uint32_t& pointer = instruction.words[at];
      if (const auto global = global_of.find(type_of[pointer]); global != global_of.end()) {
        const std::uint32_t cast = made[kSpirvBound]++;
        write_instruction(made, spv::OpGenericCastToPtr, {global->second, cast, pointer});
        pointer = cast;
      }
    }
    made.insert(made.end(), instruction.words.begin(), instruction.words.end());
    if (instruction.opcode == spv::OpTypePointer &&
        instruction.words[2] == spv::StorageClassGeneric) {
      const std::uint32_t global = global_of[instruction.result] = made[kSpirvBound]++;
      write_instruction(made, spv::OpTypePointer,
                        {global, spv::StorageClassCrossWorkgroup, instruction.words[3]});
    }
  }
  words = std::move(made);
}

}  // namespace zecpu
