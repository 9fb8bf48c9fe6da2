// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "llvm_spirv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

using zecpu::LlvmSpirv;

namespace {

std::vector<char> basic() {
  std::ifstream file(ZECPU_TEST_MODULES "/basic.spv", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

LlvmSpirv any() {
  static constexpr int kNewerThanAny = 40;
  return {"", kNewerThanAny};
}

TEST(LlvmVersion, StandsInThePlatformsVersion) {
  EXPECT_EQ(
      zecpu::llvm_version("OpenCL 3.0 PoCL 3.1+debian  Linux, RELOC, SPIR, LLVM 15.0.6, SLEEF"),
      15);
  EXPECT_EQ(zecpu::llvm_version("OpenCL 3.0 CUDA 12.4"), 0);
}

TEST(LlvmSpirvProgram, IsNotNewerThanAskedFor) { EXPECT_EQ(LlvmSpirv("", 10).path(), ""); }

TEST(LlvmSpirvProgram, IsWhatTheOverrideSays) {
  EXPECT_EQ(LlvmSpirv("/some/llvm-spirv", 10).path(), "/some/llvm-spirv");
}

TEST(LlvmSpirvProgram, ReadsSpirv14SinceVersion14) {
  EXPECT_EQ(LlvmSpirv("/usr/bin/llvm-spirv-13", 0).spirv_minor(), 2U);
  EXPECT_EQ(LlvmSpirv("/usr/bin/llvm-spirv-14", 0).spirv_minor(), 4U);
  EXPECT_EQ(LlvmSpirv("/some/llvm-spirv", 0).spirv_minor(), 4U);
}

TEST(LlvmSpirvProgram, MakesBitcode) {
  if (any().path().empty()) GTEST_SKIP() << "no llvm-spirv-N is installed";
  const auto code = basic();
  const auto result = any().to_bitcode(std::as_bytes(std::span(code)));
  ASSERT_TRUE(result.translated) << result.log;
  ASSERT_GE(result.bitcode.size(), 4U);
  EXPECT_EQ(std::to_integer<char>(result.bitcode[0]), 'B');
  EXPECT_EQ(std::to_integer<char>(result.bitcode[1]), 'C');
}

TEST(LlvmSpirvProgram, SaysWhatIsWrong) {
  if (any().path().empty()) GTEST_SKIP() << "no llvm-spirv-N is installed";
  const std::string text = "no module at all";
  const auto result = any().to_bitcode(std::as_bytes(std::span(text)));
  EXPECT_FALSE(result.translated);
  EXPECT_NE(result.log, "");
  const auto missing = LlvmSpirv("/no/such/program", 1).to_bitcode(std::as_bytes(std::span(text)));
  EXPECT_FALSE(missing.translated);
  EXPECT_THAT(missing.log, testing::HasSubstr("/no/such/program: No such file"));
}

}  // namespace
