// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spirv_fusion.hpp"

#include <gtest/gtest.h>
#include <spirv/unified1/OpenCL.std.h>

#include <cstring>
#include <spirv/unified1/spirv.hpp>
#include <string_view>

namespace {

using Words = std::vector<std::uint32_t>;

void add(Words& words, std::uint32_t opcode, const Words& operands) {
  words.push_back(static_cast<std::uint32_t>(operands.size() + 1) << spv::WordCountShift | opcode);
  words.insert(words.end(), operands.begin(), operands.end());
}

/// A module that imports the set as id 1 and uses one of its instructions.
Words module_of(std::string_view set, std::uint32_t instruction, std::uint32_t used_set = 1) {
  Words words{spv::MagicNumber, 0x10200, 0, 100, 0};
  Words name(set.size() / 4 + 1);
  std::memcpy(name.data(), set.data(), set.size());
  name.insert(name.begin(), 1);
  add(words, spv::OpExtInstImport, name);
  add(words, spv::OpExtInst, {2, 3, used_set, instruction, 4, 5, 6});
  return words;
}

Words fused(Words words) {
  zecpu::fuse_multiply_add(words);
  return words;
}

TEST(SpirvFusion, MakesFmaOfMad) {
  EXPECT_EQ(fused(module_of("OpenCL.std", OpenCLLIB::Mad)),
            module_of("OpenCL.std", OpenCLLIB::Fma));
}

TEST(SpirvFusion, LeavesOtherInstructionsAndOtherSets) {
  for (const auto& words :
       {module_of("OpenCL.std", OpenCLLIB::UMad24), module_of("GLSL.std.450", OpenCLLIB::Mad),
        module_of("OpenCL.std", OpenCLLIB::Mad, 7)})
    EXPECT_EQ(fused(words), words);
}

}  // namespace
