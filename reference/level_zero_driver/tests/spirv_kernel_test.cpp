// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spirv_kernel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <spirv-tools/libspirv.hpp>

#include "spirv_module.hpp"

using zecpu::only_kernel;
using zecpu::SpirvModule;

namespace {

SpirvModule test_module(const std::string& name) {
  std::ifstream file(ZECPU_TEST_MODULES "/" + name + ".spv", std::ios::binary);
  const std::vector<char> code{std::istreambuf_iterator<char>(file),
                               std::istreambuf_iterator<char>()};
  return {std::as_bytes(std::span(code)), {}};
}

// Two kernels, which name more variables than they take; the first takes the address of a local
// array from a constant.
std::vector<std::uint32_t> assembled(const std::string& more_variables) {
  const std::string text = R"(
    OpCapability Addresses
    OpCapability Kernel
    OpMemoryModel Physical64 OpenCL
    OpEntryPoint Kernel %first "first" %array %other
    OpEntryPoint Kernel %second "second" %array %other
    OpName %array "array"
    OpDecorate %group Alignment 4
    %group = OpDecorationGroup
    OpGroupDecorate %group %array %other
    %void = OpTypeVoid
    %uint = OpTypeInt 32 0
    %length = OpConstant %uint 16
    %words = OpTypeArray %uint %length
    %local_words = OpTypePointer Workgroup %words
    %local_word = OpTypePointer Workgroup %uint
    %global_word = OpTypePointer CrossWorkgroup %uint
    %function = OpTypeFunction %void
    %array = OpVariable %local_words Workgroup
    %other = OpVariable %local_word Workgroup
    %third = OpSpecConstantOp %local_word InBoundsPtrAccessChain %array %length %length
  )" + more_variables + R"(
    %first = OpFunction %void None %function
    %entry_1 = OpLabel
    OpStore %third %length
    OpReturn
    OpFunctionEnd
    %second = OpFunction %void None %function
    %entry_2 = OpLabel
    OpStore %other %length
    OpReturn
    OpFunctionEnd
  )";
  std::vector<std::uint32_t> words;
  EXPECT_TRUE(spvtools::SpirvTools(SPV_ENV_UNIVERSAL_1_4).Assemble(text, &words));
  return words;
}

// Every kernel by itself is a valid module, in which it is what it was.
TEST(SpirvKernel, KeepsOneKernelOfEveryModule) {
  for (const char* name : {"basic", "arguments", "local_memory", "constants", "local_memory_1.4",
                           "atomics", "every_atomic", "images", "images_and_more"}) {
    const SpirvModule whole = test_module(name);
    for (const auto& kernel : whole.kernels()) {
      SCOPED_TRACE(kernel.name);
      const auto words = only_kernel(whole.words(), kernel.name);
      ASSERT_TRUE(words.has_value());
      const SpirvModule alone(std::as_bytes(std::span(*words)), {});
      const auto& kept = alone.kernels();
      const auto same = std::find_if(kept.begin(), kept.end(),
                                     [&](const auto& other) { return other.name == kernel.name; });
      ASSERT_NE(same, kept.end());
      EXPECT_EQ(same->arguments.size(), kernel.arguments.size());
      EXPECT_EQ(same->required_group_size, kernel.required_group_size);
      EXPECT_EQ(same->local_bytes, kernel.local_bytes);
    }
  }
}

TEST(SpirvKernel, LeavesOutTheOthers) {
  const SpirvModule whole = test_module("local_memory");
  const auto words = only_kernel(whole.words(), "no_local");
  ASSERT_TRUE(words.has_value());
  EXPECT_EQ(SpirvModule(std::as_bytes(std::span(*words)), {}).kernels().size(), 1U);
  EXPECT_LT(words->size(), whole.words().size() / 2);
}

TEST(SpirvKernel, FollowsConstantsToLocalVariables) {
  const auto words = assembled("");
  for (const auto& [kernel, bytes] : {std::pair{"first", 64U}, std::pair{"second", 4U}}) {
    SCOPED_TRACE(kernel);
    const auto kept = only_kernel(words, kernel);
    ASSERT_TRUE(kept.has_value());
    const SpirvModule alone(std::as_bytes(std::span(*kept)), {});
    ASSERT_EQ(alone.kernels().size(), 1U);
    EXPECT_EQ(alone.kernels().front().local_bytes, bytes);
  }
}

TEST(SpirvKernel, DividesNoModuleWhoseKernelsShareVariables) {
  const auto words = assembled("%shared = OpVariable %global_word CrossWorkgroup");
  EXPECT_FALSE(only_kernel(words, "first").has_value());
}

TEST(SpirvKernel, IsNotThere) {
  EXPECT_FALSE(only_kernel(test_module("basic").words(), "no_such_kernel").has_value());
}

}  // namespace
