// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "modules/spirv.hpp"
#include "modules/spirv_builder.hpp"

namespace tickbench::backend {
namespace {

using Space = DeclaredArgument::Space;

void expect(const DeclaredArgument& found, Space space, const std::string& type,
            const std::string& name) {
  EXPECT_EQ(found.space, space);
  EXPECT_EQ(found.type, type);
  EXPECT_EQ(found.name, name);
}

/// kernel void scale(global float* out, uint4 steps, local short* room, constant double* in,
///                   struct s by value): the entry point 50, without names, and the function 40.
SpirvBuilder scale_module() {
  SpirvBuilder module;
  module.entry_point(50, "scale");
  for (std::uint32_t i = 0; i < 5; ++i)
    module.name(41 + i, std::vector<std::string>{"out", "steps", "room", "in", "s"}[i]);
  module.name(40, "scale");
  module.instruction(22, {1, 32}).instruction(32, {2, 5, 1});     // float*
  module.instruction(21, {3, 32, 0}).instruction(23, {4, 3, 4});  // int4
  module.instruction(21, {5, 16, 0}).instruction(32, {6, 4, 5});  // local short*
  module.instruction(22, {7, 64}).instruction(32, {8, 0, 7});     // constant double*
  module.instruction(30, {9, 1, 3}).instruction(32, {10, 7, 9});  // a struct
  for (const std::uint32_t function : {40U, 50U}) {
    module.instruction(54, {20, function, 0, 21});
    for (std::uint32_t i = 0; i < 5; ++i) module.instruction(55, {2 + 2 * i, function + 1 + i});
    module.instruction(56, {});
  }
  return module;
}

TEST(SpirvArguments, AreWhatTheModuleDeclares) {
  const auto module = scale_module();
  const auto arguments = spirv_arguments(module.bytes(), "scale");
  ASSERT_TRUE(arguments.has_value());
  ASSERT_EQ(arguments->size(), 5U);
  expect((*arguments)[0], Space::kGlobal, "float*", "out");
  expect((*arguments)[1], Space::kPrivate, "int4", "steps");
  expect((*arguments)[2], Space::kLocal, "short*", "room");
  expect((*arguments)[3], Space::kConstant, "double*", "in");
  expect((*arguments)[4], Space::kPrivate, "struct", "s");
}

TEST(SpirvArguments, OfNoSuchKernelAreNone) {
  const auto module = scale_module();
  EXPECT_FALSE(spirv_arguments(module.bytes(), "scal").has_value());
  EXPECT_FALSE(spirv_arguments({}, "scale").has_value());
}

TEST(SpirvArguments, MayBeNoneAtAll) {
  SpirvBuilder module;
  module.entry_point(1, "empty").instruction(54, {20, 1, 0, 21});
  EXPECT_TRUE(spirv_arguments(module.bytes(), "empty")->empty());
}

TEST(SpirvArguments, SurviveInstructionsThatAreTooShort) {
  SpirvBuilder module;
  module.entry_point(1, "kernel").instruction(32, {2, 5}).instruction(23, {3, 2});
  module.instruction(54, {20, 1, 0, 21}).instruction(55, {2, 7}).instruction(55, {3});
  EXPECT_EQ(spirv_arguments(module.bytes(), "kernel")->size(), 1U);
}

}  // namespace
}  // namespace tickbench::backend
