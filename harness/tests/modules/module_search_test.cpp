// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "modules/modules.hpp"
#include "tickbench/error.hpp"

namespace tickbench::backend {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Module source(std::string_view name, std::string_view text) {
  return {name, kOpenClC, std::as_bytes(std::span(text))};
}

std::vector<std::string_view> names(const std::vector<const Module*>& modules) {
  std::vector<std::string_view> result;
  for (const auto* module : modules) result.push_back(module->name);
  return result;
}

TEST(DeclaredKernels, AreFoundInEverySpelling) {
  EXPECT_THAT(declared_kernels("kernel void a(int x) {} __kernel void b() {}"),
              ElementsAre("a", "b"));
  EXPECT_THAT(declared_kernels("kernel\nvoid\n c\n(global float* x)"), ElementsAre("c"));
  EXPECT_THAT(
      declared_kernels("kernel __attribute__((reqd_work_group_size(8, 8, 1))) void d(int x);"),
      ElementsAre("d"));
  EXPECT_THAT(
      declared_kernels("kernel void __attribute__((reqd_work_group_size(8, 8, 1))) e(int x);"),
      ElementsAre("e"));
  EXPECT_THAT(declared_kernels("kernel void /* of */ f // why\n(int x)"), ElementsAre("f"));
}

TEST(DeclaredKernels, AreNotSeenWhereThereAreNone) {
  EXPECT_THAT(declared_kernels(""), IsEmpty());
  EXPECT_THAT(declared_kernels("void helper(int x) {}"), IsEmpty());
  EXPECT_THAT(declared_kernels("// kernel void a(int x) {}\n/* kernel void b(int x) {} */"),
              IsEmpty());
  EXPECT_THAT(declared_kernels("my_kernel void a(int x)"), IsEmpty());
  EXPECT_THAT(declared_kernels("kernel void"), IsEmpty());
  EXPECT_THAT(declared_kernels("/* never closed kernel void a()"), IsEmpty());
  EXPECT_THAT(declared_kernels("/"), IsEmpty());
}

TEST(ContainsWord, TakesWholeIdentifiersOnly) {
  EXPECT_TRUE(contains_word("copy", "copy"));
  EXPECT_TRUE(contains_word("x(copy)", "copy"));
  EXPECT_TRUE(contains_word("copy4 copy", "copy"));
  EXPECT_FALSE(contains_word("copy4 _copy copy_", "copy"));
  EXPECT_FALSE(contains_word("copy", ""));
}

TEST(ModulesWithSource, PreferDeclarationsToMentions) {
  const std::vector<Module> modules{source("a.cl", "kernel void copy(int x) {}"),
                                    source("b.cl", "kernel void other(int x) { copy(); }"),
                                    source("c.cl", "kernel void copy4(int x) {}")};
  EXPECT_THAT(names(modules_with(modules, "opencl_c", "copy")), ElementsAre("a.cl"));
  EXPECT_THAT(names(modules_with(modules, "opencl_c", "copy4")), ElementsAre("c.cl"));
  EXPECT_THAT(names(modules_with(modules, "opencl_c", "cop")), IsEmpty());
}

TEST(ModulesWithSource, TakeMentionsWhereAMacroDeclares) {
  const std::vector<Module> modules{source("a.cl", "#define K(n) kernel void n(int x) {}\nK(copy)"),
                                    source("b.cl", "kernel void other(int x) {}")};
  EXPECT_THAT(names(modules_with(modules, "opencl_c", "copy")), ElementsAre("a.cl"));
}

TEST(ModulesWithSource, GiveEveryDeclaration) {
  const std::vector<Module> modules{source("a.cl", "kernel void copy(int x) {}"),
                                    source("b.cl", "kernel void copy(int x) {}")};
  const auto found = modules_with(modules, "opencl_c", "copy");
  EXPECT_THAT(names(found), ElementsAre("a.cl", "b.cl"));
  try {
    only_module(found, "copy");
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("found 2: a.cl, b.cl"));
  }
}

TEST(ModulesWithSource, AreOfTheVariantThatIsMeant) {
  auto plain = source("a.cl", "kernel void axpy(int x) {}"), wide = plain, narrow = plain;
  wide.variant = "double";
  narrow.variant = "half";
  const std::vector<Module> modules{wide, narrow, plain};
  const auto variant = [&](std::string_view of) {
    const auto found = modules_with(modules, "opencl_c", {"axpy", of});
    return found.size() == 1 ? found.front()->variant : "none";
  };
  EXPECT_EQ(variant("double"), "double");
  EXPECT_EQ(variant("half"), "half");
  EXPECT_EQ(variant(""), "");
  EXPECT_EQ(variant("float"), "none");
}

TEST(MissingKernel, NamesTheVariantsThatAreThere) {
  auto wide = source("a.cl", "kernel void axpy(int x) {}"), plain = wide;
  wide.variant = "double";
  EXPECT_THAT(missing_kernel_message({wide}, "axpy"),
              HasSubstr("no embedded module has a kernel 'axpy'; it is there in: variant double"));
  EXPECT_THAT(missing_kernel_message({wide, plain}, {"axpy", "half"}),
              HasSubstr("'axpy (variant half)'; it is there in: no variant, variant double"));
}

TEST(MissingKernel, NamesTheFormsThatAreThere) {
  const std::vector<Module> modules{{"axpy.comp", kGlsl, {}}, {"other.comp", kGlsl, {}}};
  EXPECT_THAT(missing_kernel_message(modules, "axpy"),
              HasSubstr("it is there in: axpy.comp (glsl), which this back end does not take"));
}

TEST(MissingKernel, ListsWhatWasSearchedAndNearNames) {
  const std::vector<Module> modules{source("a.cl", "kernel void saxpy(int x) {}"),
                                    source("b.cl", "kernel void matmul_tiled(int x) {}")};
  const auto message = missing_kernel_message(modules, "saxpi");
  EXPECT_EQ(message,
            "no embedded module has a kernel 'saxpi'; did you mean saxpy?\nsearched: a.cl, b.cl");
  EXPECT_THAT(missing_kernel_message(modules, "matmul_tilde"), HasSubstr("mean matmul_tiled?"));
  EXPECT_THAT(missing_kernel_message(modules, "scale"),
              HasSubstr("; is its file given to tickbench_add_kernels, and that library linked?\n"
                        "searched: a.cl, b.cl"));
}

TEST(MissingKernel, IsNotSoughtAmongTheHarnesssOwn) {
  const std::vector<Module> modules{source("tickbench_peak.cl", "kernel void update(int x) {}")};
  EXPECT_THAT(missing_kernel_message(modules, "updat"), HasSubstr("this program embeds none: is"));
}

TEST(MissingKernel, SaysWhatIsWrongWithAModule) {
  const std::byte bytes[32] = {};
  EXPECT_THAT(missing_kernel_message({{"x.spv", kSpirv, bytes}}, "x"),
              HasSubstr("x.spv is no SPIR-V"));
  EXPECT_THAT(missing_kernel_message({}, "x"), HasSubstr("tickbench_add_kernels"));
}

}  // namespace
}  // namespace tickbench::backend
