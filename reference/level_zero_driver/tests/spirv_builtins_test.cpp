// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spirv_builtins.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <spirv-tools/libspirv.hpp>

#include "spirv_module.hpp"

using testing::HasSubstr;
using testing::Not;
using zecpu::with_whole_builtins;

namespace {

spvtools::SpirvTools tools() { return spvtools::SpirvTools(SPV_ENV_UNIVERSAL_1_4); }

// A kernel over the ids of its work items, which its entry point lists or not.
std::vector<std::uint32_t> kernel_with(const std::string& body, const std::string& listed) {
  const std::string text = R"(
    OpCapability Addresses
    OpCapability Kernel
    OpCapability Int64
    OpCapability Int8
    OpMemoryModel Physical64 OpenCL
    OpEntryPoint Kernel %main "main" )" +
                           listed + R"(
    OpDecorate %ids BuiltIn GlobalInvocationId
    OpDecorate %ids Constant
    %void = OpTypeVoid
    %byte = OpTypeInt 8 0
    %word = OpTypeInt 32 0
    %long = OpTypeInt 64 0
    %vector = OpTypeVector %long 3
    %to_vector = OpTypePointer CrossWorkgroup %vector
    %to_long = OpTypePointer CrossWorkgroup %long
    %to_byte = OpTypePointer CrossWorkgroup %byte
    %zero = OpConstant %word 0
    %two = OpConstant %word 2
    %sixteen = OpConstant %long 16
    %function = OpTypeFunction %void
    %ids = OpVariable %to_vector CrossWorkgroup
    %constant = OpSpecConstantOp %to_long InBoundsPtrAccessChain %ids %zero %two
    %main = OpFunction %void None %function
    %entry = OpLabel
  )" + body + R"(
    OpReturn
    OpFunctionEnd
  )";
  std::vector<std::uint32_t> words;
  EXPECT_TRUE(tools().Assemble(text, &words));
  return words;
}

std::string text_of(const std::vector<std::uint32_t>& words) {
  std::string text;
  EXPECT_TRUE(tools().Validate(words));
  EXPECT_TRUE(tools().Disassemble(words, &text));
  return text;
}

constexpr const char* kByBytes = R"(
    %bytes = OpBitcast %to_byte %ids
    %third = OpInBoundsPtrAccessChain %to_byte %bytes %sixteen
    %at = OpBitcast %to_long %third
    %z = OpLoad %long %at Aligned 16)";

TEST(SpirvBuiltins, TakesAPartOutOfTheWhole) {
  for (const char* body :
       {"%at = OpInBoundsPtrAccessChain %to_long %ids %zero %two\n%z = OpLoad %long %at Aligned 16",
        "%at = OpAccessChain %to_long %ids %two\n%z = OpLoad %long %at",
        "%z = OpLoad %long %constant", kByBytes}) {
    SCOPED_TRACE(body);
    const std::string text = text_of(with_whole_builtins(kernel_with(body, "%ids")));
    EXPECT_THAT(text, HasSubstr("OpCompositeExtract"));
    EXPECT_THAT(text, Not(HasSubstr("Chain")));
    EXPECT_THAT(text, Not(HasSubstr("OpBitcast")));
  }
}

TEST(SpirvBuiltins, LeavesOtherUsesAlone) {
  for (const char* body : {"%all = OpLoad %vector %ids",
                           "%at = OpInBoundsPtrAccessChain %to_long %ids %zero %two\n"
                           "%number = OpConvertPtrToU %long %at"}) {
    const auto words = kernel_with(body, "%ids");
    const auto kept = with_whole_builtins(words);
    if (std::string(body).find("%all") == 0) {
      EXPECT_THAT(text_of(kept), Not(HasSubstr("OpCompositeExtract")));
    } else {
      EXPECT_EQ(kept, words);
    }
  }
}

TEST(SpirvBuiltins, AreListedWhereACompilerForgotThem) {
  const auto words = kernel_with("%all = OpLoad %vector %ids", "");
  EXPECT_FALSE(tools().Validate(words));
  const zecpu::SpirvModule module(std::as_bytes(std::span(words)), {});
  EXPECT_TRUE(tools().Validate(module.words()));
  EXPECT_EQ(module.kernels().size(), 1U);
}

}  // namespace
