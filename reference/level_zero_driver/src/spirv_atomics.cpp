// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spirv_atomics.hpp"

#include <map>
#include <spirv/unified1/spirv.hpp>

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

void make_atomics_direct(std::vector<std::uint32_t>& words) {
  std::map<std::uint32_t, std::uint32_t> made_of;  // generic pointers
  for_each_instruction(words, [&](const SpirvInstruction& instruction) {
    const auto opcode = instruction.opcode();
    if (opcode == spv::OpPtrCastToGeneric) made_of[instruction.words[2]] = instruction.words[3];
    const std::size_t at = pointer_of(opcode);
    if (at == 0) return;
    if (const auto found = made_of.find(instruction.words[at]); found != made_of.end())
      instruction.words[at] = found->second;
  });
}

}  // namespace zecpu
