// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <iterator>
#include <random>
#include <sstream>
#include <vector>

#include "results/json_document.hpp"
#include "tickbench/error.hpp"

namespace tickbench::results {
namespace {

std::string filtered(const std::string& text) {
  std::istringstream source(text);
  NonFiniteFilter filter(source);
  return {std::istreambuf_iterator<char>(&filter), std::istreambuf_iterator<char>()};
}

TEST(NonFiniteFilter, BareWordsBecomeNull) {
  EXPECT_EQ(filtered("[NaN,-NaN, Infinity,\n-Infinity,nan,-nan,inf,-inf]"),
            "[null,null, null,\nnull,null,null,null,null]");
  EXPECT_EQ(filtered("NaN"), "null");
}

TEST(NonFiniteFilter, EverythingElseStays) {
  for (const std::string text :
       {"", "[true, false, null, -1.5e-7, 2E+3, -0]", R"({"NaN": "-Infinity \" NaN \\"})",
        "[Infinit]", "[NaNny]", "[aVeryLongWordNoJsonHas]"})
    EXPECT_EQ(filtered(text), text);
}

TEST(NonFiniteFilter, AByteOfZeroIsNoEndOfTheDocument) {
  std::istringstream source(std::string("{}\0garbage", 10));
  EXPECT_THROW(read_json(source, "file"), UsageError);
}

// A word, a string and an escape cut by the end of a chunk, wherever that falls.
TEST(NonFiniteFilter, ChunksDoNotShow) {
  static constexpr std::size_t kChunk = 1 << 16;
  for (std::size_t cut = 0; cut < 24; ++cut) {
    const std::string padding(kChunk - cut, ' ');
    EXPECT_EQ(filtered(padding + R"([-Infinity, "\" NaN"])"), padding + R"([null, "\" NaN"])");
  }
}

// Strings, escapes and words in any order, at any place of a chunk: as without chunks.
TEST(NonFiniteFilter, RandomTextIsFilteredAlikeAtAnyOffset) {
  static constexpr std::size_t kChunk = 1 << 16;
  const std::vector<std::string> pieces{
      "NaN", "-Infinity", "\"NaN\"", "\"\\\"\"",         "\"\\\\\"",
      ",",   "1e-5",      "true",    "\"inf \\\" nan\"", "[ ]"};
  std::mt19937 random(1);
  for (int trial = 0; trial < 50; ++trial) {
    std::string text;
    for (int i = 0; i < 12; ++i) text += pieces[random() % pieces.size()] + ",";
    const auto expected = filtered(text);
    for (const std::size_t cut : {1U, 7U, 20U, 33U}) {
      const std::string padding(kChunk - cut, ' ');
      ASSERT_EQ(filtered(padding + text), padding + expected) << text << " cut at " << cut;
    }
  }
}

}  // namespace
}  // namespace tickbench::results
