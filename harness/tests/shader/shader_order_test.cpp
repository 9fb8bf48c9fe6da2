// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "shader/shader.hpp"

namespace tickbench::shader {
namespace {

using backend::Argument;
using Space = backend::DeclaredArgument::Space;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto kValue = Argument::Kind::kValue;
constexpr auto kMemory = Argument::Kind::kMemory;
constexpr auto kLocal = Argument::Kind::kLocal;

/// As a module declares them: x, n, then the arrays first and second.
std::vector<std::string> order(const std::vector<Argument::Kind>& kinds) {
  const std::vector<ShaderArgument> arguments{{{Space::kGlobal, "float*", "x"}},
                                              {{Space::kPrivate, "uint", "n"}},
                                              {{Space::kLocal, "float*", "first"}},
                                              {{Space::kLocal, "float*", "second"}}};
  std::vector<Argument> given;
  for (const auto kind : kinds) given.emplace_back().kind = kind;
  std::vector<std::string> names;
  for (const auto& argument : ordered_as(given, arguments)) names.push_back(argument.declared.name);
  return names;
}

TEST(ShaderArguments, HaveArraysWhereverTheyAreGiven) {
  EXPECT_THAT(order({kMemory, kValue, kLocal, kLocal}), ElementsAre("x", "n", "first", "second"));
  EXPECT_THAT(order({kLocal, kMemory, kLocal, kValue}), ElementsAre("first", "x", "second", "n"));
  EXPECT_THAT(order({kLocal, kLocal, kMemory, kValue}), ElementsAre("first", "second", "x", "n"));
}

TEST(ShaderArguments, AreAllThereWhateverIsGiven) {
  EXPECT_THAT(order({}), ElementsAre("x", "n", "first", "second"));
  EXPECT_THAT(order({kLocal}), ElementsAre("first", "x", "n", "second"));
  EXPECT_THAT(order({kLocal, kLocal, kLocal, kLocal, kLocal}),
              ElementsAre("first", "second", "x", "n"));
  EXPECT_THAT(order({kValue, kValue, kMemory}), ElementsAre("x", "n", "first", "second"));
}

TEST(ShaderArguments, OfAKernelWithoutAnyAreNone) {
  const std::vector<Argument> given(2);
  EXPECT_THAT(ordered_as(given, {}), IsEmpty());
}

}  // namespace
}  // namespace tickbench::shader
