// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "shader/shader.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "modules/modules.hpp"
#include "modules/spirv.hpp"
#include "tickbench/error.hpp"

// What glslang makes of the .comp files of this folder.
namespace tickbench::shader {
namespace {

using Space = backend::DeclaredArgument::Space;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

const backend::Module& module_of(const std::string& kernel) {
  for (const auto& module : backend::modules())
    if (module.name == kernel + ".comp.spv") return module;
  throw std::runtime_error("no module of " + kernel);
}

Shader read(const std::string& kernel) { return find_shader(module_of(kernel), kernel); }

std::string refusal(const std::string& kernel) {
  try {
    read(kernel);
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
    return error.what();
  }
  return "none";
}

struct Expected {
  Space space;
  std::string type, name;
  std::uint32_t offset, size;
};

TEST(Shader, IsToldFromSpirvOfOpenClWhenItRegisters) {
  EXPECT_EQ(backend::kShader, module_of("every_kind").format);
  EXPECT_EQ(backend::spirv_entry_points(module_of("every_kind").code),
            std::vector<std::string>{"every_kind"});
}

TEST(Shader, HasTheArgumentsOfItsPushConstantsInTheirOrder) {
  const auto shader = read("every_kind");
  const Expected expected[] = {
      {Space::kPrivate, "float", "a", 0, 4},        {Space::kGlobal, "float4*", "x", 8, 8},
      {Space::kGlobal, "float*", "y", 16, 8},       {Space::kPrivate, "ulong", "n", 24, 8},
      {Space::kPrivate, "char", "small", 32, 1},    {Space::kPrivate, "half", "half_", 34, 2},
      {Space::kPrivate, "double2", "both", 48, 16}, {Space::kPrivate, "float3", "three", 64, 12},
      {Space::kPrivate, "int", "last", 76, 4},      {Space::kPrivate, "struct", "range", 80, 16},
      {Space::kPrivate, "struct", "turn", 96, 48},  {Space::kGlobal, "struct*", "header", 144, 8},
      {Space::kLocal, "float*", "room", 0, 4},      {Space::kLocal, "struct*", "pairs", 0, 32}};
  ASSERT_EQ(shader.arguments.size(), std::size(expected));
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    const auto& found = shader.arguments[i];
    EXPECT_EQ(found.declared.name, expected[i].name);
    EXPECT_EQ(found.declared.space, expected[i].space) << expected[i].name;
    EXPECT_EQ(found.declared.type, expected[i].type) << expected[i].name;
    EXPECT_EQ(found.offset, expected[i].offset) << expected[i].name;
    EXPECT_EQ(found.size, expected[i].size) << expected[i].name;
  }
  EXPECT_EQ(shader.push_constant_size, 152U);
}

TEST(Shader, HasItsLocalArraysByTheirConstants) {
  const auto shader = read("every_kind");
  EXPECT_EQ(shader.arguments[12].count_id, 3U);
  EXPECT_EQ(shader.arguments[13].count_id, 4U);
  EXPECT_EQ(shader.local_memory, 16 * sizeof(float)) << "of the array with a length of its own";
}

TEST(Shader, SaysWhichSizesOfItsWorkGroupAreChosen) {
  const auto all = read("every_kind").group;
  const auto none = read("fixed_group").group;
  const auto one = read("one_chosen").group;
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(all[i].constant_id, i);
    EXPECT_EQ(none[i].constant_id, std::nullopt);
    EXPECT_EQ(none[i].size, (std::array<std::uint32_t, 3>{16, 8, 1})[i]);
    EXPECT_EQ(one[i].constant_id, i == 0 ? std::optional(0U) : std::nullopt);
    EXPECT_EQ(one[i].size, 1U);
  }
}

TEST(Shader, MayTakeNothing) {
  const auto shader = read("fixed_group");
  EXPECT_TRUE(shader.arguments.empty());
  EXPECT_EQ(shader.push_constant_size, 0U);
  EXPECT_EQ(shader.local_memory, 0U);
  EXPECT_EQ(read("one_chosen").local_memory, 4U);
}

TEST(Shader, NamesWhatItNeedsOfADevice) {
  const auto shader = read("every_kind");
  EXPECT_EQ(shader.version, 0x00010500U);
  std::vector<std::string> names;
  for (const auto capability : shader.capabilities) names.push_back(capability_name(capability));
  for (const char* name : {"Shader", "Float64", "Int64", "PhysicalStorageBufferAddresses",
                           "StoragePushConstant16", "StoragePushConstant8"})
    EXPECT_THAT(names, Contains(name));
  EXPECT_EQ(capability_name(99999), "99999");
}

TEST(Shader, ThatBindsBuffersIsRefused) {
  EXPECT_THAT(refusal("by_descriptor"),
              AllOf(HasSubstr("kernel 'by_descriptor' of 'by_descriptor.comp.spv': 'values' is "
                              "bound by a descriptor"),
                    HasSubstr("buffer_reference")));
}

TEST(Shader, WithALocalArrayThatNoArgumentSizesIsRefused) {
  EXPECT_THAT(refusal("length_is_an_expression"),
              HasSubstr("the length of the local array 'room' is an expression"));
  EXPECT_THAT(refusal("length_is_a_group_size"), HasSubstr("the local array 'room'"));
}

TEST(Shader, OfAnotherNameIsNamed) {
  EXPECT_THAT(
      [] { find_shader(module_of("fixed_group"), "other"); },
      testing::ThrowsMessage<Error>(HasSubstr("expected an entry point of this name for compute "
                                              "(GLCompute), found: fixed_group")));
}

// Every module that breaks off, and every one with a word that is another, is read or refused.
TEST(Shader, SurvivesEveryChangeOfAWord) {
  const auto whole = module_of("every_kind");
  const std::vector<std::byte> bytes(whole.code.begin(), whole.code.end());
  const auto read_changed = [&](std::span<const std::byte> changed) {
    try {
      find_shader({whole.name, whole.format, changed}, "every_kind");
      return true;
    } catch (const Error&) {
      return false;
    }
  };
  EXPECT_TRUE(read_changed(bytes));
  std::size_t refused = 0;
  for (std::size_t word = 0; word < bytes.size() / 4; ++word) {
    refused += read_changed(std::span(bytes).first(4 * word)) ? 0U : 1U;
    for (const int value : {0x00, 0x01, 0x7F, 0xFF}) {
      auto changed = bytes;
      std::fill_n(changed.begin() + static_cast<std::ptrdiff_t>(4 * word), 4,
                  static_cast<std::byte>(value));
      refused += read_changed(changed) ? 0U : 1U;
    }
  }
  EXPECT_GT(refused, bytes.size() / 4);
}

}  // namespace
}  // namespace tickbench::shader
