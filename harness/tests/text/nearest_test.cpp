// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/wording.hpp"

namespace tickbench::text {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Nearest, FindsSlipsAndParts) {
  const std::vector<std::string> words{"opencl/saxpy/64", "opencl/copy/64", "opencl/matmul/8"};
  EXPECT_THAT(nearest("saxpy", words), ElementsAre("opencl/saxpy/64"));
  EXPECT_THAT(nearest("opencl/matmull/8", words), ::testing::Contains("opencl/matmul/8"));
  EXPECT_EQ(did_you_mean("zzzzzzzzzzzzzzzzzzzzzzzz", words), "");
}

TEST(Nearest, AShortWordIsNearOnlyToWhatSharesHalfOfIt) {
  EXPECT_THAT(nearest("saxyp", {"saxpy", "copy", "empty"}), ElementsAre("saxpy"));
  EXPECT_THAT(nearest("ab", {"cd", "x"}), IsEmpty());
}

TEST(Shortened, CutsTheEndOrTheMiddleAndNoCharacter) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "abc...");
  EXPECT_EQ(shortened("aé", 2), "a...");
  EXPECT_EQ(shortened("\xF0\x9F\x98\x80", 3), "...");
  EXPECT_EQ(shortened("abcdefgh", 5, 2), "abc...gh");
  EXPECT_EQ(shortened("abcdeé", 5, 1), "abcd...");
  EXPECT_EQ(shortened("\x80\x80", 1), "...");
}

}  // namespace
}  // namespace tickbench::text
