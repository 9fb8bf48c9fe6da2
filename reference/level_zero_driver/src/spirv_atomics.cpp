// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spirv_atomics.hpp"

#include <map>
#include <spirv-tools/libspirv.hpp>
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

/// Writes the module anew, instruction by instruction. The parser knows which have a type.
struct GlobalAtomics {
  std::vector<std::uint32_t> words;
  std::map<std::uint32_t, std::uint32_t> type_of;    // by value
  std::map<std::uint32_t, std::uint32_t> global_of;  // by type of generic pointers

  void read(const spv_parsed_instruction_t& parsed) {
    std::vector<std::uint32_t> instruction(parsed.words, parsed.words + parsed.num_words);
    if (parsed.type_id != 0) type_of[parsed.result_id] = parsed.type_id;
    if (const std::size_t at = pointer_of(parsed.opcode); at != 0)
      if (const auto global = global_of.find(type_of[instruction[at]]); global != global_of.end()) {
        const std::uint32_t cast = words[kSpirvBound]++;
        write_instruction(words, spv::OpGenericCastToPtr, {global->second, cast, instruction[at]});
        instruction[at] = cast;
      }
    words.insert(words.end(), instruction.begin(), instruction.end());
    if (parsed.opcode == spv::OpTypePointer && instruction[2] == spv::StorageClassGeneric) {
      const std::uint32_t global = global_of[parsed.result_id] = words[kSpirvBound]++;
      write_instruction(words, spv::OpTypePointer,
                        {global, spv::StorageClassCrossWorkgroup, instruction[3]});
    }
  }
};

}  // namespace

void make_atomics_global(std::vector<std::uint32_t>& words) {
  GlobalAtomics made{{words.begin(), words.begin() + kSpirvHeaderWords}, {}, {}};
  const auto read = [](void* into, const spv_parsed_instruction_t* parsed) {
    static_cast<GlobalAtomics*>(into)->read(*parsed);
    return SPV_SUCCESS;
  };
  const spvtools::Context context(SPV_ENV_UNIVERSAL_1_4);
  spvBinaryParse(context.CContext(), &made, words.data(), words.size(), nullptr, read, nullptr);
  words = std::move(made.words);
}

}  // namespace zecpu
