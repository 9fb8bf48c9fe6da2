// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "modules/modules.hpp"
#include "modules/spirv_builder.hpp"

namespace tickbench::backend {
namespace {

Module module_of(std::string_view format, std::string_view text, std::string_view name = "k.cl",
                 std::string_view options = {}) {
  return {name, format, std::as_bytes(std::span(text)), {}, options};
}

std::uint64_t digest(std::string_view format, std::string_view text,
                     const std::vector<Module>& all = {}) {
  return code_digest(module_of(format, text), all);
}

/// Of a source whose SPIR-V is embedded too.
std::uint64_t with_spirv(std::string_view text, const SpirvBuilder& spirv) {
  return digest(kOpenClC, text, {{"k.spv", kSpirv, spirv.bytes()}});
}

SpirvBuilder spirv(std::uint32_t constant, std::string_view name = "x", std::uint32_t line = 1) {
  SpirvBuilder builder;
  builder.entry_point(3, "scale").name(4, name);
  builder.instruction(8, {7, line, 0});  // OpLine
  builder.instruction(11, {9, 0x6e65704f, 0x442e4c43, 0x67756265, 0x6f666e49, 0x3030312e, 0});
  builder.instruction(12, {1, 2, 9, line});   // an instruction of that set
  builder.instruction(43, {5, 6, constant});  // OpConstant
  return builder;
}

TEST(CodeDigest, OfSpirvNamesAndPlacesDoNotCount) {
  const auto of = [](const SpirvBuilder& built) {
    return code_digest({"k.spv", kSpirv, built.bytes()}, {});
  };
  const auto base = of(spirv(1));
  EXPECT_EQ(of(spirv(1, "renamed_to_something_longer")), base);
  EXPECT_EQ(of(spirv(1, "x", 77)), base);
  EXPECT_NE(of(spirv(2)), base);
  auto other = spirv(1);
  other.words()[2] = 0x00080001;  // another generator
  EXPECT_EQ(of(other), base);
  auto cut = spirv(1);
  cut.words().pop_back();
  EXPECT_NE(of(cut), base);
  EXPECT_NE(code_digest({"k.spv", kShader, spirv(1).bytes()}, {}), base) << "another driver's";
}

TEST(CodeDigest, OfPtxCommentsAndPlacesDoNotCount) {
  const std::string code =
      ".entry k(.param .u64 k_param_0)\n{\n  add.f32 %f1, %f2, 0f3F800000;\n}\n";
  const auto base = digest(kPtx, code);
  EXPECT_EQ(digest(kPtx, "// made by another compiler\n" + code + "/* the end */"), base);
  EXPECT_EQ(digest(kPtx, ".file 1 \"k.cl\"\n\t.loc 1 3 5\n" + code +
                             ".section .debug_str\n{\n.b8 1\n}\n"),
            base);
  EXPECT_NE(digest(kPtx, code + ".entry j()\n{\n}\n"), base);
  auto changed = code;
  changed.replace(changed.find("3F8"), 3, "400");
  EXPECT_NE(digest(kPtx, changed), base);
  EXPECT_NE(digest(kOpenClCPtx, code), base);
  EXPECT_EQ(digest(kPtx, ".loc"), digest(kPtx, ""));
}

TEST(CodeDigest, OfOpenClCCommentsDoNotCount) {
  const std::string code = "kernel void k(global int* x) {\n  x[0] = 1;\n}\n";
  const auto base = digest(kOpenClC, code);
  EXPECT_EQ(digest(kOpenClC, "// what the kernel's for\n" + code), digest(kOpenClC, "\n" + code));
  EXPECT_EQ(
      digest(kOpenClC, "kernel void k(global int* x) {  // here\n  x[0]  = /* one */ 1;\n}\n"),
      base);
  EXPECT_NE(digest(kOpenClC, "kernel void k(global int* x) {\n  x[0] = 2;\n}\n"), base);
  EXPECT_NE(digest(kOpenClC, "kernel void k(global int* y) {\n  y[0] = 1;\n}\n"), base)
      << "without SPIR-V names count";
  EXPECT_NE(code_digest(module_of(kOpenClC, code, "k.cl", "-cl-fast-relaxed-math"), {}), base);
}

TEST(CodeDigest, OfOpenClCWhatSeparatesTokensCounts) {
  EXPECT_NE(digest(kOpenClC, "a+ ++b"), digest(kOpenClC, "a++ +b"));
  EXPECT_NE(digest(kOpenClC, "#define F (x)\n"), digest(kOpenClC, "#define F(x)\n"));
  EXPECT_NE(digest(kOpenClC, "#define A 1\n"), digest(kOpenClC, "#define A\n1\n"));
  EXPECT_NE(digest(kOpenClC, "f(\"//\"); x = 1;"), digest(kOpenClC, "f(\"//\"); x = 2;"))
      << "no comment begins in a literal";
}

TEST(CodeDigest, ASourceThatAllCompilersSeeAlikeIsItsSpirv) {
  const auto base = with_spirv("kernel void k(global int* x) { x[0] = 1; }", spirv(1));
  EXPECT_EQ(with_spirv("kernel void k(global int* all) { all[0] = 1; }", spirv(1, "all")), base);
  EXPECT_NE(with_spirv("kernel void k(global int* x) { x[0] = 2; }", spirv(2)), base);
  const auto* const known =
      "#define N 4\n#undef N\n#line 1\n"
      "__attribute__((reqd_work_group_size(8, 1, 1))) kernel void k() {}";
  EXPECT_EQ(with_spirv(known, spirv(1)), base);
}

TEST(CodeDigest, ASourceThatACompilerMaySeeOtherwiseIsItsText) {
  for (const std::string begin :
       {"#ifdef __NV_CL_C_VERSION\n", "#if 1\n", "#pragma unroll\n", "#include <a.h>\n",
        "__attribute__((vendor))\n", "printf(\"%d\", 1);\n", "if (__clang_major__ > 15) f();\n",
        "__attribute__((reqd_work_group_size(64, 1, 1), amdgpu_waves_per_eu(2)))\n"}) {
    const auto base = with_spirv(begin + "int x = 1;", spirv(1));
    EXPECT_NE(with_spirv(begin + "int x = 2;", spirv(1)), base) << begin;
    EXPECT_EQ(with_spirv(begin + "int x = 1;", spirv(2)), base) << begin;
  }
}

TEST(CodeDigest, TheSpirvOfAnotherSourceSaysNothing) {
  const auto base = spirv(1);
  for (const std::vector<Module>& all :
       {std::vector<Module>{{"other.spv", kSpirv, base.bytes()}},
        std::vector<Module>{{"k.spv", kSpirv, base.bytes(), "double"}},
        std::vector<Module>{{"k.spv", kSpirv, base.bytes()}, {"k.spv", kSpirv, base.bytes()}},
        std::vector<Module>{{"k.cl", kOpenClC, base.bytes()},
                            {"k.fast.cl", kOpenClC, base.bytes()},
                            {"k.spv", kSpirv, base.bytes()}}})
    EXPECT_NE(digest(kOpenClC, "int x;", all), digest(kOpenClC, "int y;", all));
}

}  // namespace
}  // namespace tickbench::backend
