// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "modules/modules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "tickbench/backend/backend.hpp"

namespace tickbench::backend {
namespace {

std::string contents(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

const Module& module_named(std::string_view name) {
  const auto found = std::find_if(modules().begin(), modules().end(),
                                  [&](const Module& module) { return module.name == name; });
  if (found == modules().end()) throw std::runtime_error("no module " + std::string(name));
  return *found;
}

TEST(Modules, RegisterThemselvesWhenLinked) {
  EXPECT_EQ(modules().size(), 5U);
  EXPECT_NE(module_named("two_kernels.cl").text().find("second_of_two"), std::string_view::npos);
}

TEST(Modules, HoldASourceByteByByte) {
  const auto expected = contents(TICKBENCH_HARD_KERNEL);
  ASSERT_GT(expected.size(), 65536U);
  const auto& module = module_named("hard.cl");
  EXPECT_TRUE(module.text() == expected);
  EXPECT_EQ(module.format, "opencl_c");
}

TEST(Modules, HoldBinariesByteByByte) {
  const auto expected = contents(TICKBENCH_BYTES_MODULE);
  ASSERT_FALSE(expected.empty());
  const auto& module = module_named("bytes.spv");
  EXPECT_EQ(module.format, "spirv");
  EXPECT_TRUE(std::ranges::equal(module.code, std::as_bytes(std::span(expected))));
}

// The kernel is its main, by the file's name. Nothing here makes a shader of it.
TEST(Modules, HoldGlslWhereNoBackEndTakesAShader) {
  const auto& module = module_named("fixed_group.comp");
  EXPECT_EQ(module.format, "glsl");
  EXPECT_NE(module.text().find("layout(local_size_x = 16"), std::string_view::npos);
  EXPECT_EQ(modules_with(modules(), kGlsl, "fixed_group").size(), 1U);
  EXPECT_TRUE(modules_with(modules(), kGlsl, "main").empty());
}

TEST(Modules, OfAVariantHaveItsDefinesInFront) {
  const auto& module = module_named("variant.cl (variant wide.2)");
  EXPECT_EQ(module.variant, "wide.2");
  EXPECT_EQ(module.options, "-cl-fast-relaxed-math -cl-mad-enable");
  // As the driver's compiler counts lines, the source begins with line 1 still.
  const std::string front =
      "#define T unsigned long\n#define COUNT (1 + 2)\n#define ON 1\n#line 1\n";
  EXPECT_EQ(module.text().substr(0, front.size()), front);
  EXPECT_TRUE(module.text().ends_with("{ a[0] = (T)COUNT; }\n"));
  EXPECT_EQ(module_named("two_kernels.cl").variant, "");
  EXPECT_EQ(module_named("two_kernels.cl").options, "");
}

}  // namespace
}  // namespace tickbench::backend
