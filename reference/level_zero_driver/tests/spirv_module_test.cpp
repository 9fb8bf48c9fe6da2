// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spirv_module.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

using zecpu::ArgumentKind;
using zecpu::BadSpirv;
using zecpu::SpirvModule;

namespace {

std::vector<char> read(const std::string& name) {
  std::ifstream file(ZECPU_TEST_MODULES "/" + name + ".spv", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

SpirvModule load(const std::string& name) {
  const auto code = read(name);
  return {std::as_bytes(std::span(code)), {}};
}

const zecpu::KernelSignature& find(const SpirvModule& module, const std::string& name) {
  return *std::find_if(module.kernels().begin(), module.kernels().end(),
                       [&](const auto& kernel) { return kernel.name == name; });
}

std::vector<std::size_t> sizes(const zecpu::KernelSignature& kernel) {
  std::vector<std::size_t> sizes;
  for (const auto& argument : kernel.arguments) sizes.push_back(argument.size);
  return sizes;
}

TEST(SpirvModule, KnowsScalarsAndVectors) {
  const auto module = load("arguments");
  EXPECT_THAT(sizes(find(module, "scalars")), testing::ElementsAre(8, 1, 2, 4, 8, 4, 8, 16));
}

TEST(SpirvModule, KnowsStructsByValue) {
  const auto module = load("arguments");
  const auto kernel = find(module, "by_value");
  EXPECT_THAT(sizes(kernel), testing::ElementsAre(8, 48, 9, 4));
  EXPECT_EQ(kernel.arguments[1].kind, ArgumentKind::kValue);
}

TEST(SpirvModule, KnowsLocalVariables) {
  const auto module = load("arguments");
  EXPECT_EQ(find(module, "static_local").local_bytes, 64 * sizeof(int));
  EXPECT_EQ(find(module, "calls_static_local").local_bytes, 64 * sizeof(int));
  EXPECT_EQ(find(module, "reverse_groups").local_bytes, 0U) << "an argument is not its own";
}

TEST(SpirvModule, KnowsKindsOfMemory) {
  const auto module = load("arguments");
  const auto kernel = find(module, "reverse_groups");
  EXPECT_EQ(kernel.arguments[0].kind, ArgumentKind::kPointer);
  EXPECT_EQ(kernel.arguments[1].kind, ArgumentKind::kLocal);
  EXPECT_EQ(kernel.arguments[2].kind, ArgumentKind::kPointer);
}

TEST(SpirvModule, KnowsRequiredGroupSizes) {
  const auto module = load("arguments");
  EXPECT_THAT(find(module, "fixed_group").required_group_size, testing::ElementsAre(8, 4, 2));
  EXPECT_THAT(find(module, "scalars").required_group_size, testing::ElementsAre(0, 0, 0));
}

TEST(SpirvModule, KnowsImports) {
  EXPECT_THAT(load("unresolved").imports(),
              testing::ElementsAre(testing::HasSubstr("defined_elsewhere")));
  EXPECT_TRUE(load("basic").imports().empty());
}

TEST(SpirvModule, KnowsImagesForWhatTheyAre) {
  const auto module = load("images");
  EXPECT_EQ(find(module, "reads_image").arguments[0].kind, ArgumentKind::kUnsupported);
}

TEST(SpirvModule, RewritesSpecializationConstants) {
  const auto code = read("constants");
  const std::int32_t value = 0x12345678;
  const SpirvModule plain(std::as_bytes(std::span(code)), {});
  const SpirvModule special(std::as_bytes(std::span(code)), {{7, &value}});
  EXPECT_EQ(std::count(plain.words().begin(), plain.words().end(), 0x12345678U), 0);
  EXPECT_EQ(std::count(special.words().begin(), special.words().end(), 0x12345678U), 1);
  EXPECT_THROW(SpirvModule(std::as_bytes(std::span(code)), {{70, &value}}), BadSpirv);
}

TEST(SpirvModule, RefusesVersionsAbove14ByName) {
  auto code = read("basic");
  EXPECT_EQ(SpirvModule(std::as_bytes(std::span(code)), {}).minor_version(), 0U);
  code[5] = 5;  // 1.5
  try {
    const SpirvModule module(std::as_bytes(std::span(code)), {});
    FAIL() << "expected a refusal";
  } catch (const BadSpirv& bad) {
    EXPECT_THAT(bad.what(), testing::HasSubstr("is SPIR-V 1.5: the newest that is read is 1.4"));
  }
}

TEST(SpirvModule, RefusesEveryTruncation) {
  const auto code = read("basic");
  for (std::size_t size = 0; size + 4 < code.size(); size += 4) {
    const auto part = std::as_bytes(std::span(code)).first(size);
    // A cut between functions leaves a module that is valid: it has fewer kernels, or it is
    // refused.
    try {
      SpirvModule module(part, {});
      EXPECT_LT(module.kernels().size(), 5U);
    } catch (const BadSpirv& bad) {
      EXPECT_STRNE(bad.what(), "");
    }
  }
}

TEST(SpirvModule, SurvivesEveryDamagedWord) {
  const auto code = read("arguments");
  for (std::size_t at = 4; at + 4 <= code.size(); at += 4) {
    auto damaged = code;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x15);
    damaged[at + 2] = static_cast<char>(damaged[at + 2] ^ 0x02);
    try {
      SpirvModule module(std::as_bytes(std::span(damaged)), {});
    } catch (const BadSpirv& bad) {
      EXPECT_STRNE(bad.what(), "");
    }
  }
}

}  // namespace
