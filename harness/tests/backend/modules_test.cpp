// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "tickbench/backend.hpp"

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
  EXPECT_EQ(modules().size(), 3U);
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

}  // namespace
}  // namespace tickbench::backend
