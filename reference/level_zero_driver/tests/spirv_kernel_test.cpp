// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spirv_kernel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

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

// Every kernel by itself is a valid module, in which it is what it was.
TEST(SpirvKernel, KeepsOneKernelOfEveryModule) {
  for (const char* name : {"basic", "arguments", "local_memory", "constants", "images"}) {
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

TEST(SpirvKernel, IsNotThere) {
  EXPECT_FALSE(only_kernel(test_module("basic").words(), "no_such_kernel").has_value());
}

}  // namespace
