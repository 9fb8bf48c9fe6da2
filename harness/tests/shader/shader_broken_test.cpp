// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "modules/modules.hpp"
#include "modules/spirv.hpp"
#include "modules/spirv_builder.hpp"
#include "shader/shader.hpp"
#include "tickbench/error.hpp"

// Modules that no compiler makes, word by word.
namespace tickbench::shader {
namespace {

using backend::SpirvBuilder;
using testing::HasSubstr;
using testing::IsEmpty;

/// "k" of a module that is built up to its types: function 1, and the ids 2 and 3 a float and a
/// uint, 4 the constant 8.
SpirvBuilder begun(std::uint32_t version = 0x00010500,
                   const std::vector<std::uint32_t>& interface = {20, 21}) {
  SpirvBuilder module;
  module.words()[1] = version;
  std::vector<std::uint32_t> entry{5, 1, 'k'};
  entry.insert(entry.end(), interface.begin(), interface.end());
  module.instruction(17, {1}).instruction(15, entry).instruction(16, {1, 17, 64, 1, 1});
  module.name(20, "block").name(21, "room");
  module.instruction(22, {2, 32}).instruction(21, {3, 32, 0}).instruction(43, {3, 4, 8});
  return module;
}

/// Adds the variable `id` of a type, in a storage class.
void variable(SpirvBuilder& module, std::uint32_t id, std::uint32_t type, std::uint32_t storage) {
  module.instruction(32, {id + 100, storage, type}).instruction(59, {id + 100, id, storage});
}

std::string refusal(const SpirvBuilder& module, Outcome outcome) {
  try {
    find_shader({"m.spv", backend::kShader, module.bytes()}, "k");
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), outcome);
    return error.what();
  }
  return "none";
}

Shader read(const SpirvBuilder& module) {
  return find_shader({"m.spv", backend::kShader, module.bytes()}, "k");
}

TEST(ShaderModule, IsAShaderByItsCapability) {
  EXPECT_TRUE(backend::is_shader(begun().bytes()));
  SpirvBuilder other;
  other.instruction(17, {6}).entry_point(1, "k");
  EXPECT_FALSE(backend::is_shader(other.bytes()));
  EXPECT_FALSE(backend::is_shader({}));
  EXPECT_FALSE(backend::is_shader(begun().bytes().first(16)));
}

TEST(ShaderModule, HasNoKernelsForGraphics) {
  SpirvBuilder module;
  module.instruction(17, {1}).instruction(15, {4, 1, 'k', 20});
  EXPECT_THAT(backend::spirv_entry_points(module.bytes()), IsEmpty());
  EXPECT_THAT(refusal(module, Outcome::kInvalidBenchmark), HasSubstr("(GLCompute), found: none"));
}

TEST(BrokenShader, SaysWhereItBreaksOff) {
  EXPECT_THAT(refusal(SpirvBuilder(), Outcome::kInvalidBenchmark), HasSubstr("found: none"));
  auto module = begun();
  const auto words = module.words().size();
  module.words().push_back(5U << 16 | 71);
  EXPECT_THAT(refusal(module, Outcome::kBuildFailed),
              HasSubstr("the module 'm.spv': broken SPIR-V: the instruction at word " +
                        std::to_string(words) + " has a length of 5, and the module ends at word " +
                        std::to_string(words + 1)));
  module = begun();
  module.words()[0] = 7;
  EXPECT_THAT(refusal(module, Outcome::kBuildFailed), HasSubstr("expected SPIR-V (magic word"));
}

TEST(BrokenShader, HasToHaveAWorkGroup) {
  SpirvBuilder module;
  module.instruction(17, {1}).instruction(15, {5, 1, 'k'});
  EXPECT_THAT(refusal(module, Outcome::kBuildFailed), HasSubstr("no size of work-group"));
  module.instruction(16, {1, 17, 0, 1, 1});
  EXPECT_THAT(refusal(module, Outcome::kBuildFailed), HasSubstr("a work-group's size of 0"));
  auto by_ids = begun();
  by_ids.instruction(331, {1, 38, 4, 4, 99});
  EXPECT_THAT(refusal(by_ids, Outcome::kBuildFailed), HasSubstr("the work-group's size, id 99"));
}

TEST(ShaderModule, MayHaveItsWorkGroupByIds) {
  auto module = begun();
  module.instruction(71, {5, 1, 7}).instruction(50, {3, 5, 32}).instruction(331, {1, 38, 4, 5, 4});
  const auto group = read(module).group;
  EXPECT_EQ(group[0].size, 8U);
  EXPECT_EQ(group[1].constant_id, 7U);
  EXPECT_EQ(group[1].size, 32U);
}

TEST(BrokenShader, HasItsPushConstantsInOneStruct) {
  auto module = begun();
  variable(module, 20, 2, 9);
  EXPECT_THAT(refusal(module, Outcome::kBuildFailed), HasSubstr("push constants that are no"));
  module = begun();
  module.instruction(30, {6, 2});
  variable(module, 20, 6, 9);
  variable(module, 21, 6, 9);
  EXPECT_THAT(refusal(module, Outcome::kInvalidBenchmark),
              HasSubstr("two blocks of push constants, of which SPIR-V 1.5"));
}

TEST(BrokenShader, HasMembersOfAKnownSize) {
  auto module = begun();
  module.instruction(6, {6, 0, 'x'}).instruction(30, {6, 77});
  variable(module, 20, 6, 9);
  EXPECT_THAT(refusal(module, Outcome::kInvalidBenchmark),
              HasSubstr("argument 0 'x': expected a number, a vector"));
  module = begun();
  module.instruction(72, {6, 0, 35, 0xFFFFFFFF}).instruction(30, {6, 2});
  variable(module, 20, 6, 9);
  EXPECT_THAT(refusal(module, Outcome::kBuildFailed), HasSubstr("4294967299 bytes of push"));
}

TEST(BrokenShader, HasNoArrayLongerThanAnything) {
  auto module = begun();
  module.instruction(43, {3, 5, 0xFFFFFFFF, 0xFFFFFFFF});  // a length of 2^64 - 1
  module.instruction(28, {6, 2, 5}).instruction(28, {7, 6, 5});
  variable(module, 21, 7, 4);
  EXPECT_GE(read(module).local_memory, std::uint64_t{1} << 40);
}

TEST(BrokenShader, HasOneConstantForEachArray) {
  auto module = begun(0x00010500, {20, 21, 22});
  module.instruction(71, {5, 1, 3}).instruction(50, {3, 5, 1}).instruction(28, {6, 2, 5});
  variable(module, 21, 6, 4);
  EXPECT_EQ(read(module).arguments.at(0).declared.name, "room");
  variable(module, 22, 6, 4);
  EXPECT_THAT(refusal(module, Outcome::kInvalidBenchmark),
              HasSubstr("the local arrays 'room' and '' have one specialization constant, 3"));
}

TEST(BrokenShader, HasNoTypeThatHoldsItself) {
  auto module = begun();
  module.instruction(30, {6, 6, 6, 6}).instruction(28, {7, 7, 4});
  variable(module, 20, 6, 9);
  EXPECT_THAT(refusal(module, Outcome::kInvalidBenchmark), HasSubstr("of no known size"));
}

// An entry point says which variables are its own from SPIR-V 1.4 on.
TEST(ShaderModule, HasOnlyTheVariablesOfTheKernel) {
  const auto with_two_blocks = [](std::uint32_t version) {
    auto module = begun(version, {20});
    module.instruction(30, {6, 2}).instruction(30, {7, 2, 2});
    variable(module, 20, 6, 9);
    variable(module, 22, 7, 9);
    return module;
  };
  EXPECT_EQ(read(with_two_blocks(0x00010400)).arguments.size(), 1U);
  EXPECT_THAT(refusal(with_two_blocks(0x00010300), Outcome::kInvalidBenchmark),
              HasSubstr("SPIR-V 1.3 does not say whose"));
}

TEST(ShaderModule, IsReadInTheOtherByteOrder) {
  auto module = begun();
  module.instruction(30, {6, 2});
  variable(module, 20, 6, 9);
  for (auto& word : module.words()) word = __builtin_bswap32(word);
  EXPECT_EQ(read(module).push_constant_size, 4U);
}

}  // namespace
}  // namespace tickbench::shader
