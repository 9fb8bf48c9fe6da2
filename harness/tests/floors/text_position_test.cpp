// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/text_position.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace tickbench::floors {
namespace {

TEST(FirstNonText, TakesWhatUnicodeHas) {
  EXPECT_EQ(first_non_text("a\tb\r\n"), std::nullopt);
  // The first and the last character of each length, and those around the surrogates.
  EXPECT_EQ(
      first_non_text("\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"
                     "\xED\x9F\xBF\xEE\x80\x80"),
      std::nullopt);
}

TEST(FirstNonText, FindsWhatIsNone) {
  EXPECT_EQ(first_non_text(std::string_view("a\0", 2)), 1U);
  EXPECT_EQ(first_non_text("ab\x1F"), 2U);
  EXPECT_EQ(first_non_text("a\x80"), 1U);             // a continuation alone
  EXPECT_EQ(first_non_text("\xC1\xBF"), 0U);          // overlong, two bytes
  EXPECT_EQ(first_non_text("\xE0\x9F\xBF"), 0U);      // overlong, three bytes
  EXPECT_EQ(first_non_text("\xF0\x8F\xBF\xBF"), 0U);  // overlong, four bytes
  EXPECT_EQ(first_non_text("\xED\xA0\x80"), 0U);      // a surrogate
  EXPECT_EQ(first_non_text("\xF4\x90\x80\x80"), 0U);  // beyond U+10FFFF
  EXPECT_EQ(first_non_text("\xF5\x80\x80\x80"), 0U);
  EXPECT_EQ(first_non_text("a\xE2\x82"), 1U);  // cut off
  EXPECT_EQ(first_non_text("\xE2\x28\xA1"), 0U);
}

TEST(Positions, CountsLinesAndCharacters) {
  const std::string text = "ä{\n\"é\": 1";
  Positions positions(text);
  EXPECT_EQ(positions.of(0), (TextPosition{1, 1}));
  EXPECT_EQ(positions.of(2), (TextPosition{1, 2}));
  EXPECT_EQ(positions.of(4), (TextPosition{2, 1}));
  EXPECT_EQ(positions.of(10), (TextPosition{2, 6}));
  EXPECT_EQ(positions.of(1000), positions.of(text.size()));
  EXPECT_EQ(positions.of(2), (TextPosition{1, 2})) << "going back";
}

TEST(Positions, AByteOrderMarkIsNoCharacter) {
  Positions positions("\xEF\xBB\xBF{}");
  EXPECT_EQ(positions.of(0), (TextPosition{1, 1}));
  EXPECT_EQ(positions.of(3), (TextPosition{1, 1}));
  EXPECT_EQ(positions.of(4), (TextPosition{1, 2}));
}

TEST(Shortened, DoesNotCutACharacter) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "abc...");
  EXPECT_EQ(shortened("aé", 2), "a...");
  EXPECT_EQ(shortened("\xF0\x9F\x98\x80", 3), "...");
}

TEST(InQuotes, EscapesWhatBreaksALine) {
  EXPECT_EQ(in_quotes("a\"b\n\x1B é"), "\"a\\\"b\\n\\u001b é\"");
}

TEST(TokenTracker, StepsOverTokens) {
  const std::string text = "{ \"a\\\"b\" : -1.5e3,\"c\":[true]}";
  TokenTracker tracker(text);
  EXPECT_EQ(tracker.structural(), 0U);
  EXPECT_EQ(tracker.string(), 2U);
  EXPECT_EQ(tracker.offset(), 8U);
  EXPECT_EQ(tracker.bare(), 11U);
  EXPECT_EQ(tracker.offset(), 17U);
  EXPECT_EQ(tracker.string(), 18U);
  EXPECT_EQ(tracker.structural(), 22U);
  EXPECT_EQ(tracker.bare(), 23U);
  EXPECT_EQ(tracker.structural(), 27U);
  EXPECT_EQ(tracker.structural(), 28U);
}

}  // namespace
}  // namespace tickbench::floors
